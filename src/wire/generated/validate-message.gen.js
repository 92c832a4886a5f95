// Generated from src/wire by `npm run generate`. Do not edit.
const check_0 = validate10;
const schema11 = {"$id":"0","type":"object","properties":{"id":{"type":"string"},"timestamp":{"type":"integer"},"role":{"type":"string","const":"user"},"content":{"type":"array","items":{"type":"object","discriminator":{"propertyName":"type"},"required":["type"],"oneOf":[{"type":"object","properties":{"type":{"type":"string","const":"text"},"text":{"type":"string"}},"required":["type","text"]},{"type":"object","properties":{"type":{"type":"string","const":"image"},"mime_type":{"type":"string"},"data":{"type":"string"}},"required":["type","mime_type","data"]}]}}},"required":["content","id","role","timestamp"]};
const func0 = Object.prototype.hasOwnProperty;

function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="0" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((data.content === undefined) || (!(func0.call(data, "content")))) && (missing0 = "content")) || (((data.id === undefined) || (!(func0.call(data, "id")))) && (missing0 = "id"))) || (((data.role === undefined) || (!(func0.call(data, "role")))) && (missing0 = "role"))) || (((data.timestamp === undefined) || (!(func0.call(data, "timestamp")))) && (missing0 = "timestamp"))){
validate10.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},schema:schema11.required,parentSchema:schema11,data}];
return false;
}
else {
if(data.id !== undefined && func0.call(data, "id")){
let data0 = data.id;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate10.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"},schema:schema11.properties.id.type,parentSchema:schema11.properties.id,data:data0}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timestamp !== undefined && func0.call(data, "timestamp")){
let data1 = data.timestamp;
const _errs3 = errors;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
validate10.errors = [{instancePath:instancePath+"/timestamp",schemaPath:"#/properties/timestamp/type",keyword:"type",params:{type: "integer"},schema:schema11.properties.timestamp.type,parentSchema:schema11.properties.timestamp,data:data1}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.role !== undefined && func0.call(data, "role")){
let data2 = data.role;
const _errs5 = errors;
if(typeof data2 !== "string"){
validate10.errors = [{instancePath:instancePath+"/role",schemaPath:"#/properties/role/type",keyword:"type",params:{type: "string"},schema:schema11.properties.role.type,parentSchema:schema11.properties.role,data:data2}];
return false;
}
if("user" !== data2){
validate10.errors = [{instancePath:instancePath+"/role",schemaPath:"#/properties/role/const",keyword:"const",params:{allowedValue: "user"},schema:"user",parentSchema:schema11.properties.role,data:data2}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.content !== undefined && func0.call(data, "content")){
let data3 = data.content;
const _errs7 = errors;
if(errors === _errs7){
if(Array.isArray(data3)){
var valid1 = true;
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
let data4 = data3[i0];
const _errs9 = errors;
if(errors === _errs9){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
let missing1;
if(((data4.type === undefined) || (!(func0.call(data4, "type")))) && (missing1 = "type")){
validate10.errors = [{instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/items/required",keyword:"required",params:{missingProperty: missing1},schema:schema11.properties.content.items.required,parentSchema:schema11.properties.content.items,data:data4}];
return false;
}
else {
const tag0 = data4.type;
if(typeof tag0 == "string"){
if(tag0 === "text"){
const _errs12 = errors;
if(errors === _errs12){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
let missing2;
if((((data4.type === undefined) || (!(func0.call(data4, "type")))) && (missing2 = "type")) || (((data4.text === undefined) || (!(func0.call(data4, "text")))) && (missing2 = "text"))){
validate10.errors = [{instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/items/oneOf/0/required",keyword:"required",params:{missingProperty: missing2},schema:schema11.properties.content.items.oneOf[0].required,parentSchema:schema11.properties.content.items.oneOf[0],data:data4}];
return false;
}
else {
if(data4.type !== undefined && func0.call(data4, "type")){
let data5 = data4.type;
const _errs14 = errors;
if(typeof data5 !== "string"){
validate10.errors = [{instancePath:instancePath+"/content/" + i0+"/type",schemaPath:"#/properties/content/items/oneOf/0/properties/type/type",keyword:"type",params:{type: "string"},schema:schema11.properties.content.items.oneOf[0].properties.type.type,parentSchema:schema11.properties.content.items.oneOf[0].properties.type,data:data5}];
return false;
}
if("text" !== data5){
validate10.errors = [{instancePath:instancePath+"/content/" + i0+"/type",schemaPath:"#/properties/content/items/oneOf/0/properties/type/const",keyword:"const",params:{allowedValue: "text"},schema:"text",parentSchema:schema11.properties.content.items.oneOf[0].properties.type,data:data5}];
return false;
}
var valid4 = _errs14 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data4.text !== undefined && func0.call(data4, "text")){
let data6 = data4.text;
const _errs16 = errors;
if(typeof data6 !== "string"){
validate10.errors = [{instancePath:instancePath+"/content/" + i0+"/text",schemaPath:"#/properties/content/items/oneOf/0/properties/text/type",keyword:"type",params:{type: "string"},schema:schema11.properties.content.items.oneOf[0].properties.text.type,parentSchema:schema11.properties.content.items.oneOf[0].properties.text,data:data6}];
return false;
}
var valid4 = _errs16 === errors;
}
else {
var valid4 = true;
}
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/items/oneOf/0/type",keyword:"type",params:{type: "object"},schema:schema11.properties.content.items.oneOf[0].type,parentSchema:schema11.properties.content.items.oneOf[0],data:data4}];
return false;
}
}
}
else if(tag0 === "image"){
const _errs18 = errors;
if(errors === _errs18){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
let missing3;
if(((((data4.type === undefined) || (!(func0.call(data4, "type")))) && (missing3 = "type")) || (((data4.mime_type === undefined) || (!(func0.call(data4, "mime_type")))) && (missing3 = "mime_type"))) || (((data4.data === undefined) || (!(func0.call(data4, "data")))) && (missing3 = "data"))){
validate10.errors = [{instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/items/oneOf/1/required",keyword:"required",params:{missingProperty: missing3},schema:schema11.properties.content.items.oneOf[1].required,parentSchema:schema11.properties.content.items.oneOf[1],data:data4}];
return false;
}
else {
if(data4.type !== undefined && func0.call(data4, "type")){
let data7 = data4.type;
const _errs20 = errors;
if(typeof data7 !== "string"){
validate10.errors = [{instancePath:instancePath+"/content/" + i0+"/type",schemaPath:"#/properties/content/items/oneOf/1/properties/type/type",keyword:"type",params:{type: "string"},schema:schema11.properties.content.items.oneOf[1].properties.type.type,parentSchema:schema11.properties.content.items.oneOf[1].properties.type,data:data7}];
return false;
}
if("image" !== data7){
validate10.errors = [{instancePath:instancePath+"/content/" + i0+"/type",schemaPath:"#/properties/content/items/oneOf/1/properties/type/const",keyword:"const",params:{allowedValue: "image"},schema:"image",parentSchema:schema11.properties.content.items.oneOf[1].properties.type,data:data7}];
return false;
}
var valid6 = _errs20 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data4.mime_type !== undefined && func0.call(data4, "mime_type")){
let data8 = data4.mime_type;
const _errs22 = errors;
if(typeof data8 !== "string"){
validate10.errors = [{instancePath:instancePath+"/content/" + i0+"/mime_type",schemaPath:"#/properties/content/items/oneOf/1/properties/mime_type/type",keyword:"type",params:{type: "string"},schema:schema11.properties.content.items.oneOf[1].properties.mime_type.type,parentSchema:schema11.properties.content.items.oneOf[1].properties.mime_type,data:data8}];
return false;
}
var valid6 = _errs22 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data4.data !== undefined && func0.call(data4, "data")){
let data9 = data4.data;
const _errs24 = errors;
if(typeof data9 !== "string"){
validate10.errors = [{instancePath:instancePath+"/content/" + i0+"/data",schemaPath:"#/properties/content/items/oneOf/1/properties/data/type",keyword:"type",params:{type: "string"},schema:schema11.properties.content.items.oneOf[1].properties.data.type,parentSchema:schema11.properties.content.items.oneOf[1].properties.data,data:data9}];
return false;
}
var valid6 = _errs24 === errors;
}
else {
var valid6 = true;
}
}
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/items/oneOf/1/type",keyword:"type",params:{type: "object"},schema:schema11.properties.content.items.oneOf[1].type,parentSchema:schema11.properties.content.items.oneOf[1],data:data4}];
return false;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/items/discriminator",keyword:"discriminator",params:{error: "mapping", tag: "type", tagValue: tag0},schema:schema11.properties.content.items.discriminator,parentSchema:schema11.properties.content.items,data:data4}];
return false;
}
}
else {
validate10.errors = [{instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/items/discriminator",keyword:"discriminator",params:{error: "tag", tag: "type", tagValue: tag0},schema:schema11.properties.content.items.discriminator,parentSchema:schema11.properties.content.items,data:data4}];
return false;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/items/type",keyword:"type",params:{type: "object"},schema:schema11.properties.content.items.type,parentSchema:schema11.properties.content.items,data:data4}];
return false;
}
}
var valid1 = _errs9 === errors;
if(!valid1){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/content",schemaPath:"#/properties/content/type",keyword:"type",params:{type: "array"},schema:schema11.properties.content.type,parentSchema:schema11.properties.content,data:data3}];
return false;
}
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
validate10.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema11.type,parentSchema:schema11,data}];
return false;
}
}
validate10.errors = vErrors;
return errors === 0;
}

const check_1 = validate11;
const schema12 = {"$id":"1","type":"object","properties":{"id":{"type":"string"},"timestamp":{"type":"integer"},"role":{"type":"string","const":"assistant"},"content":{"type":"array","items":{"type":"object","discriminator":{"propertyName":"type"},"required":["type"],"oneOf":[{"type":"object","properties":{"type":{"type":"string","const":"text"},"text":{"type":"string"}},"required":["type","text"]},{"type":"object","properties":{"type":{"type":"string","const":"thinking"},"thinking":{"type":"string"},"signature":{"type":"string"},"redacted":{"type":"boolean"},"provider_data":{}},"required":["type","thinking"]},{"type":"object","properties":{"type":{"type":"string","const":"tool_call"},"tool_call_id":{"type":"string"},"name":{"type":"string"},"arguments":{"type":"object"},"arguments_text":{"type":"string"},"provider_data":{}},"required":["type","tool_call_id","name","arguments"]}]}},"provider":{"type":"string"},"model":{"type":"string"},"usage":{"type":"object","properties":{"input_tokens":{"type":"integer"},"output_tokens":{"type":"integer"},"cache_read_tokens":{"type":"integer"},"cache_write_tokens":{"type":"integer"},"reasoning_tokens":{"type":"integer"},"cost_usd":{"type":["number","null"]}},"required":["input_tokens","output_tokens","cache_read_tokens","cache_write_tokens","reasoning_tokens","cost_usd"]},"stop_reason":{"anyOf":[{"type":"string","enum":["end_turn","tool_use","max_tokens","refusal","aborted","error"]},{"type":"null"}]},"error_message":{"type":"string"}},"required":["content","id","model","provider","role","stop_reason","timestamp","usage"]};

function validate11(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="1" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((((((data.content === undefined) || (!(func0.call(data, "content")))) && (missing0 = "content")) || (((data.id === undefined) || (!(func0.call(data, "id")))) && (missing0 = "id"))) || (((data.model === undefined) || (!(func0.call(data, "model")))) && (missing0 = "model"))) || (((data.provider === undefined) || (!(func0.call(data, "provider")))) && (missing0 = "provider"))) || (((data.role === undefined) || (!(func0.call(data, "role")))) && (missing0 = "role"))) || (((data.stop_reason === undefined) || (!(func0.call(data, "stop_reason")))) && (missing0 = "stop_reason"))) || (((data.timestamp === undefined) || (!(func0.call(data, "timestamp")))) && (missing0 = "timestamp"))) || (((data.usage === undefined) || (!(func0.call(data, "usage")))) && (missing0 = "usage"))){
validate11.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},schema:schema12.required,parentSchema:schema12,data}];
return false;
}
else {
if(data.id !== undefined && func0.call(data, "id")){
let data0 = data.id;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate11.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"},schema:schema12.properties.id.type,parentSchema:schema12.properties.id,data:data0}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timestamp !== undefined && func0.call(data, "timestamp")){
let data1 = data.timestamp;
const _errs3 = errors;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
validate11.errors = [{instancePath:instancePath+"/timestamp",schemaPath:"#/properties/timestamp/type",keyword:"type",params:{type: "integer"},schema:schema12.properties.timestamp.type,parentSchema:schema12.properties.timestamp,data:data1}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.role !== undefined && func0.call(data, "role")){
let data2 = data.role;
const _errs5 = errors;
if(typeof data2 !== "string"){
validate11.errors = [{instancePath:instancePath+"/role",schemaPath:"#/properties/role/type",keyword:"type",params:{type: "string"},schema:schema12.properties.role.type,parentSchema:schema12.properties.role,data:data2}];
return false;
}
if("assistant" !== data2){
validate11.errors = [{instancePath:instancePath+"/role",schemaPath:"#/properties/role/const",keyword:"const",params:{allowedValue: "assistant"},schema:"assistant",parentSchema:schema12.properties.role,data:data2}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.content !== undefined && func0.call(data, "content")){
let data3 = data.content;
const _errs7 = errors;
if(errors === _errs7){
if(Array.isArray(data3)){
var valid1 = true;
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
let data4 = data3[i0];
const _errs9 = errors;
if(errors === _errs9){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
let missing1;
if(((data4.type === undefined) || (!(func0.call(data4, "type")))) && (missing1 = "type")){
validate11.errors = [{instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/items/required",keyword:"required",params:{missingProperty: missing1},schema:schema12.properties.content.items.required,parentSchema:schema12.properties.content.items,data:data4}];
return false;
}
else {
const tag0 = data4.type;
if(typeof tag0 == "string"){
if(tag0 === "text"){
const _errs12 = errors;
if(errors === _errs12){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
let missing2;
if((((data4.type === undefined) || (!(func0.call(data4, "type")))) && (missing2 = "type")) || (((data4.text === undefined) || (!(func0.call(data4, "text")))) && (missing2 = "text"))){
validate11.errors = [{instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/items/oneOf/0/required",keyword:"required",params:{missingProperty: missing2},schema:schema12.properties.content.items.oneOf[0].required,parentSchema:schema12.properties.content.items.oneOf[0],data:data4}];
return false;
}
else {
if(data4.type !== undefined && func0.call(data4, "type")){
let data5 = data4.type;
const _errs14 = errors;
if(typeof data5 !== "string"){
validate11.errors = [{instancePath:instancePath+"/content/" + i0+"/type",schemaPath:"#/properties/content/items/oneOf/0/properties/type/type",keyword:"type",params:{type: "string"},schema:schema12.properties.content.items.oneOf[0].properties.type.type,parentSchema:schema12.properties.content.items.oneOf[0].properties.type,data:data5}];
return false;
}
if("text" !== data5){
validate11.errors = [{instancePath:instancePath+"/content/" + i0+"/type",schemaPath:"#/properties/content/items/oneOf/0/properties/type/const",keyword:"const",params:{allowedValue: "text"},schema:"text",parentSchema:schema12.properties.content.items.oneOf[0].properties.type,data:data5}];
return false;
}
var valid4 = _errs14 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data4.text !== undefined && func0.call(data4, "text")){
let data6 = data4.text;
const _errs16 = errors;
if(typeof data6 !== "string"){
validate11.errors = [{instancePath:instancePath+"/content/" + i0+"/text",schemaPath:"#/properties/content/items/oneOf/0/properties/text/type",keyword:"type",params:{type: "string"},schema:schema12.properties.content.items.oneOf[0].properties.text.type,parentSchema:schema12.properties.content.items.oneOf[0].properties.text,data:data6}];
return false;
}
var valid4 = _errs16 === errors;
}
else {
var valid4 = true;
}
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/items/oneOf/0/type",keyword:"type",params:{type: "object"},schema:schema12.properties.content.items.oneOf[0].type,parentSchema:schema12.properties.content.items.oneOf[0],data:data4}];
return false;
}
}
}
else if(tag0 === "thinking"){
const _errs18 = errors;
if(errors === _errs18){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
let missing3;
if((((data4.type === undefined) || (!(func0.call(data4, "type")))) && (missing3 = "type")) || (((data4.thinking === undefined) || (!(func0.call(data4, "thinking")))) && (missing3 = "thinking"))){
validate11.errors = [{instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/items/oneOf/1/required",keyword:"required",params:{missingProperty: missing3},schema:schema12.properties.content.items.oneOf[1].required,parentSchema:schema12.properties.content.items.oneOf[1],data:data4}];
return false;
}
else {
if(data4.type !== undefined && func0.call(data4, "type")){
let data7 = data4.type;
const _errs20 = errors;
if(typeof data7 !== "string"){
validate11.errors = [{instancePath:instancePath+"/content/" + i0+"/type",schemaPath:"#/properties/content/items/oneOf/1/properties/type/type",keyword:"type",params:{type: "string"},schema:schema12.properties.content.items.oneOf[1].properties.type.type,parentSchema:schema12.properties.content.items.oneOf[1].properties.type,data:data7}];
return false;
}
if("thinking" !== data7){
validate11.errors = [{instancePath:instancePath+"/content/" + i0+"/type",schemaPath:"#/properties/content/items/oneOf/1/properties/type/const",keyword:"const",params:{allowedValue: "thinking"},schema:"thinking",parentSchema:schema12.properties.content.items.oneOf[1].properties.type,data:data7}];
return false;
}
var valid6 = _errs20 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data4.thinking !== undefined && func0.call(data4, "thinking")){
let data8 = data4.thinking;
const _errs22 = errors;
if(typeof data8 !== "string"){
validate11.errors = [{instancePath:instancePath+"/content/" + i0+"/thinking",schemaPath:"#/properties/content/items/oneOf/1/properties/thinking/type",keyword:"type",params:{type: "string"},schema:schema12.properties.content.items.oneOf[1].properties.thinking.type,parentSchema:schema12.properties.content.items.oneOf[1].properties.thinking,data:data8}];
return false;
}
var valid6 = _errs22 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data4.signature !== undefined && func0.call(data4, "signature")){
let data9 = data4.signature;
const _errs24 = errors;
if(typeof data9 !== "string"){
validate11.errors = [{instancePath:instancePath+"/content/" + i0+"/signature",schemaPath:"#/properties/content/items/oneOf/1/properties/signature/type",keyword:"type",params:{type: "string"},schema:schema12.properties.content.items.oneOf[1].properties.signature.type,parentSchema:schema12.properties.content.items.oneOf[1].properties.signature,data:data9}];
return false;
}
var valid6 = _errs24 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data4.redacted !== undefined && func0.call(data4, "redacted")){
let data10 = data4.redacted;
const _errs26 = errors;
if(typeof data10 !== "boolean"){
validate11.errors = [{instancePath:instancePath+"/content/" + i0+"/redacted",schemaPath:"#/properties/content/items/oneOf/1/properties/redacted/type",keyword:"type",params:{type: "boolean"},schema:schema12.properties.content.items.oneOf[1].properties.redacted.type,parentSchema:schema12.properties.content.items.oneOf[1].properties.redacted,data:data10}];
return false;
}
var valid6 = _errs26 === errors;
}
else {
var valid6 = true;
}
}
}
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/items/oneOf/1/type",keyword:"type",params:{type: "object"},schema:schema12.properties.content.items.oneOf[1].type,parentSchema:schema12.properties.content.items.oneOf[1],data:data4}];
return false;
}
}
}
else if(tag0 === "tool_call"){
const _errs28 = errors;
if(errors === _errs28){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
let missing4;
if((((((data4.type === undefined) || (!(func0.call(data4, "type")))) && (missing4 = "type")) || (((data4.tool_call_id === undefined) || (!(func0.call(data4, "tool_call_id")))) && (missing4 = "tool_call_id"))) || (((data4.name === undefined) || (!(func0.call(data4, "name")))) && (missing4 = "name"))) || (((data4.arguments === undefined) || (!(func0.call(data4, "arguments")))) && (missing4 = "arguments"))){
validate11.errors = [{instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/items/oneOf/2/required",keyword:"required",params:{missingProperty: missing4},schema:schema12.properties.content.items.oneOf[2].required,parentSchema:schema12.properties.content.items.oneOf[2],data:data4}];
return false;
}
else {
if(data4.type !== undefined && func0.call(data4, "type")){
let data11 = data4.type;
const _errs30 = errors;
if(typeof data11 !== "string"){
validate11.errors = [{instancePath:instancePath+"/content/" + i0+"/type",schemaPath:"#/properties/content/items/oneOf/2/properties/type/type",keyword:"type",params:{type: "string"},schema:schema12.properties.content.items.oneOf[2].properties.type.type,parentSchema:schema12.properties.content.items.oneOf[2].properties.type,data:data11}];
return false;
}
if("tool_call" !== data11){
validate11.errors = [{instancePath:instancePath+"/content/" + i0+"/type",schemaPath:"#/properties/content/items/oneOf/2/properties/type/const",keyword:"const",params:{allowedValue: "tool_call"},schema:"tool_call",parentSchema:schema12.properties.content.items.oneOf[2].properties.type,data:data11}];
return false;
}
var valid8 = _errs30 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data4.tool_call_id !== undefined && func0.call(data4, "tool_call_id")){
let data12 = data4.tool_call_id;
const _errs32 = errors;
if(typeof data12 !== "string"){
validate11.errors = [{instancePath:instancePath+"/content/" + i0+"/tool_call_id",schemaPath:"#/properties/content/items/oneOf/2/properties/tool_call_id/type",keyword:"type",params:{type: "string"},schema:schema12.properties.content.items.oneOf[2].properties.tool_call_id.type,parentSchema:schema12.properties.content.items.oneOf[2].properties.tool_call_id,data:data12}];
return false;
}
var valid8 = _errs32 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data4.name !== undefined && func0.call(data4, "name")){
let data13 = data4.name;
const _errs34 = errors;
if(typeof data13 !== "string"){
validate11.errors = [{instancePath:instancePath+"/content/" + i0+"/name",schemaPath:"#/properties/content/items/oneOf/2/properties/name/type",keyword:"type",params:{type: "string"},schema:schema12.properties.content.items.oneOf[2].properties.name.type,parentSchema:schema12.properties.content.items.oneOf[2].properties.name,data:data13}];
return false;
}
var valid8 = _errs34 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data4.arguments !== undefined && func0.call(data4, "arguments")){
let data14 = data4.arguments;
const _errs36 = errors;
if(!(data14 && typeof data14 == "object" && !Array.isArray(data14))){
validate11.errors = [{instancePath:instancePath+"/content/" + i0+"/arguments",schemaPath:"#/properties/content/items/oneOf/2/properties/arguments/type",keyword:"type",params:{type: "object"},schema:schema12.properties.content.items.oneOf[2].properties.arguments.type,parentSchema:schema12.properties.content.items.oneOf[2].properties.arguments,data:data14}];
return false;
}
var valid8 = _errs36 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data4.arguments_text !== undefined && func0.call(data4, "arguments_text")){
let data15 = data4.arguments_text;
const _errs38 = errors;
if(typeof data15 !== "string"){
validate11.errors = [{instancePath:instancePath+"/content/" + i0+"/arguments_text",schemaPath:"#/properties/content/items/oneOf/2/properties/arguments_text/type",keyword:"type",params:{type: "string"},schema:schema12.properties.content.items.oneOf[2].properties.arguments_text.type,parentSchema:schema12.properties.content.items.oneOf[2].properties.arguments_text,data:data15}];
return false;
}
var valid8 = _errs38 === errors;
}
else {
var valid8 = true;
}
}
}
}
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/items/oneOf/2/type",keyword:"type",params:{type: "object"},schema:schema12.properties.content.items.oneOf[2].type,parentSchema:schema12.properties.content.items.oneOf[2],data:data4}];
return false;
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/items/discriminator",keyword:"discriminator",params:{error: "mapping", tag: "type", tagValue: tag0},schema:schema12.properties.content.items.discriminator,parentSchema:schema12.properties.content.items,data:data4}];
return false;
}
}
else {
validate11.errors = [{instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/items/discriminator",keyword:"discriminator",params:{error: "tag", tag: "type", tagValue: tag0},schema:schema12.properties.content.items.discriminator,parentSchema:schema12.properties.content.items,data:data4}];
return false;
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/items/type",keyword:"type",params:{type: "object"},schema:schema12.properties.content.items.type,parentSchema:schema12.properties.content.items,data:data4}];
return false;
}
}
var valid1 = _errs9 === errors;
if(!valid1){
break;
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/content",schemaPath:"#/properties/content/type",keyword:"type",params:{type: "array"},schema:schema12.properties.content.type,parentSchema:schema12.properties.content,data:data3}];
return false;
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.provider !== undefined && func0.call(data, "provider")){
let data16 = data.provider;
const _errs40 = errors;
if(typeof data16 !== "string"){
validate11.errors = [{instancePath:instancePath+"/provider",schemaPath:"#/properties/provider/type",keyword:"type",params:{type: "string"},schema:schema12.properties.provider.type,parentSchema:schema12.properties.provider,data:data16}];
return false;
}
var valid0 = _errs40 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.model !== undefined && func0.call(data, "model")){
let data17 = data.model;
const _errs42 = errors;
if(typeof data17 !== "string"){
validate11.errors = [{instancePath:instancePath+"/model",schemaPath:"#/properties/model/type",keyword:"type",params:{type: "string"},schema:schema12.properties.model.type,parentSchema:schema12.properties.model,data:data17}];
return false;
}
var valid0 = _errs42 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.usage !== undefined && func0.call(data, "usage")){
let data18 = data.usage;
const _errs44 = errors;
if(errors === _errs44){
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
let missing5;
if((((((((data18.input_tokens === undefined) || (!(func0.call(data18, "input_tokens")))) && (missing5 = "input_tokens")) || (((data18.output_tokens === undefined) || (!(func0.call(data18, "output_tokens")))) && (missing5 = "output_tokens"))) || (((data18.cache_read_tokens === undefined) || (!(func0.call(data18, "cache_read_tokens")))) && (missing5 = "cache_read_tokens"))) || (((data18.cache_write_tokens === undefined) || (!(func0.call(data18, "cache_write_tokens")))) && (missing5 = "cache_write_tokens"))) || (((data18.reasoning_tokens === undefined) || (!(func0.call(data18, "reasoning_tokens")))) && (missing5 = "reasoning_tokens"))) || (((data18.cost_usd === undefined) || (!(func0.call(data18, "cost_usd")))) && (missing5 = "cost_usd"))){
validate11.errors = [{instancePath:instancePath+"/usage",schemaPath:"#/properties/usage/required",keyword:"required",params:{missingProperty: missing5},schema:schema12.properties.usage.required,parentSchema:schema12.properties.usage,data:data18}];
return false;
}
else {
if(data18.input_tokens !== undefined && func0.call(data18, "input_tokens")){
let data19 = data18.input_tokens;
const _errs46 = errors;
if(!(((typeof data19 == "number") && (!(data19 % 1) && !isNaN(data19))) && (isFinite(data19)))){
validate11.errors = [{instancePath:instancePath+"/usage/input_tokens",schemaPath:"#/properties/usage/properties/input_tokens/type",keyword:"type",params:{type: "integer"},schema:schema12.properties.usage.properties.input_tokens.type,parentSchema:schema12.properties.usage.properties.input_tokens,data:data19}];
return false;
}
var valid9 = _errs46 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data18.output_tokens !== undefined && func0.call(data18, "output_tokens")){
let data20 = data18.output_tokens;
const _errs48 = errors;
if(!(((typeof data20 == "number") && (!(data20 % 1) && !isNaN(data20))) && (isFinite(data20)))){
validate11.errors = [{instancePath:instancePath+"/usage/output_tokens",schemaPath:"#/properties/usage/properties/output_tokens/type",keyword:"type",params:{type: "integer"},schema:schema12.properties.usage.properties.output_tokens.type,parentSchema:schema12.properties.usage.properties.output_tokens,data:data20}];
return false;
}
var valid9 = _errs48 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data18.cache_read_tokens !== undefined && func0.call(data18, "cache_read_tokens")){
let data21 = data18.cache_read_tokens;
const _errs50 = errors;
if(!(((typeof data21 == "number") && (!(data21 % 1) && !isNaN(data21))) && (isFinite(data21)))){
validate11.errors = [{instancePath:instancePath+"/usage/cache_read_tokens",schemaPath:"#/properties/usage/properties/cache_read_tokens/type",keyword:"type",params:{type: "integer"},schema:schema12.properties.usage.properties.cache_read_tokens.type,parentSchema:schema12.properties.usage.properties.cache_read_tokens,data:data21}];
return false;
}
var valid9 = _errs50 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data18.cache_write_tokens !== undefined && func0.call(data18, "cache_write_tokens")){
let data22 = data18.cache_write_tokens;
const _errs52 = errors;
if(!(((typeof data22 == "number") && (!(data22 % 1) && !isNaN(data22))) && (isFinite(data22)))){
validate11.errors = [{instancePath:instancePath+"/usage/cache_write_tokens",schemaPath:"#/properties/usage/properties/cache_write_tokens/type",keyword:"type",params:{type: "integer"},schema:schema12.properties.usage.properties.cache_write_tokens.type,parentSchema:schema12.properties.usage.properties.cache_write_tokens,data:data22}];
return false;
}
var valid9 = _errs52 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data18.reasoning_tokens !== undefined && func0.call(data18, "reasoning_tokens")){
let data23 = data18.reasoning_tokens;
const _errs54 = errors;
if(!(((typeof data23 == "number") && (!(data23 % 1) && !isNaN(data23))) && (isFinite(data23)))){
validate11.errors = [{instancePath:instancePath+"/usage/reasoning_tokens",schemaPath:"#/properties/usage/properties/reasoning_tokens/type",keyword:"type",params:{type: "integer"},schema:schema12.properties.usage.properties.reasoning_tokens.type,parentSchema:schema12.properties.usage.properties.reasoning_tokens,data:data23}];
return false;
}
var valid9 = _errs54 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data18.cost_usd !== undefined && func0.call(data18, "cost_usd")){
let data24 = data18.cost_usd;
const _errs56 = errors;
if((!((typeof data24 == "number") && (isFinite(data24)))) && (data24 !== null)){
validate11.errors = [{instancePath:instancePath+"/usage/cost_usd",schemaPath:"#/properties/usage/properties/cost_usd/type",keyword:"type",params:{type: schema12.properties.usage.properties.cost_usd.type},schema:schema12.properties.usage.properties.cost_usd.type,parentSchema:schema12.properties.usage.properties.cost_usd,data:data24}];
return false;
}
var valid9 = _errs56 === errors;
}
else {
var valid9 = true;
}
}
}
}
}
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/usage",schemaPath:"#/properties/usage/type",keyword:"type",params:{type: "object"},schema:schema12.properties.usage.type,parentSchema:schema12.properties.usage,data:data18}];
return false;
}
}
var valid0 = _errs44 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.stop_reason !== undefined && func0.call(data, "stop_reason")){
let data25 = data.stop_reason;
const _errs58 = errors;
const _errs59 = errors;
let valid10 = false;
const _errs60 = errors;
if(typeof data25 !== "string"){
const err0 = {instancePath:instancePath+"/stop_reason",schemaPath:"#/properties/stop_reason/anyOf/0/type",keyword:"type",params:{type: "string"},schema:schema12.properties.stop_reason.anyOf[0].type,parentSchema:schema12.properties.stop_reason.anyOf[0],data:data25};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(!((((((data25 === "end_turn") || (data25 === "tool_use")) || (data25 === "max_tokens")) || (data25 === "refusal")) || (data25 === "aborted")) || (data25 === "error"))){
const err1 = {instancePath:instancePath+"/stop_reason",schemaPath:"#/properties/stop_reason/anyOf/0/enum",keyword:"enum",params:{allowedValues: schema12.properties.stop_reason.anyOf[0].enum},schema:schema12.properties.stop_reason.anyOf[0].enum,parentSchema:schema12.properties.stop_reason.anyOf[0],data:data25};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
var _valid0 = _errs60 === errors;
valid10 = valid10 || _valid0;
if(!valid10){
const _errs62 = errors;
if(data25 !== null){
const err2 = {instancePath:instancePath+"/stop_reason",schemaPath:"#/properties/stop_reason/anyOf/1/type",keyword:"type",params:{type: "null"},schema:schema12.properties.stop_reason.anyOf[1].type,parentSchema:schema12.properties.stop_reason.anyOf[1],data:data25};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
var _valid0 = _errs62 === errors;
valid10 = valid10 || _valid0;
}
if(!valid10){
const err3 = {instancePath:instancePath+"/stop_reason",schemaPath:"#/properties/stop_reason/anyOf",keyword:"anyOf",params:{},schema:schema12.properties.stop_reason.anyOf,parentSchema:schema12.properties.stop_reason,data:data25};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
validate11.errors = vErrors;
return false;
}
else {
errors = _errs59;
if(vErrors !== null){
if(_errs59){
vErrors.length = _errs59;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs58 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.error_message !== undefined && func0.call(data, "error_message")){
let data26 = data.error_message;
const _errs64 = errors;
if(typeof data26 !== "string"){
validate11.errors = [{instancePath:instancePath+"/error_message",schemaPath:"#/properties/error_message/type",keyword:"type",params:{type: "string"},schema:schema12.properties.error_message.type,parentSchema:schema12.properties.error_message,data:data26}];
return false;
}
var valid0 = _errs64 === errors;
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
const schema13 = {"$id":"2","type":"object","properties":{"id":{"type":"string"},"timestamp":{"type":"integer"},"role":{"type":"string","const":"tool_result"},"tool_call_id":{"type":"string"},"tool_name":{"type":"string"},"content":{"type":"array","items":{"type":"object","discriminator":{"propertyName":"type"},"required":["type"],"oneOf":[{"type":"object","properties":{"type":{"type":"string","const":"text"},"text":{"type":"string"}},"required":["type","text"]},{"type":"object","properties":{"type":{"type":"string","const":"image"},"mime_type":{"type":"string"},"data":{"type":"string"}},"required":["type","mime_type","data"]}]}},"is_error":{"type":"boolean"},"details":{}},"required":["content","id","is_error","role","timestamp","tool_call_id","tool_name"]};

function validate12(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="2" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((((data.content === undefined) || (!(func0.call(data, "content")))) && (missing0 = "content")) || (((data.id === undefined) || (!(func0.call(data, "id")))) && (missing0 = "id"))) || (((data.is_error === undefined) || (!(func0.call(data, "is_error")))) && (missing0 = "is_error"))) || (((data.role === undefined) || (!(func0.call(data, "role")))) && (missing0 = "role"))) || (((data.timestamp === undefined) || (!(func0.call(data, "timestamp")))) && (missing0 = "timestamp"))) || (((data.tool_call_id === undefined) || (!(func0.call(data, "tool_call_id")))) && (missing0 = "tool_call_id"))) || (((data.tool_name === undefined) || (!(func0.call(data, "tool_name")))) && (missing0 = "tool_name"))){
validate12.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},schema:schema13.required,parentSchema:schema13,data}];
return false;
}
else {
if(data.id !== undefined && func0.call(data, "id")){
let data0 = data.id;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate12.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"},schema:schema13.properties.id.type,parentSchema:schema13.properties.id,data:data0}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timestamp !== undefined && func0.call(data, "timestamp")){
let data1 = data.timestamp;
const _errs3 = errors;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
validate12.errors = [{instancePath:instancePath+"/timestamp",schemaPath:"#/properties/timestamp/type",keyword:"type",params:{type: "integer"},schema:schema13.properties.timestamp.type,parentSchema:schema13.properties.timestamp,data:data1}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.role !== undefined && func0.call(data, "role")){
let data2 = data.role;
const _errs5 = errors;
if(typeof data2 !== "string"){
validate12.errors = [{instancePath:instancePath+"/role",schemaPath:"#/properties/role/type",keyword:"type",params:{type: "string"},schema:schema13.properties.role.type,parentSchema:schema13.properties.role,data:data2}];
return false;
}
if("tool_result" !== data2){
validate12.errors = [{instancePath:instancePath+"/role",schemaPath:"#/properties/role/const",keyword:"const",params:{allowedValue: "tool_result"},schema:"tool_result",parentSchema:schema13.properties.role,data:data2}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.tool_call_id !== undefined && func0.call(data, "tool_call_id")){
let data3 = data.tool_call_id;
const _errs7 = errors;
if(typeof data3 !== "string"){
validate12.errors = [{instancePath:instancePath+"/tool_call_id",schemaPath:"#/properties/tool_call_id/type",keyword:"type",params:{type: "string"},schema:schema13.properties.tool_call_id.type,parentSchema:schema13.properties.tool_call_id,data:data3}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.tool_name !== undefined && func0.call(data, "tool_name")){
let data4 = data.tool_name;
const _errs9 = errors;
if(typeof data4 !== "string"){
validate12.errors = [{instancePath:instancePath+"/tool_name",schemaPath:"#/properties/tool_name/type",keyword:"type",params:{type: "string"},schema:schema13.properties.tool_name.type,parentSchema:schema13.properties.tool_name,data:data4}];
return false;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.content !== undefined && func0.call(data, "content")){
let data5 = data.content;
const _errs11 = errors;
if(errors === _errs11){
if(Array.isArray(data5)){
var valid1 = true;
const len0 = data5.length;
for(let i0=0; i0<len0; i0++){
let data6 = data5[i0];
const _errs13 = errors;
if(errors === _errs13){
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
let missing1;
if(((data6.type === undefined) || (!(func0.call(data6, "type")))) && (missing1 = "type")){
validate12.errors = [{instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/items/required",keyword:"required",params:{missingProperty: missing1},schema:schema13.properties.content.items.required,parentSchema:schema13.properties.content.items,data:data6}];
return false;
}
else {
const tag0 = data6.type;
if(typeof tag0 == "string"){
if(tag0 === "text"){
const _errs16 = errors;
if(errors === _errs16){
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
let missing2;
if((((data6.type === undefined) || (!(func0.call(data6, "type")))) && (missing2 = "type")) || (((data6.text === undefined) || (!(func0.call(data6, "text")))) && (missing2 = "text"))){
validate12.errors = [{instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/items/oneOf/0/required",keyword:"required",params:{missingProperty: missing2},schema:schema13.properties.content.items.oneOf[0].required,parentSchema:schema13.properties.content.items.oneOf[0],data:data6}];
return false;
}
else {
if(data6.type !== undefined && func0.call(data6, "type")){
let data7 = data6.type;
const _errs18 = errors;
if(typeof data7 !== "string"){
validate12.errors = [{instancePath:instancePath+"/content/" + i0+"/type",schemaPath:"#/properties/content/items/oneOf/0/properties/type/type",keyword:"type",params:{type: "string"},schema:schema13.properties.content.items.oneOf[0].properties.type.type,parentSchema:schema13.properties.content.items.oneOf[0].properties.type,data:data7}];
return false;
}
if("text" !== data7){
validate12.errors = [{instancePath:instancePath+"/content/" + i0+"/type",schemaPath:"#/properties/content/items/oneOf/0/properties/type/const",keyword:"const",params:{allowedValue: "text"},schema:"text",parentSchema:schema13.properties.content.items.oneOf[0].properties.type,data:data7}];
return false;
}
var valid4 = _errs18 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data6.text !== undefined && func0.call(data6, "text")){
let data8 = data6.text;
const _errs20 = errors;
if(typeof data8 !== "string"){
validate12.errors = [{instancePath:instancePath+"/content/" + i0+"/text",schemaPath:"#/properties/content/items/oneOf/0/properties/text/type",keyword:"type",params:{type: "string"},schema:schema13.properties.content.items.oneOf[0].properties.text.type,parentSchema:schema13.properties.content.items.oneOf[0].properties.text,data:data8}];
return false;
}
var valid4 = _errs20 === errors;
}
else {
var valid4 = true;
}
}
}
}
else {
validate12.errors = [{instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/items/oneOf/0/type",keyword:"type",params:{type: "object"},schema:schema13.properties.content.items.oneOf[0].type,parentSchema:schema13.properties.content.items.oneOf[0],data:data6}];
return false;
}
}
}
else if(tag0 === "image"){
const _errs22 = errors;
if(errors === _errs22){
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
let missing3;
if(((((data6.type === undefined) || (!(func0.call(data6, "type")))) && (missing3 = "type")) || (((data6.mime_type === undefined) || (!(func0.call(data6, "mime_type")))) && (missing3 = "mime_type"))) || (((data6.data === undefined) || (!(func0.call(data6, "data")))) && (missing3 = "data"))){
validate12.errors = [{instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/items/oneOf/1/required",keyword:"required",params:{missingProperty: missing3},schema:schema13.properties.content.items.oneOf[1].required,parentSchema:schema13.properties.content.items.oneOf[1],data:data6}];
return false;
}
else {
if(data6.type !== undefined && func0.call(data6, "type")){
let data9 = data6.type;
const _errs24 = errors;
if(typeof data9 !== "string"){
validate12.errors = [{instancePath:instancePath+"/content/" + i0+"/type",schemaPath:"#/properties/content/items/oneOf/1/properties/type/type",keyword:"type",params:{type: "string"},schema:schema13.properties.content.items.oneOf[1].properties.type.type,parentSchema:schema13.properties.content.items.oneOf[1].properties.type,data:data9}];
return false;
}
if("image" !== data9){
validate12.errors = [{instancePath:instancePath+"/content/" + i0+"/type",schemaPath:"#/properties/content/items/oneOf/1/properties/type/const",keyword:"const",params:{allowedValue: "image"},schema:"image",parentSchema:schema13.properties.content.items.oneOf[1].properties.type,data:data9}];
return false;
}
var valid6 = _errs24 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data6.mime_type !== undefined && func0.call(data6, "mime_type")){
let data10 = data6.mime_type;
const _errs26 = errors;
if(typeof data10 !== "string"){
validate12.errors = [{instancePath:instancePath+"/content/" + i0+"/mime_type",schemaPath:"#/properties/content/items/oneOf/1/properties/mime_type/type",keyword:"type",params:{type: "string"},schema:schema13.properties.content.items.oneOf[1].properties.mime_type.type,parentSchema:schema13.properties.content.items.oneOf[1].properties.mime_type,data:data10}];
return false;
}
var valid6 = _errs26 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data6.data !== undefined && func0.call(data6, "data")){
let data11 = data6.data;
const _errs28 = errors;
if(typeof data11 !== "string"){
validate12.errors = [{instancePath:instancePath+"/content/" + i0+"/data",schemaPath:"#/properties/content/items/oneOf/1/properties/data/type",keyword:"type",params:{type: "string"},schema:schema13.properties.content.items.oneOf[1].properties.data.type,parentSchema:schema13.properties.content.items.oneOf[1].properties.data,data:data11}];
return false;
}
var valid6 = _errs28 === errors;
}
else {
var valid6 = true;
}
}
}
}
}
else {
validate12.errors = [{instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/items/oneOf/1/type",keyword:"type",params:{type: "object"},schema:schema13.properties.content.items.oneOf[1].type,parentSchema:schema13.properties.content.items.oneOf[1],data:data6}];
return false;
}
}
}
else {
validate12.errors = [{instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/items/discriminator",keyword:"discriminator",params:{error: "mapping", tag: "type", tagValue: tag0},schema:schema13.properties.content.items.discriminator,parentSchema:schema13.properties.content.items,data:data6}];
return false;
}
}
else {
validate12.errors = [{instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/items/discriminator",keyword:"discriminator",params:{error: "tag", tag: "type", tagValue: tag0},schema:schema13.properties.content.items.discriminator,parentSchema:schema13.properties.content.items,data:data6}];
return false;
}
}
}
else {
validate12.errors = [{instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/items/type",keyword:"type",params:{type: "object"},schema:schema13.properties.content.items.type,parentSchema:schema13.properties.content.items,data:data6}];
return false;
}
}
var valid1 = _errs13 === errors;
if(!valid1){
break;
}
}
}
else {
validate12.errors = [{instancePath:instancePath+"/content",schemaPath:"#/properties/content/type",keyword:"type",params:{type: "array"},schema:schema13.properties.content.type,parentSchema:schema13.properties.content,data:data5}];
return false;
}
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.is_error !== undefined && func0.call(data, "is_error")){
let data12 = data.is_error;
const _errs30 = errors;
if(typeof data12 !== "boolean"){
validate12.errors = [{instancePath:instancePath+"/is_error",schemaPath:"#/properties/is_error/type",keyword:"type",params:{type: "boolean"},schema:schema13.properties.is_error.type,parentSchema:schema13.properties.is_error,data:data12}];
return false;
}
var valid0 = _errs30 === errors;
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
const schema14 = {"$id":"3","type":"object","properties":{"id":{"type":"string"},"timestamp":{"type":"integer"},"role":{"type":"string","const":"custom"},"kind":{"type":"string"},"data":{}},"required":["data","id","kind","role","timestamp"]};

function validate13(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="3" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((data.data === undefined) || (!(func0.call(data, "data")))) && (missing0 = "data")) || (((data.id === undefined) || (!(func0.call(data, "id")))) && (missing0 = "id"))) || (((data.kind === undefined) || (!(func0.call(data, "kind")))) && (missing0 = "kind"))) || (((data.role === undefined) || (!(func0.call(data, "role")))) && (missing0 = "role"))) || (((data.timestamp === undefined) || (!(func0.call(data, "timestamp")))) && (missing0 = "timestamp"))){
validate13.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},schema:schema14.required,parentSchema:schema14,data}];
return false;
}
else {
if(data.id !== undefined && func0.call(data, "id")){
let data0 = data.id;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate13.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"},schema:schema14.properties.id.type,parentSchema:schema14.properties.id,data:data0}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timestamp !== undefined && func0.call(data, "timestamp")){
let data1 = data.timestamp;
const _errs3 = errors;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
validate13.errors = [{instancePath:instancePath+"/timestamp",schemaPath:"#/properties/timestamp/type",keyword:"type",params:{type: "integer"},schema:schema14.properties.timestamp.type,parentSchema:schema14.properties.timestamp,data:data1}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.role !== undefined && func0.call(data, "role")){
let data2 = data.role;
const _errs5 = errors;
if(typeof data2 !== "string"){
validate13.errors = [{instancePath:instancePath+"/role",schemaPath:"#/properties/role/type",keyword:"type",params:{type: "string"},schema:schema14.properties.role.type,parentSchema:schema14.properties.role,data:data2}];
return false;
}
if("custom" !== data2){
validate13.errors = [{instancePath:instancePath+"/role",schemaPath:"#/properties/role/const",keyword:"const",params:{allowedValue: "custom"},schema:"custom",parentSchema:schema14.properties.role,data:data2}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.kind !== undefined && func0.call(data, "kind")){
let data3 = data.kind;
const _errs7 = errors;
if(typeof data3 !== "string"){
validate13.errors = [{instancePath:instancePath+"/kind",schemaPath:"#/properties/kind/type",keyword:"type",params:{type: "string"},schema:schema14.properties.kind.type,parentSchema:schema14.properties.kind,data:data3}];
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
validate13.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema14.type,parentSchema:schema14,data}];
return false;
}
}
validate13.errors = vErrors;
return errors === 0;
}

const checks = new Map([["user", check_0], ["assistant", check_1], ["tool_result", check_2], ["custom", check_3]]);
const NAMES = ["user","assistant","tool_result","custom"];

export function validateMessage(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return "message: expected an object, got " + got(value);
  const check = Object.hasOwn(value, "role") ? checks.get(value.role) : undefined;
  if (check === undefined)
    return "role: expected " + expected({ enum: NAMES }) + (value.role === undefined ? ", it is missing" : ", got " + got(value.role));
  if (check(value)) return null;
  const failures = check.errors;
  check.errors = null;
  return refusal(value.role, failures);
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
