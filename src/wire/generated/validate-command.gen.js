// Generated from src/wire by `npm run generate`. Do not edit.
const check_0 = validate10;
const schema11 = {"$id":"0","type":"object","properties":{"id":{},"cmd":{"type":"string","const":"hello"},"protocol":{"type":"string"},"message_updates":{"type":"string","enum":["reference","full"]},"permissions":{"type":"boolean"},"tools":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"description":{"type":"string"},"parameters":{"type":"object"},"needs_permission":{"type":"boolean"},"parallel":{"type":"boolean"}},"required":["name","description","parameters"]}}},"required":["cmd","protocol"]};
const func0 = Object.prototype.hasOwnProperty;

function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="0" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.cmd === undefined) || (!(func0.call(data, "cmd")))) && (missing0 = "cmd")) || (((data.protocol === undefined) || (!(func0.call(data, "protocol")))) && (missing0 = "protocol"))){
validate10.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},schema:schema11.required,parentSchema:schema11,data}];
return false;
}
else {
if(data.cmd !== undefined && func0.call(data, "cmd")){
let data0 = data.cmd;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate10.errors = [{instancePath:instancePath+"/cmd",schemaPath:"#/properties/cmd/type",keyword:"type",params:{type: "string"},schema:schema11.properties.cmd.type,parentSchema:schema11.properties.cmd,data:data0}];
return false;
}
if("hello" !== data0){
validate10.errors = [{instancePath:instancePath+"/cmd",schemaPath:"#/properties/cmd/const",keyword:"const",params:{allowedValue: "hello"},schema:"hello",parentSchema:schema11.properties.cmd,data:data0}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.protocol !== undefined && func0.call(data, "protocol")){
let data1 = data.protocol;
const _errs3 = errors;
if(typeof data1 !== "string"){
validate10.errors = [{instancePath:instancePath+"/protocol",schemaPath:"#/properties/protocol/type",keyword:"type",params:{type: "string"},schema:schema11.properties.protocol.type,parentSchema:schema11.properties.protocol,data:data1}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.message_updates !== undefined && func0.call(data, "message_updates")){
let data2 = data.message_updates;
const _errs5 = errors;
if(typeof data2 !== "string"){
validate10.errors = [{instancePath:instancePath+"/message_updates",schemaPath:"#/properties/message_updates/type",keyword:"type",params:{type: "string"},schema:schema11.properties.message_updates.type,parentSchema:schema11.properties.message_updates,data:data2}];
return false;
}
if(!((data2 === "reference") || (data2 === "full"))){
validate10.errors = [{instancePath:instancePath+"/message_updates",schemaPath:"#/properties/message_updates/enum",keyword:"enum",params:{allowedValues: schema11.properties.message_updates.enum},schema:schema11.properties.message_updates.enum,parentSchema:schema11.properties.message_updates,data:data2}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.permissions !== undefined && func0.call(data, "permissions")){
let data3 = data.permissions;
const _errs7 = errors;
if(typeof data3 !== "boolean"){
validate10.errors = [{instancePath:instancePath+"/permissions",schemaPath:"#/properties/permissions/type",keyword:"type",params:{type: "boolean"},schema:schema11.properties.permissions.type,parentSchema:schema11.properties.permissions,data:data3}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.tools !== undefined && func0.call(data, "tools")){
let data4 = data.tools;
const _errs9 = errors;
if(errors === _errs9){
if(Array.isArray(data4)){
var valid1 = true;
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
let data5 = data4[i0];
const _errs11 = errors;
if(errors === _errs11){
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
let missing1;
if(((((data5.name === undefined) || (!(func0.call(data5, "name")))) && (missing1 = "name")) || (((data5.description === undefined) || (!(func0.call(data5, "description")))) && (missing1 = "description"))) || (((data5.parameters === undefined) || (!(func0.call(data5, "parameters")))) && (missing1 = "parameters"))){
validate10.errors = [{instancePath:instancePath+"/tools/" + i0,schemaPath:"#/properties/tools/items/required",keyword:"required",params:{missingProperty: missing1},schema:schema11.properties.tools.items.required,parentSchema:schema11.properties.tools.items,data:data5}];
return false;
}
else {
if(data5.name !== undefined && func0.call(data5, "name")){
let data6 = data5.name;
const _errs13 = errors;
if(typeof data6 !== "string"){
validate10.errors = [{instancePath:instancePath+"/tools/" + i0+"/name",schemaPath:"#/properties/tools/items/properties/name/type",keyword:"type",params:{type: "string"},schema:schema11.properties.tools.items.properties.name.type,parentSchema:schema11.properties.tools.items.properties.name,data:data6}];
return false;
}
var valid2 = _errs13 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data5.description !== undefined && func0.call(data5, "description")){
let data7 = data5.description;
const _errs15 = errors;
if(typeof data7 !== "string"){
validate10.errors = [{instancePath:instancePath+"/tools/" + i0+"/description",schemaPath:"#/properties/tools/items/properties/description/type",keyword:"type",params:{type: "string"},schema:schema11.properties.tools.items.properties.description.type,parentSchema:schema11.properties.tools.items.properties.description,data:data7}];
return false;
}
var valid2 = _errs15 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data5.parameters !== undefined && func0.call(data5, "parameters")){
let data8 = data5.parameters;
const _errs17 = errors;
if(!(data8 && typeof data8 == "object" && !Array.isArray(data8))){
validate10.errors = [{instancePath:instancePath+"/tools/" + i0+"/parameters",schemaPath:"#/properties/tools/items/properties/parameters/type",keyword:"type",params:{type: "object"},schema:schema11.properties.tools.items.properties.parameters.type,parentSchema:schema11.properties.tools.items.properties.parameters,data:data8}];
return false;
}
var valid2 = _errs17 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data5.needs_permission !== undefined && func0.call(data5, "needs_permission")){
let data9 = data5.needs_permission;
const _errs19 = errors;
if(typeof data9 !== "boolean"){
validate10.errors = [{instancePath:instancePath+"/tools/" + i0+"/needs_permission",schemaPath:"#/properties/tools/items/properties/needs_permission/type",keyword:"type",params:{type: "boolean"},schema:schema11.properties.tools.items.properties.needs_permission.type,parentSchema:schema11.properties.tools.items.properties.needs_permission,data:data9}];
return false;
}
var valid2 = _errs19 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data5.parallel !== undefined && func0.call(data5, "parallel")){
let data10 = data5.parallel;
const _errs21 = errors;
if(typeof data10 !== "boolean"){
validate10.errors = [{instancePath:instancePath+"/tools/" + i0+"/parallel",schemaPath:"#/properties/tools/items/properties/parallel/type",keyword:"type",params:{type: "boolean"},schema:schema11.properties.tools.items.properties.parallel.type,parentSchema:schema11.properties.tools.items.properties.parallel,data:data10}];
return false;
}
var valid2 = _errs21 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/tools/" + i0,schemaPath:"#/properties/tools/items/type",keyword:"type",params:{type: "object"},schema:schema11.properties.tools.items.type,parentSchema:schema11.properties.tools.items,data:data5}];
return false;
}
}
var valid1 = _errs11 === errors;
if(!valid1){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/tools",schemaPath:"#/properties/tools/type",keyword:"type",params:{type: "array"},schema:schema11.properties.tools.type,parentSchema:schema11.properties.tools,data:data4}];
return false;
}
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
else {
validate10.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema11.type,parentSchema:schema11,data}];
return false;
}
}
validate10.errors = vErrors;
return errors === 0;
}

const check_1 = validate11;
const schema12 = {"$id":"1","type":"object","properties":{"id":{},"cmd":{"type":"string","const":"prompt"},"text":{"type":"string"},"images":{"type":"array","items":{"type":"object","properties":{"mime_type":{"type":"string"},"data":{"type":"string"}},"required":["mime_type","data"]}}},"required":["cmd","text"]};

function validate11(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="1" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.cmd === undefined) || (!(func0.call(data, "cmd")))) && (missing0 = "cmd")) || (((data.text === undefined) || (!(func0.call(data, "text")))) && (missing0 = "text"))){
validate11.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},schema:schema12.required,parentSchema:schema12,data}];
return false;
}
else {
if(data.cmd !== undefined && func0.call(data, "cmd")){
let data0 = data.cmd;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate11.errors = [{instancePath:instancePath+"/cmd",schemaPath:"#/properties/cmd/type",keyword:"type",params:{type: "string"},schema:schema12.properties.cmd.type,parentSchema:schema12.properties.cmd,data:data0}];
return false;
}
if("prompt" !== data0){
validate11.errors = [{instancePath:instancePath+"/cmd",schemaPath:"#/properties/cmd/const",keyword:"const",params:{allowedValue: "prompt"},schema:"prompt",parentSchema:schema12.properties.cmd,data:data0}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.text !== undefined && func0.call(data, "text")){
let data1 = data.text;
const _errs3 = errors;
if(typeof data1 !== "string"){
validate11.errors = [{instancePath:instancePath+"/text",schemaPath:"#/properties/text/type",keyword:"type",params:{type: "string"},schema:schema12.properties.text.type,parentSchema:schema12.properties.text,data:data1}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.images !== undefined && func0.call(data, "images")){
let data2 = data.images;
const _errs5 = errors;
if(errors === _errs5){
if(Array.isArray(data2)){
var valid1 = true;
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
let data3 = data2[i0];
const _errs7 = errors;
if(errors === _errs7){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
let missing1;
if((((data3.mime_type === undefined) || (!(func0.call(data3, "mime_type")))) && (missing1 = "mime_type")) || (((data3.data === undefined) || (!(func0.call(data3, "data")))) && (missing1 = "data"))){
validate11.errors = [{instancePath:instancePath+"/images/" + i0,schemaPath:"#/properties/images/items/required",keyword:"required",params:{missingProperty: missing1},schema:schema12.properties.images.items.required,parentSchema:schema12.properties.images.items,data:data3}];
return false;
}
else {
if(data3.mime_type !== undefined && func0.call(data3, "mime_type")){
let data4 = data3.mime_type;
const _errs9 = errors;
if(typeof data4 !== "string"){
validate11.errors = [{instancePath:instancePath+"/images/" + i0+"/mime_type",schemaPath:"#/properties/images/items/properties/mime_type/type",keyword:"type",params:{type: "string"},schema:schema12.properties.images.items.properties.mime_type.type,parentSchema:schema12.properties.images.items.properties.mime_type,data:data4}];
return false;
}
var valid2 = _errs9 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data3.data !== undefined && func0.call(data3, "data")){
let data5 = data3.data;
const _errs11 = errors;
if(typeof data5 !== "string"){
validate11.errors = [{instancePath:instancePath+"/images/" + i0+"/data",schemaPath:"#/properties/images/items/properties/data/type",keyword:"type",params:{type: "string"},schema:schema12.properties.images.items.properties.data.type,parentSchema:schema12.properties.images.items.properties.data,data:data5}];
return false;
}
var valid2 = _errs11 === errors;
}
else {
var valid2 = true;
}
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/images/" + i0,schemaPath:"#/properties/images/items/type",keyword:"type",params:{type: "object"},schema:schema12.properties.images.items.type,parentSchema:schema12.properties.images.items,data:data3}];
return false;
}
}
var valid1 = _errs7 === errors;
if(!valid1){
break;
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/images",schemaPath:"#/properties/images/type",keyword:"type",params:{type: "array"},schema:schema12.properties.images.type,parentSchema:schema12.properties.images,data:data2}];
return false;
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate11.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema12.type,parentSchema:schema12,data}];
return false;
}
}
validate11.errors = vErrors;
return errors === 0;
}

const check_2 = validate12;
const schema13 = {"$id":"2","type":"object","properties":{"id":{},"cmd":{"type":"string","const":"steer"},"text":{"type":"string"},"images":{"type":"array","items":{"type":"object","properties":{"mime_type":{"type":"string"},"data":{"type":"string"}},"required":["mime_type","data"]}}},"required":["cmd","text"]};

function validate12(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="2" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.cmd === undefined) || (!(func0.call(data, "cmd")))) && (missing0 = "cmd")) || (((data.text === undefined) || (!(func0.call(data, "text")))) && (missing0 = "text"))){
validate12.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},schema:schema13.required,parentSchema:schema13,data}];
return false;
}
else {
if(data.cmd !== undefined && func0.call(data, "cmd")){
let data0 = data.cmd;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate12.errors = [{instancePath:instancePath+"/cmd",schemaPath:"#/properties/cmd/type",keyword:"type",params:{type: "string"},schema:schema13.properties.cmd.type,parentSchema:schema13.properties.cmd,data:data0}];
return false;
}
if("steer" !== data0){
validate12.errors = [{instancePath:instancePath+"/cmd",schemaPath:"#/properties/cmd/const",keyword:"const",params:{allowedValue: "steer"},schema:"steer",parentSchema:schema13.properties.cmd,data:data0}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.text !== undefined && func0.call(data, "text")){
let data1 = data.text;
const _errs3 = errors;
if(typeof data1 !== "string"){
validate12.errors = [{instancePath:instancePath+"/text",schemaPath:"#/properties/text/type",keyword:"type",params:{type: "string"},schema:schema13.properties.text.type,parentSchema:schema13.properties.text,data:data1}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.images !== undefined && func0.call(data, "images")){
let data2 = data.images;
const _errs5 = errors;
if(errors === _errs5){
if(Array.isArray(data2)){
var valid1 = true;
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
let data3 = data2[i0];
const _errs7 = errors;
if(errors === _errs7){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
let missing1;
if((((data3.mime_type === undefined) || (!(func0.call(data3, "mime_type")))) && (missing1 = "mime_type")) || (((data3.data === undefined) || (!(func0.call(data3, "data")))) && (missing1 = "data"))){
validate12.errors = [{instancePath:instancePath+"/images/" + i0,schemaPath:"#/properties/images/items/required",keyword:"required",params:{missingProperty: missing1},schema:schema13.properties.images.items.required,parentSchema:schema13.properties.images.items,data:data3}];
return false;
}
else {
if(data3.mime_type !== undefined && func0.call(data3, "mime_type")){
let data4 = data3.mime_type;
const _errs9 = errors;
if(typeof data4 !== "string"){
validate12.errors = [{instancePath:instancePath+"/images/" + i0+"/mime_type",schemaPath:"#/properties/images/items/properties/mime_type/type",keyword:"type",params:{type: "string"},schema:schema13.properties.images.items.properties.mime_type.type,parentSchema:schema13.properties.images.items.properties.mime_type,data:data4}];
return false;
}
var valid2 = _errs9 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data3.data !== undefined && func0.call(data3, "data")){
let data5 = data3.data;
const _errs11 = errors;
if(typeof data5 !== "string"){
validate12.errors = [{instancePath:instancePath+"/images/" + i0+"/data",schemaPath:"#/properties/images/items/properties/data/type",keyword:"type",params:{type: "string"},schema:schema13.properties.images.items.properties.data.type,parentSchema:schema13.properties.images.items.properties.data,data:data5}];
return false;
}
var valid2 = _errs11 === errors;
}
else {
var valid2 = true;
}
}
}
}
else {
validate12.errors = [{instancePath:instancePath+"/images/" + i0,schemaPath:"#/properties/images/items/type",keyword:"type",params:{type: "object"},schema:schema13.properties.images.items.type,parentSchema:schema13.properties.images.items,data:data3}];
return false;
}
}
var valid1 = _errs7 === errors;
if(!valid1){
break;
}
}
}
else {
validate12.errors = [{instancePath:instancePath+"/images",schemaPath:"#/properties/images/type",keyword:"type",params:{type: "array"},schema:schema13.properties.images.type,parentSchema:schema13.properties.images,data:data2}];
return false;
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate12.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema13.type,parentSchema:schema13,data}];
return false;
}
}
validate12.errors = vErrors;
return errors === 0;
}

const check_3 = validate13;
const schema14 = {"$id":"3","type":"object","properties":{"id":{},"cmd":{"type":"string","const":"follow_up"},"text":{"type":"string"},"images":{"type":"array","items":{"type":"object","properties":{"mime_type":{"type":"string"},"data":{"type":"string"}},"required":["mime_type","data"]}}},"required":["cmd","text"]};

function validate13(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="3" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.cmd === undefined) || (!(func0.call(data, "cmd")))) && (missing0 = "cmd")) || (((data.text === undefined) || (!(func0.call(data, "text")))) && (missing0 = "text"))){
validate13.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},schema:schema14.required,parentSchema:schema14,data}];
return false;
}
else {
if(data.cmd !== undefined && func0.call(data, "cmd")){
let data0 = data.cmd;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate13.errors = [{instancePath:instancePath+"/cmd",schemaPath:"#/properties/cmd/type",keyword:"type",params:{type: "string"},schema:schema14.properties.cmd.type,parentSchema:schema14.properties.cmd,data:data0}];
return false;
}
if("follow_up" !== data0){
validate13.errors = [{instancePath:instancePath+"/cmd",schemaPath:"#/properties/cmd/const",keyword:"const",params:{allowedValue: "follow_up"},schema:"follow_up",parentSchema:schema14.properties.cmd,data:data0}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.text !== undefined && func0.call(data, "text")){
let data1 = data.text;
const _errs3 = errors;
if(typeof data1 !== "string"){
validate13.errors = [{instancePath:instancePath+"/text",schemaPath:"#/properties/text/type",keyword:"type",params:{type: "string"},schema:schema14.properties.text.type,parentSchema:schema14.properties.text,data:data1}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.images !== undefined && func0.call(data, "images")){
let data2 = data.images;
const _errs5 = errors;
if(errors === _errs5){
if(Array.isArray(data2)){
var valid1 = true;
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
let data3 = data2[i0];
const _errs7 = errors;
if(errors === _errs7){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
let missing1;
if((((data3.mime_type === undefined) || (!(func0.call(data3, "mime_type")))) && (missing1 = "mime_type")) || (((data3.data === undefined) || (!(func0.call(data3, "data")))) && (missing1 = "data"))){
validate13.errors = [{instancePath:instancePath+"/images/" + i0,schemaPath:"#/properties/images/items/required",keyword:"required",params:{missingProperty: missing1},schema:schema14.properties.images.items.required,parentSchema:schema14.properties.images.items,data:data3}];
return false;
}
else {
if(data3.mime_type !== undefined && func0.call(data3, "mime_type")){
let data4 = data3.mime_type;
const _errs9 = errors;
if(typeof data4 !== "string"){
validate13.errors = [{instancePath:instancePath+"/images/" + i0+"/mime_type",schemaPath:"#/properties/images/items/properties/mime_type/type",keyword:"type",params:{type: "string"},schema:schema14.properties.images.items.properties.mime_type.type,parentSchema:schema14.properties.images.items.properties.mime_type,data:data4}];
return false;
}
var valid2 = _errs9 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data3.data !== undefined && func0.call(data3, "data")){
let data5 = data3.data;
const _errs11 = errors;
if(typeof data5 !== "string"){
validate13.errors = [{instancePath:instancePath+"/images/" + i0+"/data",schemaPath:"#/properties/images/items/properties/data/type",keyword:"type",params:{type: "string"},schema:schema14.properties.images.items.properties.data.type,parentSchema:schema14.properties.images.items.properties.data,data:data5}];
return false;
}
var valid2 = _errs11 === errors;
}
else {
var valid2 = true;
}
}
}
}
else {
validate13.errors = [{instancePath:instancePath+"/images/" + i0,schemaPath:"#/properties/images/items/type",keyword:"type",params:{type: "object"},schema:schema14.properties.images.items.type,parentSchema:schema14.properties.images.items,data:data3}];
return false;
}
}
var valid1 = _errs7 === errors;
if(!valid1){
break;
}
}
}
else {
validate13.errors = [{instancePath:instancePath+"/images",schemaPath:"#/properties/images/type",keyword:"type",params:{type: "array"},schema:schema14.properties.images.type,parentSchema:schema14.properties.images,data:data2}];
return false;
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate13.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema14.type,parentSchema:schema14,data}];
return false;
}
}
validate13.errors = vErrors;
return errors === 0;
}

const check_4 = validate14;
const schema15 = {"$id":"4","type":"object","properties":{"id":{},"cmd":{"type":"string","const":"abort"},"clear_queue":{"type":"boolean"}},"required":["cmd"]};

function validate14(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="4" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.cmd === undefined) || (!(func0.call(data, "cmd")))) && (missing0 = "cmd")){
validate14.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},schema:schema15.required,parentSchema:schema15,data}];
return false;
}
else {
if(data.cmd !== undefined && func0.call(data, "cmd")){
let data0 = data.cmd;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate14.errors = [{instancePath:instancePath+"/cmd",schemaPath:"#/properties/cmd/type",keyword:"type",params:{type: "string"},schema:schema15.properties.cmd.type,parentSchema:schema15.properties.cmd,data:data0}];
return false;
}
if("abort" !== data0){
validate14.errors = [{instancePath:instancePath+"/cmd",schemaPath:"#/properties/cmd/const",keyword:"const",params:{allowedValue: "abort"},schema:"abort",parentSchema:schema15.properties.cmd,data:data0}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.clear_queue !== undefined && func0.call(data, "clear_queue")){
let data1 = data.clear_queue;
const _errs3 = errors;
if(typeof data1 !== "boolean"){
validate14.errors = [{instancePath:instancePath+"/clear_queue",schemaPath:"#/properties/clear_queue/type",keyword:"type",params:{type: "boolean"},schema:schema15.properties.clear_queue.type,parentSchema:schema15.properties.clear_queue,data:data1}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
validate14.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema15.type,parentSchema:schema15,data}];
return false;
}
}
validate14.errors = vErrors;
return errors === 0;
}

const check_5 = validate15;
const schema16 = {"$id":"5","type":"object","properties":{"id":{},"cmd":{"type":"string","const":"reset"}},"required":["cmd"]};

function validate15(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="5" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.cmd === undefined) || (!(func0.call(data, "cmd")))) && (missing0 = "cmd")){
validate15.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},schema:schema16.required,parentSchema:schema16,data}];
return false;
}
else {
if(data.cmd !== undefined && func0.call(data, "cmd")){
let data0 = data.cmd;
if(typeof data0 !== "string"){
validate15.errors = [{instancePath:instancePath+"/cmd",schemaPath:"#/properties/cmd/type",keyword:"type",params:{type: "string"},schema:schema16.properties.cmd.type,parentSchema:schema16.properties.cmd,data:data0}];
return false;
}
if("reset" !== data0){
validate15.errors = [{instancePath:instancePath+"/cmd",schemaPath:"#/properties/cmd/const",keyword:"const",params:{allowedValue: "reset"},schema:"reset",parentSchema:schema16.properties.cmd,data:data0}];
return false;
}
}
}
}
else {
validate15.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema16.type,parentSchema:schema16,data}];
return false;
}
}
validate15.errors = vErrors;
return errors === 0;
}

const check_6 = validate16;
const schema17 = {"$id":"6","type":"object","properties":{"id":{},"cmd":{"type":"string","const":"get_state"}},"required":["cmd"]};

function validate16(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="6" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.cmd === undefined) || (!(func0.call(data, "cmd")))) && (missing0 = "cmd")){
validate16.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},schema:schema17.required,parentSchema:schema17,data}];
return false;
}
else {
if(data.cmd !== undefined && func0.call(data, "cmd")){
let data0 = data.cmd;
if(typeof data0 !== "string"){
validate16.errors = [{instancePath:instancePath+"/cmd",schemaPath:"#/properties/cmd/type",keyword:"type",params:{type: "string"},schema:schema17.properties.cmd.type,parentSchema:schema17.properties.cmd,data:data0}];
return false;
}
if("get_state" !== data0){
validate16.errors = [{instancePath:instancePath+"/cmd",schemaPath:"#/properties/cmd/const",keyword:"const",params:{allowedValue: "get_state"},schema:"get_state",parentSchema:schema17.properties.cmd,data:data0}];
return false;
}
}
}
}
else {
validate16.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema17.type,parentSchema:schema17,data}];
return false;
}
}
validate16.errors = vErrors;
return errors === 0;
}

const check_7 = validate17;
const schema18 = {"$id":"7","type":"object","properties":{"id":{},"cmd":{"type":"string","const":"get_messages"},"after":{"type":"string"}},"required":["cmd"]};

function validate17(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="7" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.cmd === undefined) || (!(func0.call(data, "cmd")))) && (missing0 = "cmd")){
validate17.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},schema:schema18.required,parentSchema:schema18,data}];
return false;
}
else {
if(data.cmd !== undefined && func0.call(data, "cmd")){
let data0 = data.cmd;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate17.errors = [{instancePath:instancePath+"/cmd",schemaPath:"#/properties/cmd/type",keyword:"type",params:{type: "string"},schema:schema18.properties.cmd.type,parentSchema:schema18.properties.cmd,data:data0}];
return false;
}
if("get_messages" !== data0){
validate17.errors = [{instancePath:instancePath+"/cmd",schemaPath:"#/properties/cmd/const",keyword:"const",params:{allowedValue: "get_messages"},schema:"get_messages",parentSchema:schema18.properties.cmd,data:data0}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.after !== undefined && func0.call(data, "after")){
let data1 = data.after;
const _errs3 = errors;
if(typeof data1 !== "string"){
validate17.errors = [{instancePath:instancePath+"/after",schemaPath:"#/properties/after/type",keyword:"type",params:{type: "string"},schema:schema18.properties.after.type,parentSchema:schema18.properties.after,data:data1}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
validate17.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema18.type,parentSchema:schema18,data}];
return false;
}
}
validate17.errors = vErrors;
return errors === 0;
}

const check_8 = validate18;
const schema19 = {"$id":"8","type":"object","properties":{"id":{},"cmd":{"type":"string","const":"set_model"},"model":{"type":"string"}},"required":["cmd","model"]};

function validate18(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="8" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.cmd === undefined) || (!(func0.call(data, "cmd")))) && (missing0 = "cmd")) || (((data.model === undefined) || (!(func0.call(data, "model")))) && (missing0 = "model"))){
validate18.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},schema:schema19.required,parentSchema:schema19,data}];
return false;
}
else {
if(data.cmd !== undefined && func0.call(data, "cmd")){
let data0 = data.cmd;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate18.errors = [{instancePath:instancePath+"/cmd",schemaPath:"#/properties/cmd/type",keyword:"type",params:{type: "string"},schema:schema19.properties.cmd.type,parentSchema:schema19.properties.cmd,data:data0}];
return false;
}
if("set_model" !== data0){
validate18.errors = [{instancePath:instancePath+"/cmd",schemaPath:"#/properties/cmd/const",keyword:"const",params:{allowedValue: "set_model"},schema:"set_model",parentSchema:schema19.properties.cmd,data:data0}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.model !== undefined && func0.call(data, "model")){
let data1 = data.model;
const _errs3 = errors;
if(typeof data1 !== "string"){
validate18.errors = [{instancePath:instancePath+"/model",schemaPath:"#/properties/model/type",keyword:"type",params:{type: "string"},schema:schema19.properties.model.type,parentSchema:schema19.properties.model,data:data1}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
validate18.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema19.type,parentSchema:schema19,data}];
return false;
}
}
validate18.errors = vErrors;
return errors === 0;
}

const check_9 = validate19;
const schema20 = {"$id":"9","type":"object","properties":{"id":{},"cmd":{"type":"string","const":"set_thinking"},"level":{"type":"string","enum":["off","low","medium","high"]}},"required":["cmd","level"]};

function validate19(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="9" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.cmd === undefined) || (!(func0.call(data, "cmd")))) && (missing0 = "cmd")) || (((data.level === undefined) || (!(func0.call(data, "level")))) && (missing0 = "level"))){
validate19.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},schema:schema20.required,parentSchema:schema20,data}];
return false;
}
else {
if(data.cmd !== undefined && func0.call(data, "cmd")){
let data0 = data.cmd;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate19.errors = [{instancePath:instancePath+"/cmd",schemaPath:"#/properties/cmd/type",keyword:"type",params:{type: "string"},schema:schema20.properties.cmd.type,parentSchema:schema20.properties.cmd,data:data0}];
return false;
}
if("set_thinking" !== data0){
validate19.errors = [{instancePath:instancePath+"/cmd",schemaPath:"#/properties/cmd/const",keyword:"const",params:{allowedValue: "set_thinking"},schema:"set_thinking",parentSchema:schema20.properties.cmd,data:data0}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.level !== undefined && func0.call(data, "level")){
let data1 = data.level;
const _errs3 = errors;
if(typeof data1 !== "string"){
validate19.errors = [{instancePath:instancePath+"/level",schemaPath:"#/properties/level/type",keyword:"type",params:{type: "string"},schema:schema20.properties.level.type,parentSchema:schema20.properties.level,data:data1}];
return false;
}
if(!((((data1 === "off") || (data1 === "low")) || (data1 === "medium")) || (data1 === "high"))){
validate19.errors = [{instancePath:instancePath+"/level",schemaPath:"#/properties/level/enum",keyword:"enum",params:{allowedValues: schema20.properties.level.enum},schema:schema20.properties.level.enum,parentSchema:schema20.properties.level,data:data1}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
validate19.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema20.type,parentSchema:schema20,data}];
return false;
}
}
validate19.errors = vErrors;
return errors === 0;
}

const check_10 = validate20;
const schema21 = {"$id":"10","type":"object","properties":{"id":{},"cmd":{"type":"string","const":"compact"},"instructions":{"type":"string"}},"required":["cmd"]};

function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="10" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.cmd === undefined) || (!(func0.call(data, "cmd")))) && (missing0 = "cmd")){
validate20.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},schema:schema21.required,parentSchema:schema21,data}];
return false;
}
else {
if(data.cmd !== undefined && func0.call(data, "cmd")){
let data0 = data.cmd;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate20.errors = [{instancePath:instancePath+"/cmd",schemaPath:"#/properties/cmd/type",keyword:"type",params:{type: "string"},schema:schema21.properties.cmd.type,parentSchema:schema21.properties.cmd,data:data0}];
return false;
}
if("compact" !== data0){
validate20.errors = [{instancePath:instancePath+"/cmd",schemaPath:"#/properties/cmd/const",keyword:"const",params:{allowedValue: "compact"},schema:"compact",parentSchema:schema21.properties.cmd,data:data0}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.instructions !== undefined && func0.call(data, "instructions")){
let data1 = data.instructions;
const _errs3 = errors;
if(typeof data1 !== "string"){
validate20.errors = [{instancePath:instancePath+"/instructions",schemaPath:"#/properties/instructions/type",keyword:"type",params:{type: "string"},schema:schema21.properties.instructions.type,parentSchema:schema21.properties.instructions,data:data1}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
validate20.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema21.type,parentSchema:schema21,data}];
return false;
}
}
validate20.errors = vErrors;
return errors === 0;
}

const check_11 = validate21;
const schema22 = {"$id":"11","type":"object","properties":{"id":{},"cmd":{"type":"string","const":"permission"},"request_id":{"type":"string"},"decision":{"type":"string","enum":["allow","allow_always","deny"]},"reason":{"type":"string"}},"required":["cmd","request_id","decision"]};

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="11" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((data.cmd === undefined) || (!(func0.call(data, "cmd")))) && (missing0 = "cmd")) || (((data.request_id === undefined) || (!(func0.call(data, "request_id")))) && (missing0 = "request_id"))) || (((data.decision === undefined) || (!(func0.call(data, "decision")))) && (missing0 = "decision"))){
validate21.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},schema:schema22.required,parentSchema:schema22,data}];
return false;
}
else {
if(data.cmd !== undefined && func0.call(data, "cmd")){
let data0 = data.cmd;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate21.errors = [{instancePath:instancePath+"/cmd",schemaPath:"#/properties/cmd/type",keyword:"type",params:{type: "string"},schema:schema22.properties.cmd.type,parentSchema:schema22.properties.cmd,data:data0}];
return false;
}
if("permission" !== data0){
validate21.errors = [{instancePath:instancePath+"/cmd",schemaPath:"#/properties/cmd/const",keyword:"const",params:{allowedValue: "permission"},schema:"permission",parentSchema:schema22.properties.cmd,data:data0}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.request_id !== undefined && func0.call(data, "request_id")){
let data1 = data.request_id;
const _errs3 = errors;
if(typeof data1 !== "string"){
validate21.errors = [{instancePath:instancePath+"/request_id",schemaPath:"#/properties/request_id/type",keyword:"type",params:{type: "string"},schema:schema22.properties.request_id.type,parentSchema:schema22.properties.request_id,data:data1}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.decision !== undefined && func0.call(data, "decision")){
let data2 = data.decision;
const _errs5 = errors;
if(typeof data2 !== "string"){
validate21.errors = [{instancePath:instancePath+"/decision",schemaPath:"#/properties/decision/type",keyword:"type",params:{type: "string"},schema:schema22.properties.decision.type,parentSchema:schema22.properties.decision,data:data2}];
return false;
}
if(!(((data2 === "allow") || (data2 === "allow_always")) || (data2 === "deny"))){
validate21.errors = [{instancePath:instancePath+"/decision",schemaPath:"#/properties/decision/enum",keyword:"enum",params:{allowedValues: schema22.properties.decision.enum},schema:schema22.properties.decision.enum,parentSchema:schema22.properties.decision,data:data2}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.reason !== undefined && func0.call(data, "reason")){
let data3 = data.reason;
const _errs7 = errors;
if(typeof data3 !== "string"){
validate21.errors = [{instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/type",keyword:"type",params:{type: "string"},schema:schema22.properties.reason.type,parentSchema:schema22.properties.reason,data:data3}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
else {
validate21.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema22.type,parentSchema:schema22,data}];
return false;
}
}
validate21.errors = vErrors;
return errors === 0;
}

const check_12 = validate22;
const schema23 = {"$id":"12","type":"object","properties":{"id":{},"cmd":{"type":"string","const":"tool_result"},"request_id":{"type":"string"},"content":{"anyOf":[{"type":"string"},{"type":"array","items":{"type":"object","discriminator":{"propertyName":"type"},"required":["type"],"oneOf":[{"type":"object","properties":{"type":{"type":"string","const":"text"},"text":{"type":"string"}},"required":["type","text"]},{"type":"object","properties":{"type":{"type":"string","const":"image"},"mime_type":{"type":"string"},"data":{"type":"string"}},"required":["type","mime_type","data"]}]}}]},"is_error":{"type":"boolean"},"details":{}},"required":["cmd","request_id","content"]};

function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="12" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((data.cmd === undefined) || (!(func0.call(data, "cmd")))) && (missing0 = "cmd")) || (((data.request_id === undefined) || (!(func0.call(data, "request_id")))) && (missing0 = "request_id"))) || (((data.content === undefined) || (!(func0.call(data, "content")))) && (missing0 = "content"))){
validate22.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},schema:schema23.required,parentSchema:schema23,data}];
return false;
}
else {
if(data.cmd !== undefined && func0.call(data, "cmd")){
let data0 = data.cmd;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate22.errors = [{instancePath:instancePath+"/cmd",schemaPath:"#/properties/cmd/type",keyword:"type",params:{type: "string"},schema:schema23.properties.cmd.type,parentSchema:schema23.properties.cmd,data:data0}];
return false;
}
if("tool_result" !== data0){
validate22.errors = [{instancePath:instancePath+"/cmd",schemaPath:"#/properties/cmd/const",keyword:"const",params:{allowedValue: "tool_result"},schema:"tool_result",parentSchema:schema23.properties.cmd,data:data0}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.request_id !== undefined && func0.call(data, "request_id")){
let data1 = data.request_id;
const _errs3 = errors;
if(typeof data1 !== "string"){
validate22.errors = [{instancePath:instancePath+"/request_id",schemaPath:"#/properties/request_id/type",keyword:"type",params:{type: "string"},schema:schema23.properties.request_id.type,parentSchema:schema23.properties.request_id,data:data1}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.content !== undefined && func0.call(data, "content")){
let data2 = data.content;
const _errs5 = errors;
const _errs6 = errors;
let valid1 = false;
const _errs7 = errors;
if(typeof data2 !== "string"){
const err0 = {instancePath:instancePath+"/content",schemaPath:"#/properties/content/anyOf/0/type",keyword:"type",params:{type: "string"},schema:schema23.properties.content.anyOf[0].type,parentSchema:schema23.properties.content.anyOf[0],data:data2};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs7 === errors;
valid1 = valid1 || _valid0;
if(!valid1){
const _errs9 = errors;
if(errors === _errs9){
if(Array.isArray(data2)){
var valid2 = true;
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
let data3 = data2[i0];
const _errs11 = errors;
if(errors === _errs11){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
let missing1;
if(((data3.type === undefined) || (!(func0.call(data3, "type")))) && (missing1 = "type")){
const err1 = {instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/anyOf/1/items/required",keyword:"required",params:{missingProperty: missing1},schema:schema23.properties.content.anyOf[1].items.required,parentSchema:schema23.properties.content.anyOf[1].items,data:data3};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
else {
const tag0 = data3.type;
if(typeof tag0 == "string"){
if(tag0 === "text"){
const _errs14 = errors;
if(errors === _errs14){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
let missing2;
if((((data3.type === undefined) || (!(func0.call(data3, "type")))) && (missing2 = "type")) || (((data3.text === undefined) || (!(func0.call(data3, "text")))) && (missing2 = "text"))){
const err2 = {instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/anyOf/1/items/oneOf/0/required",keyword:"required",params:{missingProperty: missing2},schema:schema23.properties.content.anyOf[1].items.oneOf[0].required,parentSchema:schema23.properties.content.anyOf[1].items.oneOf[0],data:data3};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
else {
if(data3.type !== undefined && func0.call(data3, "type")){
let data4 = data3.type;
const _errs16 = errors;
if(typeof data4 !== "string"){
const err3 = {instancePath:instancePath+"/content/" + i0+"/type",schemaPath:"#/properties/content/anyOf/1/items/oneOf/0/properties/type/type",keyword:"type",params:{type: "string"},schema:schema23.properties.content.anyOf[1].items.oneOf[0].properties.type.type,parentSchema:schema23.properties.content.anyOf[1].items.oneOf[0].properties.type,data:data4};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if("text" !== data4){
const err4 = {instancePath:instancePath+"/content/" + i0+"/type",schemaPath:"#/properties/content/anyOf/1/items/oneOf/0/properties/type/const",keyword:"const",params:{allowedValue: "text"},schema:"text",parentSchema:schema23.properties.content.anyOf[1].items.oneOf[0].properties.type,data:data4};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
var valid5 = _errs16 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data3.text !== undefined && func0.call(data3, "text")){
let data5 = data3.text;
const _errs18 = errors;
if(typeof data5 !== "string"){
const err5 = {instancePath:instancePath+"/content/" + i0+"/text",schemaPath:"#/properties/content/anyOf/1/items/oneOf/0/properties/text/type",keyword:"type",params:{type: "string"},schema:schema23.properties.content.anyOf[1].items.oneOf[0].properties.text.type,parentSchema:schema23.properties.content.anyOf[1].items.oneOf[0].properties.text,data:data5};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
var valid5 = _errs18 === errors;
}
else {
var valid5 = true;
}
}
}
}
else {
const err6 = {instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/anyOf/1/items/oneOf/0/type",keyword:"type",params:{type: "object"},schema:schema23.properties.content.anyOf[1].items.oneOf[0].type,parentSchema:schema23.properties.content.anyOf[1].items.oneOf[0],data:data3};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else if(tag0 === "image"){
const _errs20 = errors;
if(errors === _errs20){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
let missing3;
if(((((data3.type === undefined) || (!(func0.call(data3, "type")))) && (missing3 = "type")) || (((data3.mime_type === undefined) || (!(func0.call(data3, "mime_type")))) && (missing3 = "mime_type"))) || (((data3.data === undefined) || (!(func0.call(data3, "data")))) && (missing3 = "data"))){
const err7 = {instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/anyOf/1/items/oneOf/1/required",keyword:"required",params:{missingProperty: missing3},schema:schema23.properties.content.anyOf[1].items.oneOf[1].required,parentSchema:schema23.properties.content.anyOf[1].items.oneOf[1],data:data3};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
else {
if(data3.type !== undefined && func0.call(data3, "type")){
let data6 = data3.type;
const _errs22 = errors;
if(typeof data6 !== "string"){
const err8 = {instancePath:instancePath+"/content/" + i0+"/type",schemaPath:"#/properties/content/anyOf/1/items/oneOf/1/properties/type/type",keyword:"type",params:{type: "string"},schema:schema23.properties.content.anyOf[1].items.oneOf[1].properties.type.type,parentSchema:schema23.properties.content.anyOf[1].items.oneOf[1].properties.type,data:data6};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if("image" !== data6){
const err9 = {instancePath:instancePath+"/content/" + i0+"/type",schemaPath:"#/properties/content/anyOf/1/items/oneOf/1/properties/type/const",keyword:"const",params:{allowedValue: "image"},schema:"image",parentSchema:schema23.properties.content.anyOf[1].items.oneOf[1].properties.type,data:data6};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
var valid7 = _errs22 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data3.mime_type !== undefined && func0.call(data3, "mime_type")){
let data7 = data3.mime_type;
const _errs24 = errors;
if(typeof data7 !== "string"){
const err10 = {instancePath:instancePath+"/content/" + i0+"/mime_type",schemaPath:"#/properties/content/anyOf/1/items/oneOf/1/properties/mime_type/type",keyword:"type",params:{type: "string"},schema:schema23.properties.content.anyOf[1].items.oneOf[1].properties.mime_type.type,parentSchema:schema23.properties.content.anyOf[1].items.oneOf[1].properties.mime_type,data:data7};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
var valid7 = _errs24 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data3.data !== undefined && func0.call(data3, "data")){
let data8 = data3.data;
const _errs26 = errors;
if(typeof data8 !== "string"){
const err11 = {instancePath:instancePath+"/content/" + i0+"/data",schemaPath:"#/properties/content/anyOf/1/items/oneOf/1/properties/data/type",keyword:"type",params:{type: "string"},schema:schema23.properties.content.anyOf[1].items.oneOf[1].properties.data.type,parentSchema:schema23.properties.content.anyOf[1].items.oneOf[1].properties.data,data:data8};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
var valid7 = _errs26 === errors;
}
else {
var valid7 = true;
}
}
}
}
}
else {
const err12 = {instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/anyOf/1/items/oneOf/1/type",keyword:"type",params:{type: "object"},schema:schema23.properties.content.anyOf[1].items.oneOf[1].type,parentSchema:schema23.properties.content.anyOf[1].items.oneOf[1],data:data3};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/anyOf/1/items/discriminator",keyword:"discriminator",params:{error: "mapping", tag: "type", tagValue: tag0},schema:schema23.properties.content.anyOf[1].items.discriminator,parentSchema:schema23.properties.content.anyOf[1].items,data:data3};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
else {
const err14 = {instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/anyOf/1/items/discriminator",keyword:"discriminator",params:{error: "tag", tag: "type", tagValue: tag0},schema:schema23.properties.content.anyOf[1].items.discriminator,parentSchema:schema23.properties.content.anyOf[1].items,data:data3};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
else {
const err15 = {instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/anyOf/1/items/type",keyword:"type",params:{type: "object"},schema:schema23.properties.content.anyOf[1].items.type,parentSchema:schema23.properties.content.anyOf[1].items,data:data3};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
var valid2 = _errs11 === errors;
if(!valid2){
break;
}
}
}
else {
const err16 = {instancePath:instancePath+"/content",schemaPath:"#/properties/content/anyOf/1/type",keyword:"type",params:{type: "array"},schema:schema23.properties.content.anyOf[1].type,parentSchema:schema23.properties.content.anyOf[1],data:data2};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
var _valid0 = _errs9 === errors;
valid1 = valid1 || _valid0;
}
if(!valid1){
const err17 = {instancePath:instancePath+"/content",schemaPath:"#/properties/content/anyOf",keyword:"anyOf",params:{},schema:schema23.properties.content.anyOf,parentSchema:schema23.properties.content,data:data2};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
validate22.errors = vErrors;
return false;
}
else {
errors = _errs6;
if(vErrors !== null){
if(_errs6){
vErrors.length = _errs6;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.is_error !== undefined && func0.call(data, "is_error")){
let data9 = data.is_error;
const _errs28 = errors;
if(typeof data9 !== "boolean"){
validate22.errors = [{instancePath:instancePath+"/is_error",schemaPath:"#/properties/is_error/type",keyword:"type",params:{type: "boolean"},schema:schema23.properties.is_error.type,parentSchema:schema23.properties.is_error,data:data9}];
return false;
}
var valid0 = _errs28 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
else {
validate22.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema23.type,parentSchema:schema23,data}];
return false;
}
}
validate22.errors = vErrors;
return errors === 0;
}

const check_13 = validate23;
const schema24 = {"$id":"13","type":"object","properties":{"id":{},"cmd":{"type":"string","const":"bye"}},"required":["cmd"]};

function validate23(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="13" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.cmd === undefined) || (!(func0.call(data, "cmd")))) && (missing0 = "cmd")){
validate23.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},schema:schema24.required,parentSchema:schema24,data}];
return false;
}
else {
if(data.cmd !== undefined && func0.call(data, "cmd")){
let data0 = data.cmd;
if(typeof data0 !== "string"){
validate23.errors = [{instancePath:instancePath+"/cmd",schemaPath:"#/properties/cmd/type",keyword:"type",params:{type: "string"},schema:schema24.properties.cmd.type,parentSchema:schema24.properties.cmd,data:data0}];
return false;
}
if("bye" !== data0){
validate23.errors = [{instancePath:instancePath+"/cmd",schemaPath:"#/properties/cmd/const",keyword:"const",params:{allowedValue: "bye"},schema:"bye",parentSchema:schema24.properties.cmd,data:data0}];
return false;
}
}
}
}
else {
validate23.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema24.type,parentSchema:schema24,data}];
return false;
}
}
validate23.errors = vErrors;
return errors === 0;
}

const checks = new Map([["hello", check_0], ["prompt", check_1], ["steer", check_2], ["follow_up", check_3], ["abort", check_4], ["reset", check_5], ["get_state", check_6], ["get_messages", check_7], ["set_model", check_8], ["set_thinking", check_9], ["compact", check_10], ["permission", check_11], ["tool_result", check_12], ["bye", check_13]]);
export const COMMAND_NAMES = ["hello","prompt","steer","follow_up","abort","reset","get_state","get_messages","set_model","set_thinking","compact","permission","tool_result","bye"];

export function validateCommand(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return "command: expected an object, got " + got(value);
  const check = Object.hasOwn(value, "cmd") ? checks.get(value.cmd) : undefined;
  if (check === undefined)
    return "cmd: expected " + expected({ enum: COMMAND_NAMES }) + (value.cmd === undefined ? ", it is missing" : ", got " + got(value.cmd));
  if (check(value)) return null;
  const failures = check.errors;
  check.errors = null;
  return refusal(value.cmd, failures);
}



/**
 * One sentence on what is wrong with a value: the field, what was expected there, and what there was. Of several
 * failures, which a union leaves behind, it tells the one that got furthest into the value.
 * @param {string} name what the value is called
 * @param {readonly Failure[]} failures as ajv reports them with `verbose`, never empty
 * @returns {string} such as `prompt.images[0].data: expected a string, it is missing`
 */
function refusal(name, failures) {
  const depth = (/** @type {Failure} */ { instancePath }) => instancePath.split("/").length;
  const told = failures.reduce((best, next) => (depth(next) >= depth(best) ? next : best));
  const field = told.keyword === "required" ? told.params.missingProperty : told.params.tag;
  const path = name + steps(told.instancePath) + (field === undefined ? "" : `.${field}`);
  const schema = field === undefined ? told.parentSchema : fieldSchema(told.parentSchema, field);
  const value = field === undefined ? told.data : told.data[field];
  return `${path}: expected ${expected(schema)}, ${value === undefined ? "it is missing" : `got ${got(value)}`}`;
}

/** @param {string} pointer */
function steps(pointer) {
  return pointer.replace(/\/([^/]*)/g, (_all, step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`));
}

/** @param {any} schema @param {string} field */
function fieldSchema(schema, field) {
  const branches = schema.oneOf ?? [schema];
  return branches.length === 1
    ? branches[0].properties[field]
    : { enum: branches.map((/** @type {any} */ branch) => branch.properties[field].const) };
}

/** @param {any} schema @returns {string} */
function expected(schema) {
  if (schema.anyOf) return either(schema.anyOf.map(expected));
  if (schema.enum) return either(schema.enum.map((/** @type {unknown} */ value) => JSON.stringify(value)));
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  return either([schema.type].flat().map(kind));
}

/** @param {readonly string[]} choices */
function either(choices) {
  const each = [...new Set(choices)];
  return each.length < 2 ? each.join() : `${each.slice(0, -1).join(", ")} or ${each.at(-1)}`;
}

/** @param {string | undefined} type */
function kind(type) {
  if (type === "array") return "a list";
  if (type === "object") return "an object";
  if (type === "integer") return "a whole number";
  if (type === "boolean") return "true or false";
  if (type === "null") return "null";
  return type === undefined ? "any JSON value" : `a ${type}`;
}

/** @param {unknown} value */
function got(value) {
  if (typeof value === "string") return value.length <= 40 ? JSON.stringify(value) : "a string";
  if (value === null || typeof value === "boolean") return String(value);
  return kind(Array.isArray(value) ? "array" : typeof value);
}
