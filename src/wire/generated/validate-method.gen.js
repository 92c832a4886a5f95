// Generated from src/wire by `npm run generate`. Do not edit.
const validateParams_0 = t0_validate10;
const t0_schema11 = {"$id":"initialize","type":"object","properties":{"protocol":{"type":"string"},"client":{"type":"object","properties":{"name":{"type":"string"},"version":{"type":"string"}},"required":["name","version"]},"token":{"type":"string"},"capabilities":{"type":"object","properties":{"permissions":{"type":"boolean"},"ask":{"type":"boolean"},"hooks":{"type":"array","items":{"type":"string","enum":["before_tool_call","after_tool_call","user_prompt"]}}}}},"required":["protocol","client"]};
const t0_func0 = Object.prototype.hasOwnProperty;

function t0_validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="initialize" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.protocol === undefined) || (!(t0_func0.call(data, "protocol")))) && (missing0 = "protocol")) || (((data.client === undefined) || (!(t0_func0.call(data, "client")))) && (missing0 = "client"))){
t0_validate10.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},schema:t0_schema11.required,parentSchema:t0_schema11,data}];
return false;
}
else {
if(data.protocol !== undefined && t0_func0.call(data, "protocol")){
let data0 = data.protocol;
const _errs1 = errors;
if(typeof data0 !== "string"){
t0_validate10.errors = [{instancePath:instancePath+"/protocol",schemaPath:"#/properties/protocol/type",keyword:"type",params:{type: "string"},schema:t0_schema11.properties.protocol.type,parentSchema:t0_schema11.properties.protocol,data:data0}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.client !== undefined && t0_func0.call(data, "client")){
let data1 = data.client;
const _errs3 = errors;
if(errors === _errs3){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing1;
if((((data1.name === undefined) || (!(t0_func0.call(data1, "name")))) && (missing1 = "name")) || (((data1.version === undefined) || (!(t0_func0.call(data1, "version")))) && (missing1 = "version"))){
t0_validate10.errors = [{instancePath:instancePath+"/client",schemaPath:"#/properties/client/required",keyword:"required",params:{missingProperty: missing1},schema:t0_schema11.properties.client.required,parentSchema:t0_schema11.properties.client,data:data1}];
return false;
}
else {
if(data1.name !== undefined && t0_func0.call(data1, "name")){
let data2 = data1.name;
const _errs5 = errors;
if(typeof data2 !== "string"){
t0_validate10.errors = [{instancePath:instancePath+"/client/name",schemaPath:"#/properties/client/properties/name/type",keyword:"type",params:{type: "string"},schema:t0_schema11.properties.client.properties.name.type,parentSchema:t0_schema11.properties.client.properties.name,data:data2}];
return false;
}
var valid1 = _errs5 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.version !== undefined && t0_func0.call(data1, "version")){
let data3 = data1.version;
const _errs7 = errors;
if(typeof data3 !== "string"){
t0_validate10.errors = [{instancePath:instancePath+"/client/version",schemaPath:"#/properties/client/properties/version/type",keyword:"type",params:{type: "string"},schema:t0_schema11.properties.client.properties.version.type,parentSchema:t0_schema11.properties.client.properties.version,data:data3}];
return false;
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
}
}
}
else {
t0_validate10.errors = [{instancePath:instancePath+"/client",schemaPath:"#/properties/client/type",keyword:"type",params:{type: "object"},schema:t0_schema11.properties.client.type,parentSchema:t0_schema11.properties.client,data:data1}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.token !== undefined && t0_func0.call(data, "token")){
let data4 = data.token;
const _errs9 = errors;
if(typeof data4 !== "string"){
t0_validate10.errors = [{instancePath:instancePath+"/token",schemaPath:"#/properties/token/type",keyword:"type",params:{type: "string"},schema:t0_schema11.properties.token.type,parentSchema:t0_schema11.properties.token,data:data4}];
return false;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.capabilities !== undefined && t0_func0.call(data, "capabilities")){
let data5 = data.capabilities;
const _errs11 = errors;
if(errors === _errs11){
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(data5.permissions !== undefined && t0_func0.call(data5, "permissions")){
let data6 = data5.permissions;
const _errs13 = errors;
if(typeof data6 !== "boolean"){
t0_validate10.errors = [{instancePath:instancePath+"/capabilities/permissions",schemaPath:"#/properties/capabilities/properties/permissions/type",keyword:"type",params:{type: "boolean"},schema:t0_schema11.properties.capabilities.properties.permissions.type,parentSchema:t0_schema11.properties.capabilities.properties.permissions,data:data6}];
return false;
}
var valid2 = _errs13 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data5.ask !== undefined && t0_func0.call(data5, "ask")){
let data7 = data5.ask;
const _errs15 = errors;
if(typeof data7 !== "boolean"){
t0_validate10.errors = [{instancePath:instancePath+"/capabilities/ask",schemaPath:"#/properties/capabilities/properties/ask/type",keyword:"type",params:{type: "boolean"},schema:t0_schema11.properties.capabilities.properties.ask.type,parentSchema:t0_schema11.properties.capabilities.properties.ask,data:data7}];
return false;
}
var valid2 = _errs15 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data5.hooks !== undefined && t0_func0.call(data5, "hooks")){
let data8 = data5.hooks;
const _errs17 = errors;
if(errors === _errs17){
if(Array.isArray(data8)){
var valid3 = true;
const len0 = data8.length;
for(let i0=0; i0<len0; i0++){
let data9 = data8[i0];
const _errs19 = errors;
if(typeof data9 !== "string"){
t0_validate10.errors = [{instancePath:instancePath+"/capabilities/hooks/" + i0,schemaPath:"#/properties/capabilities/properties/hooks/items/type",keyword:"type",params:{type: "string"},schema:t0_schema11.properties.capabilities.properties.hooks.items.type,parentSchema:t0_schema11.properties.capabilities.properties.hooks.items,data:data9}];
return false;
}
if(!(((data9 === "before_tool_call") || (data9 === "after_tool_call")) || (data9 === "user_prompt"))){
t0_validate10.errors = [{instancePath:instancePath+"/capabilities/hooks/" + i0,schemaPath:"#/properties/capabilities/properties/hooks/items/enum",keyword:"enum",params:{allowedValues: t0_schema11.properties.capabilities.properties.hooks.items.enum},schema:t0_schema11.properties.capabilities.properties.hooks.items.enum,parentSchema:t0_schema11.properties.capabilities.properties.hooks.items,data:data9}];
return false;
}
var valid3 = _errs19 === errors;
if(!valid3){
break;
}
}
}
else {
t0_validate10.errors = [{instancePath:instancePath+"/capabilities/hooks",schemaPath:"#/properties/capabilities/properties/hooks/type",keyword:"type",params:{type: "array"},schema:t0_schema11.properties.capabilities.properties.hooks.type,parentSchema:t0_schema11.properties.capabilities.properties.hooks,data:data8}];
return false;
}
}
var valid2 = _errs17 === errors;
}
else {
var valid2 = true;
}
}
}
}
else {
t0_validate10.errors = [{instancePath:instancePath+"/capabilities",schemaPath:"#/properties/capabilities/type",keyword:"type",params:{type: "object"},schema:t0_schema11.properties.capabilities.type,parentSchema:t0_schema11.properties.capabilities,data:data5}];
return false;
}
}
var valid0 = _errs11 === errors;
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
t0_validate10.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:t0_schema11.type,parentSchema:t0_schema11,data}];
return false;
}
}
t0_validate10.errors = vErrors;
return errors === 0;
}

const validateParams_1 = t0_validate11;
const t0_schema12 = {"$id":"ping","type":"object"};

function t0_validate11(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="ping" */;
let vErrors = null;
let errors = 0;
if(!(data && typeof data == "object" && !Array.isArray(data))){
t0_validate11.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:t0_schema12.type,parentSchema:t0_schema12,data}];
return false;
}
t0_validate11.errors = vErrors;
return errors === 0;
}

const validateParams_2 = t0_validate12;
const t0_schema13 = {"$id":"models.list","type":"object"};

function t0_validate12(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="models.list" */;
let vErrors = null;
let errors = 0;
if(!(data && typeof data == "object" && !Array.isArray(data))){
t0_validate12.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:t0_schema13.type,parentSchema:t0_schema13,data}];
return false;
}
t0_validate12.errors = vErrors;
return errors === 0;
}

const validateParams_3 = t0_validate13;
const t0_schema14 = {"$id":"session.create","type":"object","properties":{"cwd":{"type":"string"},"model":{"type":"string"},"base_url":{"type":"string"},"api_key":{"type":"string"},"headers":{"type":"object","additionalProperties":{"type":"string"}},"thinking":{"type":"string","enum":["off","low","medium","high"]},"system_prompt":{"type":"string"},"append_system_prompt":{"type":"string"},"tools":{"type":"array","items":{"type":"string"}},"host_tools":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"description":{"type":"string"},"parameters":{"type":"object"},"needs_permission":{"type":"boolean"},"parallel":{"type":"boolean"}},"required":["name","description","parameters"]}},"permission_mode":{"type":"string","enum":["ask","allow","read-only"]},"mcp_servers":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"command":{"type":"string"},"args":{"type":"array","items":{"type":"string"}},"env":{"type":"object","additionalProperties":{"type":"string"}},"url":{"type":"string"},"headers":{"type":"object","additionalProperties":{"type":"string"}}},"required":["name"]}},"plugins":{"type":"array","items":{"type":"string"}},"persist":{"type":"boolean"},"message_updates":{"type":"string","enum":["reference","full"]}}};

function t0_validate13(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="session.create" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.cwd !== undefined && t0_func0.call(data, "cwd")){
let data0 = data.cwd;
const _errs1 = errors;
if(typeof data0 !== "string"){
t0_validate13.errors = [{instancePath:instancePath+"/cwd",schemaPath:"#/properties/cwd/type",keyword:"type",params:{type: "string"},schema:t0_schema14.properties.cwd.type,parentSchema:t0_schema14.properties.cwd,data:data0}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.model !== undefined && t0_func0.call(data, "model")){
let data1 = data.model;
const _errs3 = errors;
if(typeof data1 !== "string"){
t0_validate13.errors = [{instancePath:instancePath+"/model",schemaPath:"#/properties/model/type",keyword:"type",params:{type: "string"},schema:t0_schema14.properties.model.type,parentSchema:t0_schema14.properties.model,data:data1}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.base_url !== undefined && t0_func0.call(data, "base_url")){
let data2 = data.base_url;
const _errs5 = errors;
if(typeof data2 !== "string"){
t0_validate13.errors = [{instancePath:instancePath+"/base_url",schemaPath:"#/properties/base_url/type",keyword:"type",params:{type: "string"},schema:t0_schema14.properties.base_url.type,parentSchema:t0_schema14.properties.base_url,data:data2}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.api_key !== undefined && t0_func0.call(data, "api_key")){
let data3 = data.api_key;
const _errs7 = errors;
if(typeof data3 !== "string"){
t0_validate13.errors = [{instancePath:instancePath+"/api_key",schemaPath:"#/properties/api_key/type",keyword:"type",params:{type: "string"},schema:t0_schema14.properties.api_key.type,parentSchema:t0_schema14.properties.api_key,data:data3}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.headers !== undefined && t0_func0.call(data, "headers")){
let data4 = data.headers;
const _errs9 = errors;
if(errors === _errs9){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
for(const key0 of Object.keys(data4)){
let data5 = data4[key0];
const _errs12 = errors;
if(typeof data5 !== "string"){
t0_validate13.errors = [{instancePath:instancePath+"/headers/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/headers/additionalProperties/type",keyword:"type",params:{type: "string"},schema:t0_schema14.properties.headers.additionalProperties.type,parentSchema:t0_schema14.properties.headers.additionalProperties,data:data5}];
return false;
}
var valid1 = _errs12 === errors;
if(!valid1){
break;
}
}
}
else {
t0_validate13.errors = [{instancePath:instancePath+"/headers",schemaPath:"#/properties/headers/type",keyword:"type",params:{type: "object"},schema:t0_schema14.properties.headers.type,parentSchema:t0_schema14.properties.headers,data:data4}];
return false;
}
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.thinking !== undefined && t0_func0.call(data, "thinking")){
let data6 = data.thinking;
const _errs14 = errors;
if(typeof data6 !== "string"){
t0_validate13.errors = [{instancePath:instancePath+"/thinking",schemaPath:"#/properties/thinking/type",keyword:"type",params:{type: "string"},schema:t0_schema14.properties.thinking.type,parentSchema:t0_schema14.properties.thinking,data:data6}];
return false;
}
if(!((((data6 === "off") || (data6 === "low")) || (data6 === "medium")) || (data6 === "high"))){
t0_validate13.errors = [{instancePath:instancePath+"/thinking",schemaPath:"#/properties/thinking/enum",keyword:"enum",params:{allowedValues: t0_schema14.properties.thinking.enum},schema:t0_schema14.properties.thinking.enum,parentSchema:t0_schema14.properties.thinking,data:data6}];
return false;
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.system_prompt !== undefined && t0_func0.call(data, "system_prompt")){
let data7 = data.system_prompt;
const _errs16 = errors;
if(typeof data7 !== "string"){
t0_validate13.errors = [{instancePath:instancePath+"/system_prompt",schemaPath:"#/properties/system_prompt/type",keyword:"type",params:{type: "string"},schema:t0_schema14.properties.system_prompt.type,parentSchema:t0_schema14.properties.system_prompt,data:data7}];
return false;
}
var valid0 = _errs16 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.append_system_prompt !== undefined && t0_func0.call(data, "append_system_prompt")){
let data8 = data.append_system_prompt;
const _errs18 = errors;
if(typeof data8 !== "string"){
t0_validate13.errors = [{instancePath:instancePath+"/append_system_prompt",schemaPath:"#/properties/append_system_prompt/type",keyword:"type",params:{type: "string"},schema:t0_schema14.properties.append_system_prompt.type,parentSchema:t0_schema14.properties.append_system_prompt,data:data8}];
return false;
}
var valid0 = _errs18 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.tools !== undefined && t0_func0.call(data, "tools")){
let data9 = data.tools;
const _errs20 = errors;
if(errors === _errs20){
if(Array.isArray(data9)){
var valid2 = true;
const len0 = data9.length;
for(let i0=0; i0<len0; i0++){
let data10 = data9[i0];
const _errs22 = errors;
if(typeof data10 !== "string"){
t0_validate13.errors = [{instancePath:instancePath+"/tools/" + i0,schemaPath:"#/properties/tools/items/type",keyword:"type",params:{type: "string"},schema:t0_schema14.properties.tools.items.type,parentSchema:t0_schema14.properties.tools.items,data:data10}];
return false;
}
var valid2 = _errs22 === errors;
if(!valid2){
break;
}
}
}
else {
t0_validate13.errors = [{instancePath:instancePath+"/tools",schemaPath:"#/properties/tools/type",keyword:"type",params:{type: "array"},schema:t0_schema14.properties.tools.type,parentSchema:t0_schema14.properties.tools,data:data9}];
return false;
}
}
var valid0 = _errs20 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.host_tools !== undefined && t0_func0.call(data, "host_tools")){
let data11 = data.host_tools;
const _errs24 = errors;
if(errors === _errs24){
if(Array.isArray(data11)){
var valid3 = true;
const len1 = data11.length;
for(let i1=0; i1<len1; i1++){
let data12 = data11[i1];
const _errs26 = errors;
if(errors === _errs26){
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
let missing0;
if(((((data12.name === undefined) || (!(t0_func0.call(data12, "name")))) && (missing0 = "name")) || (((data12.description === undefined) || (!(t0_func0.call(data12, "description")))) && (missing0 = "description"))) || (((data12.parameters === undefined) || (!(t0_func0.call(data12, "parameters")))) && (missing0 = "parameters"))){
t0_validate13.errors = [{instancePath:instancePath+"/host_tools/" + i1,schemaPath:"#/properties/host_tools/items/required",keyword:"required",params:{missingProperty: missing0},schema:t0_schema14.properties.host_tools.items.required,parentSchema:t0_schema14.properties.host_tools.items,data:data12}];
return false;
}
else {
if(data12.name !== undefined && t0_func0.call(data12, "name")){
let data13 = data12.name;
const _errs28 = errors;
if(typeof data13 !== "string"){
t0_validate13.errors = [{instancePath:instancePath+"/host_tools/" + i1+"/name",schemaPath:"#/properties/host_tools/items/properties/name/type",keyword:"type",params:{type: "string"},schema:t0_schema14.properties.host_tools.items.properties.name.type,parentSchema:t0_schema14.properties.host_tools.items.properties.name,data:data13}];
return false;
}
var valid4 = _errs28 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data12.description !== undefined && t0_func0.call(data12, "description")){
let data14 = data12.description;
const _errs30 = errors;
if(typeof data14 !== "string"){
t0_validate13.errors = [{instancePath:instancePath+"/host_tools/" + i1+"/description",schemaPath:"#/properties/host_tools/items/properties/description/type",keyword:"type",params:{type: "string"},schema:t0_schema14.properties.host_tools.items.properties.description.type,parentSchema:t0_schema14.properties.host_tools.items.properties.description,data:data14}];
return false;
}
var valid4 = _errs30 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data12.parameters !== undefined && t0_func0.call(data12, "parameters")){
let data15 = data12.parameters;
const _errs32 = errors;
if(!(data15 && typeof data15 == "object" && !Array.isArray(data15))){
t0_validate13.errors = [{instancePath:instancePath+"/host_tools/" + i1+"/parameters",schemaPath:"#/properties/host_tools/items/properties/parameters/type",keyword:"type",params:{type: "object"},schema:t0_schema14.properties.host_tools.items.properties.parameters.type,parentSchema:t0_schema14.properties.host_tools.items.properties.parameters,data:data15}];
return false;
}
var valid4 = _errs32 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data12.needs_permission !== undefined && t0_func0.call(data12, "needs_permission")){
let data16 = data12.needs_permission;
const _errs34 = errors;
if(typeof data16 !== "boolean"){
t0_validate13.errors = [{instancePath:instancePath+"/host_tools/" + i1+"/needs_permission",schemaPath:"#/properties/host_tools/items/properties/needs_permission/type",keyword:"type",params:{type: "boolean"},schema:t0_schema14.properties.host_tools.items.properties.needs_permission.type,parentSchema:t0_schema14.properties.host_tools.items.properties.needs_permission,data:data16}];
return false;
}
var valid4 = _errs34 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data12.parallel !== undefined && t0_func0.call(data12, "parallel")){
let data17 = data12.parallel;
const _errs36 = errors;
if(typeof data17 !== "boolean"){
t0_validate13.errors = [{instancePath:instancePath+"/host_tools/" + i1+"/parallel",schemaPath:"#/properties/host_tools/items/properties/parallel/type",keyword:"type",params:{type: "boolean"},schema:t0_schema14.properties.host_tools.items.properties.parallel.type,parentSchema:t0_schema14.properties.host_tools.items.properties.parallel,data:data17}];
return false;
}
var valid4 = _errs36 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
}
}
else {
t0_validate13.errors = [{instancePath:instancePath+"/host_tools/" + i1,schemaPath:"#/properties/host_tools/items/type",keyword:"type",params:{type: "object"},schema:t0_schema14.properties.host_tools.items.type,parentSchema:t0_schema14.properties.host_tools.items,data:data12}];
return false;
}
}
var valid3 = _errs26 === errors;
if(!valid3){
break;
}
}
}
else {
t0_validate13.errors = [{instancePath:instancePath+"/host_tools",schemaPath:"#/properties/host_tools/type",keyword:"type",params:{type: "array"},schema:t0_schema14.properties.host_tools.type,parentSchema:t0_schema14.properties.host_tools,data:data11}];
return false;
}
}
var valid0 = _errs24 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.permission_mode !== undefined && t0_func0.call(data, "permission_mode")){
let data18 = data.permission_mode;
const _errs38 = errors;
if(typeof data18 !== "string"){
t0_validate13.errors = [{instancePath:instancePath+"/permission_mode",schemaPath:"#/properties/permission_mode/type",keyword:"type",params:{type: "string"},schema:t0_schema14.properties.permission_mode.type,parentSchema:t0_schema14.properties.permission_mode,data:data18}];
return false;
}
if(!(((data18 === "ask") || (data18 === "allow")) || (data18 === "read-only"))){
t0_validate13.errors = [{instancePath:instancePath+"/permission_mode",schemaPath:"#/properties/permission_mode/enum",keyword:"enum",params:{allowedValues: t0_schema14.properties.permission_mode.enum},schema:t0_schema14.properties.permission_mode.enum,parentSchema:t0_schema14.properties.permission_mode,data:data18}];
return false;
}
var valid0 = _errs38 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.mcp_servers !== undefined && t0_func0.call(data, "mcp_servers")){
let data19 = data.mcp_servers;
const _errs40 = errors;
if(errors === _errs40){
if(Array.isArray(data19)){
var valid5 = true;
const len2 = data19.length;
for(let i2=0; i2<len2; i2++){
let data20 = data19[i2];
const _errs42 = errors;
if(errors === _errs42){
if(data20 && typeof data20 == "object" && !Array.isArray(data20)){
let missing1;
if(((data20.name === undefined) || (!(t0_func0.call(data20, "name")))) && (missing1 = "name")){
t0_validate13.errors = [{instancePath:instancePath+"/mcp_servers/" + i2,schemaPath:"#/properties/mcp_servers/items/required",keyword:"required",params:{missingProperty: missing1},schema:t0_schema14.properties.mcp_servers.items.required,parentSchema:t0_schema14.properties.mcp_servers.items,data:data20}];
return false;
}
else {
if(data20.name !== undefined && t0_func0.call(data20, "name")){
let data21 = data20.name;
const _errs44 = errors;
if(typeof data21 !== "string"){
t0_validate13.errors = [{instancePath:instancePath+"/mcp_servers/" + i2+"/name",schemaPath:"#/properties/mcp_servers/items/properties/name/type",keyword:"type",params:{type: "string"},schema:t0_schema14.properties.mcp_servers.items.properties.name.type,parentSchema:t0_schema14.properties.mcp_servers.items.properties.name,data:data21}];
return false;
}
var valid6 = _errs44 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data20.command !== undefined && t0_func0.call(data20, "command")){
let data22 = data20.command;
const _errs46 = errors;
if(typeof data22 !== "string"){
t0_validate13.errors = [{instancePath:instancePath+"/mcp_servers/" + i2+"/command",schemaPath:"#/properties/mcp_servers/items/properties/command/type",keyword:"type",params:{type: "string"},schema:t0_schema14.properties.mcp_servers.items.properties.command.type,parentSchema:t0_schema14.properties.mcp_servers.items.properties.command,data:data22}];
return false;
}
var valid6 = _errs46 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data20.args !== undefined && t0_func0.call(data20, "args")){
let data23 = data20.args;
const _errs48 = errors;
if(errors === _errs48){
if(Array.isArray(data23)){
var valid7 = true;
const len3 = data23.length;
for(let i3=0; i3<len3; i3++){
let data24 = data23[i3];
const _errs50 = errors;
if(typeof data24 !== "string"){
t0_validate13.errors = [{instancePath:instancePath+"/mcp_servers/" + i2+"/args/" + i3,schemaPath:"#/properties/mcp_servers/items/properties/args/items/type",keyword:"type",params:{type: "string"},schema:t0_schema14.properties.mcp_servers.items.properties.args.items.type,parentSchema:t0_schema14.properties.mcp_servers.items.properties.args.items,data:data24}];
return false;
}
var valid7 = _errs50 === errors;
if(!valid7){
break;
}
}
}
else {
t0_validate13.errors = [{instancePath:instancePath+"/mcp_servers/" + i2+"/args",schemaPath:"#/properties/mcp_servers/items/properties/args/type",keyword:"type",params:{type: "array"},schema:t0_schema14.properties.mcp_servers.items.properties.args.type,parentSchema:t0_schema14.properties.mcp_servers.items.properties.args,data:data23}];
return false;
}
}
var valid6 = _errs48 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data20.env !== undefined && t0_func0.call(data20, "env")){
let data25 = data20.env;
const _errs52 = errors;
if(errors === _errs52){
if(data25 && typeof data25 == "object" && !Array.isArray(data25)){
for(const key1 of Object.keys(data25)){
let data26 = data25[key1];
const _errs55 = errors;
if(typeof data26 !== "string"){
t0_validate13.errors = [{instancePath:instancePath+"/mcp_servers/" + i2+"/env/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/mcp_servers/items/properties/env/additionalProperties/type",keyword:"type",params:{type: "string"},schema:t0_schema14.properties.mcp_servers.items.properties.env.additionalProperties.type,parentSchema:t0_schema14.properties.mcp_servers.items.properties.env.additionalProperties,data:data26}];
return false;
}
var valid8 = _errs55 === errors;
if(!valid8){
break;
}
}
}
else {
t0_validate13.errors = [{instancePath:instancePath+"/mcp_servers/" + i2+"/env",schemaPath:"#/properties/mcp_servers/items/properties/env/type",keyword:"type",params:{type: "object"},schema:t0_schema14.properties.mcp_servers.items.properties.env.type,parentSchema:t0_schema14.properties.mcp_servers.items.properties.env,data:data25}];
return false;
}
}
var valid6 = _errs52 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data20.url !== undefined && t0_func0.call(data20, "url")){
let data27 = data20.url;
const _errs57 = errors;
if(typeof data27 !== "string"){
t0_validate13.errors = [{instancePath:instancePath+"/mcp_servers/" + i2+"/url",schemaPath:"#/properties/mcp_servers/items/properties/url/type",keyword:"type",params:{type: "string"},schema:t0_schema14.properties.mcp_servers.items.properties.url.type,parentSchema:t0_schema14.properties.mcp_servers.items.properties.url,data:data27}];
return false;
}
var valid6 = _errs57 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data20.headers !== undefined && t0_func0.call(data20, "headers")){
let data28 = data20.headers;
const _errs59 = errors;
if(errors === _errs59){
if(data28 && typeof data28 == "object" && !Array.isArray(data28)){
for(const key2 of Object.keys(data28)){
let data29 = data28[key2];
const _errs62 = errors;
if(typeof data29 !== "string"){
t0_validate13.errors = [{instancePath:instancePath+"/mcp_servers/" + i2+"/headers/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/mcp_servers/items/properties/headers/additionalProperties/type",keyword:"type",params:{type: "string"},schema:t0_schema14.properties.mcp_servers.items.properties.headers.additionalProperties.type,parentSchema:t0_schema14.properties.mcp_servers.items.properties.headers.additionalProperties,data:data29}];
return false;
}
var valid9 = _errs62 === errors;
if(!valid9){
break;
}
}
}
else {
t0_validate13.errors = [{instancePath:instancePath+"/mcp_servers/" + i2+"/headers",schemaPath:"#/properties/mcp_servers/items/properties/headers/type",keyword:"type",params:{type: "object"},schema:t0_schema14.properties.mcp_servers.items.properties.headers.type,parentSchema:t0_schema14.properties.mcp_servers.items.properties.headers,data:data28}];
return false;
}
}
var valid6 = _errs59 === errors;
}
else {
var valid6 = true;
}
}
}
}
}
}
}
}
else {
t0_validate13.errors = [{instancePath:instancePath+"/mcp_servers/" + i2,schemaPath:"#/properties/mcp_servers/items/type",keyword:"type",params:{type: "object"},schema:t0_schema14.properties.mcp_servers.items.type,parentSchema:t0_schema14.properties.mcp_servers.items,data:data20}];
return false;
}
}
var valid5 = _errs42 === errors;
if(!valid5){
break;
}
}
}
else {
t0_validate13.errors = [{instancePath:instancePath+"/mcp_servers",schemaPath:"#/properties/mcp_servers/type",keyword:"type",params:{type: "array"},schema:t0_schema14.properties.mcp_servers.type,parentSchema:t0_schema14.properties.mcp_servers,data:data19}];
return false;
}
}
var valid0 = _errs40 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.plugins !== undefined && t0_func0.call(data, "plugins")){
let data30 = data.plugins;
const _errs64 = errors;
if(errors === _errs64){
if(Array.isArray(data30)){
var valid10 = true;
const len4 = data30.length;
for(let i4=0; i4<len4; i4++){
let data31 = data30[i4];
const _errs66 = errors;
if(typeof data31 !== "string"){
t0_validate13.errors = [{instancePath:instancePath+"/plugins/" + i4,schemaPath:"#/properties/plugins/items/type",keyword:"type",params:{type: "string"},schema:t0_schema14.properties.plugins.items.type,parentSchema:t0_schema14.properties.plugins.items,data:data31}];
return false;
}
var valid10 = _errs66 === errors;
if(!valid10){
break;
}
}
}
else {
t0_validate13.errors = [{instancePath:instancePath+"/plugins",schemaPath:"#/properties/plugins/type",keyword:"type",params:{type: "array"},schema:t0_schema14.properties.plugins.type,parentSchema:t0_schema14.properties.plugins,data:data30}];
return false;
}
}
var valid0 = _errs64 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.persist !== undefined && t0_func0.call(data, "persist")){
let data32 = data.persist;
const _errs68 = errors;
if(typeof data32 !== "boolean"){
t0_validate13.errors = [{instancePath:instancePath+"/persist",schemaPath:"#/properties/persist/type",keyword:"type",params:{type: "boolean"},schema:t0_schema14.properties.persist.type,parentSchema:t0_schema14.properties.persist,data:data32}];
return false;
}
var valid0 = _errs68 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.message_updates !== undefined && t0_func0.call(data, "message_updates")){
let data33 = data.message_updates;
const _errs70 = errors;
if(typeof data33 !== "string"){
t0_validate13.errors = [{instancePath:instancePath+"/message_updates",schemaPath:"#/properties/message_updates/type",keyword:"type",params:{type: "string"},schema:t0_schema14.properties.message_updates.type,parentSchema:t0_schema14.properties.message_updates,data:data33}];
return false;
}
if(!((data33 === "reference") || (data33 === "full"))){
t0_validate13.errors = [{instancePath:instancePath+"/message_updates",schemaPath:"#/properties/message_updates/enum",keyword:"enum",params:{allowedValues: t0_schema14.properties.message_updates.enum},schema:t0_schema14.properties.message_updates.enum,parentSchema:t0_schema14.properties.message_updates,data:data33}];
return false;
}
var valid0 = _errs70 === errors;
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
}
}
}
}
}
else {
t0_validate13.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:t0_schema14.type,parentSchema:t0_schema14,data}];
return false;
}
}
t0_validate13.errors = vErrors;
return errors === 0;
}

const validateParams_4 = t0_validate14;
const t0_schema15 = {"$id":"session.resume","type":"object","properties":{"session_id":{"type":"string"},"cwd":{"type":"string"},"model":{"type":"string"},"base_url":{"type":"string"},"api_key":{"type":"string"},"headers":{"type":"object","additionalProperties":{"type":"string"}},"thinking":{"type":"string","enum":["off","low","medium","high"]},"system_prompt":{"type":"string"},"append_system_prompt":{"type":"string"},"tools":{"type":"array","items":{"type":"string"}},"host_tools":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"description":{"type":"string"},"parameters":{"type":"object"},"needs_permission":{"type":"boolean"},"parallel":{"type":"boolean"}},"required":["name","description","parameters"]}},"permission_mode":{"type":"string","enum":["ask","allow","read-only"]},"mcp_servers":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"command":{"type":"string"},"args":{"type":"array","items":{"type":"string"}},"env":{"type":"object","additionalProperties":{"type":"string"}},"url":{"type":"string"},"headers":{"type":"object","additionalProperties":{"type":"string"}}},"required":["name"]}},"plugins":{"type":"array","items":{"type":"string"}},"persist":{"type":"boolean"},"message_updates":{"type":"string","enum":["reference","full"]}},"required":["session_id"]};

function t0_validate14(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="session.resume" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.session_id === undefined) || (!(t0_func0.call(data, "session_id")))) && (missing0 = "session_id")){
t0_validate14.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},schema:t0_schema15.required,parentSchema:t0_schema15,data}];
return false;
}
else {
if(data.session_id !== undefined && t0_func0.call(data, "session_id")){
let data0 = data.session_id;
const _errs1 = errors;
if(typeof data0 !== "string"){
t0_validate14.errors = [{instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},schema:t0_schema15.properties.session_id.type,parentSchema:t0_schema15.properties.session_id,data:data0}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.cwd !== undefined && t0_func0.call(data, "cwd")){
let data1 = data.cwd;
const _errs3 = errors;
if(typeof data1 !== "string"){
t0_validate14.errors = [{instancePath:instancePath+"/cwd",schemaPath:"#/properties/cwd/type",keyword:"type",params:{type: "string"},schema:t0_schema15.properties.cwd.type,parentSchema:t0_schema15.properties.cwd,data:data1}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.model !== undefined && t0_func0.call(data, "model")){
let data2 = data.model;
const _errs5 = errors;
if(typeof data2 !== "string"){
t0_validate14.errors = [{instancePath:instancePath+"/model",schemaPath:"#/properties/model/type",keyword:"type",params:{type: "string"},schema:t0_schema15.properties.model.type,parentSchema:t0_schema15.properties.model,data:data2}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.base_url !== undefined && t0_func0.call(data, "base_url")){
let data3 = data.base_url;
const _errs7 = errors;
if(typeof data3 !== "string"){
t0_validate14.errors = [{instancePath:instancePath+"/base_url",schemaPath:"#/properties/base_url/type",keyword:"type",params:{type: "string"},schema:t0_schema15.properties.base_url.type,parentSchema:t0_schema15.properties.base_url,data:data3}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.api_key !== undefined && t0_func0.call(data, "api_key")){
let data4 = data.api_key;
const _errs9 = errors;
if(typeof data4 !== "string"){
t0_validate14.errors = [{instancePath:instancePath+"/api_key",schemaPath:"#/properties/api_key/type",keyword:"type",params:{type: "string"},schema:t0_schema15.properties.api_key.type,parentSchema:t0_schema15.properties.api_key,data:data4}];
return false;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.headers !== undefined && t0_func0.call(data, "headers")){
let data5 = data.headers;
const _errs11 = errors;
if(errors === _errs11){
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
for(const key0 of Object.keys(data5)){
let data6 = data5[key0];
const _errs14 = errors;
if(typeof data6 !== "string"){
t0_validate14.errors = [{instancePath:instancePath+"/headers/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/headers/additionalProperties/type",keyword:"type",params:{type: "string"},schema:t0_schema15.properties.headers.additionalProperties.type,parentSchema:t0_schema15.properties.headers.additionalProperties,data:data6}];
return false;
}
var valid1 = _errs14 === errors;
if(!valid1){
break;
}
}
}
else {
t0_validate14.errors = [{instancePath:instancePath+"/headers",schemaPath:"#/properties/headers/type",keyword:"type",params:{type: "object"},schema:t0_schema15.properties.headers.type,parentSchema:t0_schema15.properties.headers,data:data5}];
return false;
}
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.thinking !== undefined && t0_func0.call(data, "thinking")){
let data7 = data.thinking;
const _errs16 = errors;
if(typeof data7 !== "string"){
t0_validate14.errors = [{instancePath:instancePath+"/thinking",schemaPath:"#/properties/thinking/type",keyword:"type",params:{type: "string"},schema:t0_schema15.properties.thinking.type,parentSchema:t0_schema15.properties.thinking,data:data7}];
return false;
}
if(!((((data7 === "off") || (data7 === "low")) || (data7 === "medium")) || (data7 === "high"))){
t0_validate14.errors = [{instancePath:instancePath+"/thinking",schemaPath:"#/properties/thinking/enum",keyword:"enum",params:{allowedValues: t0_schema15.properties.thinking.enum},schema:t0_schema15.properties.thinking.enum,parentSchema:t0_schema15.properties.thinking,data:data7}];
return false;
}
var valid0 = _errs16 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.system_prompt !== undefined && t0_func0.call(data, "system_prompt")){
let data8 = data.system_prompt;
const _errs18 = errors;
if(typeof data8 !== "string"){
t0_validate14.errors = [{instancePath:instancePath+"/system_prompt",schemaPath:"#/properties/system_prompt/type",keyword:"type",params:{type: "string"},schema:t0_schema15.properties.system_prompt.type,parentSchema:t0_schema15.properties.system_prompt,data:data8}];
return false;
}
var valid0 = _errs18 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.append_system_prompt !== undefined && t0_func0.call(data, "append_system_prompt")){
let data9 = data.append_system_prompt;
const _errs20 = errors;
if(typeof data9 !== "string"){
t0_validate14.errors = [{instancePath:instancePath+"/append_system_prompt",schemaPath:"#/properties/append_system_prompt/type",keyword:"type",params:{type: "string"},schema:t0_schema15.properties.append_system_prompt.type,parentSchema:t0_schema15.properties.append_system_prompt,data:data9}];
return false;
}
var valid0 = _errs20 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.tools !== undefined && t0_func0.call(data, "tools")){
let data10 = data.tools;
const _errs22 = errors;
if(errors === _errs22){
if(Array.isArray(data10)){
var valid2 = true;
const len0 = data10.length;
for(let i0=0; i0<len0; i0++){
let data11 = data10[i0];
const _errs24 = errors;
if(typeof data11 !== "string"){
t0_validate14.errors = [{instancePath:instancePath+"/tools/" + i0,schemaPath:"#/properties/tools/items/type",keyword:"type",params:{type: "string"},schema:t0_schema15.properties.tools.items.type,parentSchema:t0_schema15.properties.tools.items,data:data11}];
return false;
}
var valid2 = _errs24 === errors;
if(!valid2){
break;
}
}
}
else {
t0_validate14.errors = [{instancePath:instancePath+"/tools",schemaPath:"#/properties/tools/type",keyword:"type",params:{type: "array"},schema:t0_schema15.properties.tools.type,parentSchema:t0_schema15.properties.tools,data:data10}];
return false;
}
}
var valid0 = _errs22 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.host_tools !== undefined && t0_func0.call(data, "host_tools")){
let data12 = data.host_tools;
const _errs26 = errors;
if(errors === _errs26){
if(Array.isArray(data12)){
var valid3 = true;
const len1 = data12.length;
for(let i1=0; i1<len1; i1++){
let data13 = data12[i1];
const _errs28 = errors;
if(errors === _errs28){
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
let missing1;
if(((((data13.name === undefined) || (!(t0_func0.call(data13, "name")))) && (missing1 = "name")) || (((data13.description === undefined) || (!(t0_func0.call(data13, "description")))) && (missing1 = "description"))) || (((data13.parameters === undefined) || (!(t0_func0.call(data13, "parameters")))) && (missing1 = "parameters"))){
t0_validate14.errors = [{instancePath:instancePath+"/host_tools/" + i1,schemaPath:"#/properties/host_tools/items/required",keyword:"required",params:{missingProperty: missing1},schema:t0_schema15.properties.host_tools.items.required,parentSchema:t0_schema15.properties.host_tools.items,data:data13}];
return false;
}
else {
if(data13.name !== undefined && t0_func0.call(data13, "name")){
let data14 = data13.name;
const _errs30 = errors;
if(typeof data14 !== "string"){
t0_validate14.errors = [{instancePath:instancePath+"/host_tools/" + i1+"/name",schemaPath:"#/properties/host_tools/items/properties/name/type",keyword:"type",params:{type: "string"},schema:t0_schema15.properties.host_tools.items.properties.name.type,parentSchema:t0_schema15.properties.host_tools.items.properties.name,data:data14}];
return false;
}
var valid4 = _errs30 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data13.description !== undefined && t0_func0.call(data13, "description")){
let data15 = data13.description;
const _errs32 = errors;
if(typeof data15 !== "string"){
t0_validate14.errors = [{instancePath:instancePath+"/host_tools/" + i1+"/description",schemaPath:"#/properties/host_tools/items/properties/description/type",keyword:"type",params:{type: "string"},schema:t0_schema15.properties.host_tools.items.properties.description.type,parentSchema:t0_schema15.properties.host_tools.items.properties.description,data:data15}];
return false;
}
var valid4 = _errs32 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data13.parameters !== undefined && t0_func0.call(data13, "parameters")){
let data16 = data13.parameters;
const _errs34 = errors;
if(!(data16 && typeof data16 == "object" && !Array.isArray(data16))){
t0_validate14.errors = [{instancePath:instancePath+"/host_tools/" + i1+"/parameters",schemaPath:"#/properties/host_tools/items/properties/parameters/type",keyword:"type",params:{type: "object"},schema:t0_schema15.properties.host_tools.items.properties.parameters.type,parentSchema:t0_schema15.properties.host_tools.items.properties.parameters,data:data16}];
return false;
}
var valid4 = _errs34 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data13.needs_permission !== undefined && t0_func0.call(data13, "needs_permission")){
let data17 = data13.needs_permission;
const _errs36 = errors;
if(typeof data17 !== "boolean"){
t0_validate14.errors = [{instancePath:instancePath+"/host_tools/" + i1+"/needs_permission",schemaPath:"#/properties/host_tools/items/properties/needs_permission/type",keyword:"type",params:{type: "boolean"},schema:t0_schema15.properties.host_tools.items.properties.needs_permission.type,parentSchema:t0_schema15.properties.host_tools.items.properties.needs_permission,data:data17}];
return false;
}
var valid4 = _errs36 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data13.parallel !== undefined && t0_func0.call(data13, "parallel")){
let data18 = data13.parallel;
const _errs38 = errors;
if(typeof data18 !== "boolean"){
t0_validate14.errors = [{instancePath:instancePath+"/host_tools/" + i1+"/parallel",schemaPath:"#/properties/host_tools/items/properties/parallel/type",keyword:"type",params:{type: "boolean"},schema:t0_schema15.properties.host_tools.items.properties.parallel.type,parentSchema:t0_schema15.properties.host_tools.items.properties.parallel,data:data18}];
return false;
}
var valid4 = _errs38 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
}
}
else {
t0_validate14.errors = [{instancePath:instancePath+"/host_tools/" + i1,schemaPath:"#/properties/host_tools/items/type",keyword:"type",params:{type: "object"},schema:t0_schema15.properties.host_tools.items.type,parentSchema:t0_schema15.properties.host_tools.items,data:data13}];
return false;
}
}
var valid3 = _errs28 === errors;
if(!valid3){
break;
}
}
}
else {
t0_validate14.errors = [{instancePath:instancePath+"/host_tools",schemaPath:"#/properties/host_tools/type",keyword:"type",params:{type: "array"},schema:t0_schema15.properties.host_tools.type,parentSchema:t0_schema15.properties.host_tools,data:data12}];
return false;
}
}
var valid0 = _errs26 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.permission_mode !== undefined && t0_func0.call(data, "permission_mode")){
let data19 = data.permission_mode;
const _errs40 = errors;
if(typeof data19 !== "string"){
t0_validate14.errors = [{instancePath:instancePath+"/permission_mode",schemaPath:"#/properties/permission_mode/type",keyword:"type",params:{type: "string"},schema:t0_schema15.properties.permission_mode.type,parentSchema:t0_schema15.properties.permission_mode,data:data19}];
return false;
}
if(!(((data19 === "ask") || (data19 === "allow")) || (data19 === "read-only"))){
t0_validate14.errors = [{instancePath:instancePath+"/permission_mode",schemaPath:"#/properties/permission_mode/enum",keyword:"enum",params:{allowedValues: t0_schema15.properties.permission_mode.enum},schema:t0_schema15.properties.permission_mode.enum,parentSchema:t0_schema15.properties.permission_mode,data:data19}];
return false;
}
var valid0 = _errs40 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.mcp_servers !== undefined && t0_func0.call(data, "mcp_servers")){
let data20 = data.mcp_servers;
const _errs42 = errors;
if(errors === _errs42){
if(Array.isArray(data20)){
var valid5 = true;
const len2 = data20.length;
for(let i2=0; i2<len2; i2++){
let data21 = data20[i2];
const _errs44 = errors;
if(errors === _errs44){
if(data21 && typeof data21 == "object" && !Array.isArray(data21)){
let missing2;
if(((data21.name === undefined) || (!(t0_func0.call(data21, "name")))) && (missing2 = "name")){
t0_validate14.errors = [{instancePath:instancePath+"/mcp_servers/" + i2,schemaPath:"#/properties/mcp_servers/items/required",keyword:"required",params:{missingProperty: missing2},schema:t0_schema15.properties.mcp_servers.items.required,parentSchema:t0_schema15.properties.mcp_servers.items,data:data21}];
return false;
}
else {
if(data21.name !== undefined && t0_func0.call(data21, "name")){
let data22 = data21.name;
const _errs46 = errors;
if(typeof data22 !== "string"){
t0_validate14.errors = [{instancePath:instancePath+"/mcp_servers/" + i2+"/name",schemaPath:"#/properties/mcp_servers/items/properties/name/type",keyword:"type",params:{type: "string"},schema:t0_schema15.properties.mcp_servers.items.properties.name.type,parentSchema:t0_schema15.properties.mcp_servers.items.properties.name,data:data22}];
return false;
}
var valid6 = _errs46 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data21.command !== undefined && t0_func0.call(data21, "command")){
let data23 = data21.command;
const _errs48 = errors;
if(typeof data23 !== "string"){
t0_validate14.errors = [{instancePath:instancePath+"/mcp_servers/" + i2+"/command",schemaPath:"#/properties/mcp_servers/items/properties/command/type",keyword:"type",params:{type: "string"},schema:t0_schema15.properties.mcp_servers.items.properties.command.type,parentSchema:t0_schema15.properties.mcp_servers.items.properties.command,data:data23}];
return false;
}
var valid6 = _errs48 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data21.args !== undefined && t0_func0.call(data21, "args")){
let data24 = data21.args;
const _errs50 = errors;
if(errors === _errs50){
if(Array.isArray(data24)){
var valid7 = true;
const len3 = data24.length;
for(let i3=0; i3<len3; i3++){
let data25 = data24[i3];
const _errs52 = errors;
if(typeof data25 !== "string"){
t0_validate14.errors = [{instancePath:instancePath+"/mcp_servers/" + i2+"/args/" + i3,schemaPath:"#/properties/mcp_servers/items/properties/args/items/type",keyword:"type",params:{type: "string"},schema:t0_schema15.properties.mcp_servers.items.properties.args.items.type,parentSchema:t0_schema15.properties.mcp_servers.items.properties.args.items,data:data25}];
return false;
}
var valid7 = _errs52 === errors;
if(!valid7){
break;
}
}
}
else {
t0_validate14.errors = [{instancePath:instancePath+"/mcp_servers/" + i2+"/args",schemaPath:"#/properties/mcp_servers/items/properties/args/type",keyword:"type",params:{type: "array"},schema:t0_schema15.properties.mcp_servers.items.properties.args.type,parentSchema:t0_schema15.properties.mcp_servers.items.properties.args,data:data24}];
return false;
}
}
var valid6 = _errs50 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data21.env !== undefined && t0_func0.call(data21, "env")){
let data26 = data21.env;
const _errs54 = errors;
if(errors === _errs54){
if(data26 && typeof data26 == "object" && !Array.isArray(data26)){
for(const key1 of Object.keys(data26)){
let data27 = data26[key1];
const _errs57 = errors;
if(typeof data27 !== "string"){
t0_validate14.errors = [{instancePath:instancePath+"/mcp_servers/" + i2+"/env/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/mcp_servers/items/properties/env/additionalProperties/type",keyword:"type",params:{type: "string"},schema:t0_schema15.properties.mcp_servers.items.properties.env.additionalProperties.type,parentSchema:t0_schema15.properties.mcp_servers.items.properties.env.additionalProperties,data:data27}];
return false;
}
var valid8 = _errs57 === errors;
if(!valid8){
break;
}
}
}
else {
t0_validate14.errors = [{instancePath:instancePath+"/mcp_servers/" + i2+"/env",schemaPath:"#/properties/mcp_servers/items/properties/env/type",keyword:"type",params:{type: "object"},schema:t0_schema15.properties.mcp_servers.items.properties.env.type,parentSchema:t0_schema15.properties.mcp_servers.items.properties.env,data:data26}];
return false;
}
}
var valid6 = _errs54 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data21.url !== undefined && t0_func0.call(data21, "url")){
let data28 = data21.url;
const _errs59 = errors;
if(typeof data28 !== "string"){
t0_validate14.errors = [{instancePath:instancePath+"/mcp_servers/" + i2+"/url",schemaPath:"#/properties/mcp_servers/items/properties/url/type",keyword:"type",params:{type: "string"},schema:t0_schema15.properties.mcp_servers.items.properties.url.type,parentSchema:t0_schema15.properties.mcp_servers.items.properties.url,data:data28}];
return false;
}
var valid6 = _errs59 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data21.headers !== undefined && t0_func0.call(data21, "headers")){
let data29 = data21.headers;
const _errs61 = errors;
if(errors === _errs61){
if(data29 && typeof data29 == "object" && !Array.isArray(data29)){
for(const key2 of Object.keys(data29)){
let data30 = data29[key2];
const _errs64 = errors;
if(typeof data30 !== "string"){
t0_validate14.errors = [{instancePath:instancePath+"/mcp_servers/" + i2+"/headers/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/mcp_servers/items/properties/headers/additionalProperties/type",keyword:"type",params:{type: "string"},schema:t0_schema15.properties.mcp_servers.items.properties.headers.additionalProperties.type,parentSchema:t0_schema15.properties.mcp_servers.items.properties.headers.additionalProperties,data:data30}];
return false;
}
var valid9 = _errs64 === errors;
if(!valid9){
break;
}
}
}
else {
t0_validate14.errors = [{instancePath:instancePath+"/mcp_servers/" + i2+"/headers",schemaPath:"#/properties/mcp_servers/items/properties/headers/type",keyword:"type",params:{type: "object"},schema:t0_schema15.properties.mcp_servers.items.properties.headers.type,parentSchema:t0_schema15.properties.mcp_servers.items.properties.headers,data:data29}];
return false;
}
}
var valid6 = _errs61 === errors;
}
else {
var valid6 = true;
}
}
}
}
}
}
}
}
else {
t0_validate14.errors = [{instancePath:instancePath+"/mcp_servers/" + i2,schemaPath:"#/properties/mcp_servers/items/type",keyword:"type",params:{type: "object"},schema:t0_schema15.properties.mcp_servers.items.type,parentSchema:t0_schema15.properties.mcp_servers.items,data:data21}];
return false;
}
}
var valid5 = _errs44 === errors;
if(!valid5){
break;
}
}
}
else {
t0_validate14.errors = [{instancePath:instancePath+"/mcp_servers",schemaPath:"#/properties/mcp_servers/type",keyword:"type",params:{type: "array"},schema:t0_schema15.properties.mcp_servers.type,parentSchema:t0_schema15.properties.mcp_servers,data:data20}];
return false;
}
}
var valid0 = _errs42 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.plugins !== undefined && t0_func0.call(data, "plugins")){
let data31 = data.plugins;
const _errs66 = errors;
if(errors === _errs66){
if(Array.isArray(data31)){
var valid10 = true;
const len4 = data31.length;
for(let i4=0; i4<len4; i4++){
let data32 = data31[i4];
const _errs68 = errors;
if(typeof data32 !== "string"){
t0_validate14.errors = [{instancePath:instancePath+"/plugins/" + i4,schemaPath:"#/properties/plugins/items/type",keyword:"type",params:{type: "string"},schema:t0_schema15.properties.plugins.items.type,parentSchema:t0_schema15.properties.plugins.items,data:data32}];
return false;
}
var valid10 = _errs68 === errors;
if(!valid10){
break;
}
}
}
else {
t0_validate14.errors = [{instancePath:instancePath+"/plugins",schemaPath:"#/properties/plugins/type",keyword:"type",params:{type: "array"},schema:t0_schema15.properties.plugins.type,parentSchema:t0_schema15.properties.plugins,data:data31}];
return false;
}
}
var valid0 = _errs66 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.persist !== undefined && t0_func0.call(data, "persist")){
let data33 = data.persist;
const _errs70 = errors;
if(typeof data33 !== "boolean"){
t0_validate14.errors = [{instancePath:instancePath+"/persist",schemaPath:"#/properties/persist/type",keyword:"type",params:{type: "boolean"},schema:t0_schema15.properties.persist.type,parentSchema:t0_schema15.properties.persist,data:data33}];
return false;
}
var valid0 = _errs70 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.message_updates !== undefined && t0_func0.call(data, "message_updates")){
let data34 = data.message_updates;
const _errs72 = errors;
if(typeof data34 !== "string"){
t0_validate14.errors = [{instancePath:instancePath+"/message_updates",schemaPath:"#/properties/message_updates/type",keyword:"type",params:{type: "string"},schema:t0_schema15.properties.message_updates.type,parentSchema:t0_schema15.properties.message_updates,data:data34}];
return false;
}
if(!((data34 === "reference") || (data34 === "full"))){
t0_validate14.errors = [{instancePath:instancePath+"/message_updates",schemaPath:"#/properties/message_updates/enum",keyword:"enum",params:{allowedValues: t0_schema15.properties.message_updates.enum},schema:t0_schema15.properties.message_updates.enum,parentSchema:t0_schema15.properties.message_updates,data:data34}];
return false;
}
var valid0 = _errs72 === errors;
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
}
}
}
}
}
}
}
else {
t0_validate14.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:t0_schema15.type,parentSchema:t0_schema15,data}];
return false;
}
}
t0_validate14.errors = vErrors;
return errors === 0;
}

const validateParams_5 = t0_validate15;
const t0_schema16 = {"$id":"session.fork","type":"object","properties":{"session_id":{"type":"string"},"message_id":{"type":"string"}},"required":["message_id","session_id"]};

function t0_validate15(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="session.fork" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.message_id === undefined) || (!(t0_func0.call(data, "message_id")))) && (missing0 = "message_id")) || (((data.session_id === undefined) || (!(t0_func0.call(data, "session_id")))) && (missing0 = "session_id"))){
t0_validate15.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},schema:t0_schema16.required,parentSchema:t0_schema16,data}];
return false;
}
else {
if(data.session_id !== undefined && t0_func0.call(data, "session_id")){
let data0 = data.session_id;
const _errs1 = errors;
if(typeof data0 !== "string"){
t0_validate15.errors = [{instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},schema:t0_schema16.properties.session_id.type,parentSchema:t0_schema16.properties.session_id,data:data0}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.message_id !== undefined && t0_func0.call(data, "message_id")){
let data1 = data.message_id;
const _errs3 = errors;
if(typeof data1 !== "string"){
t0_validate15.errors = [{instancePath:instancePath+"/message_id",schemaPath:"#/properties/message_id/type",keyword:"type",params:{type: "string"},schema:t0_schema16.properties.message_id.type,parentSchema:t0_schema16.properties.message_id,data:data1}];
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
t0_validate15.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:t0_schema16.type,parentSchema:t0_schema16,data}];
return false;
}
}
t0_validate15.errors = vErrors;
return errors === 0;
}

const validateParams_6 = t0_validate16;
const t0_schema17 = {"$id":"session.list","type":"object","properties":{"cwd":{"type":"string"},"limit":{"type":"number"},"before":{"type":"string"}}};

function t0_validate16(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="session.list" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.cwd !== undefined && t0_func0.call(data, "cwd")){
let data0 = data.cwd;
const _errs1 = errors;
if(typeof data0 !== "string"){
t0_validate16.errors = [{instancePath:instancePath+"/cwd",schemaPath:"#/properties/cwd/type",keyword:"type",params:{type: "string"},schema:t0_schema17.properties.cwd.type,parentSchema:t0_schema17.properties.cwd,data:data0}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.limit !== undefined && t0_func0.call(data, "limit")){
let data1 = data.limit;
const _errs3 = errors;
if(!((typeof data1 == "number") && (isFinite(data1)))){
t0_validate16.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "number"},schema:t0_schema17.properties.limit.type,parentSchema:t0_schema17.properties.limit,data:data1}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.before !== undefined && t0_func0.call(data, "before")){
let data2 = data.before;
const _errs5 = errors;
if(typeof data2 !== "string"){
t0_validate16.errors = [{instancePath:instancePath+"/before",schemaPath:"#/properties/before/type",keyword:"type",params:{type: "string"},schema:t0_schema17.properties.before.type,parentSchema:t0_schema17.properties.before,data:data2}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
t0_validate16.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:t0_schema17.type,parentSchema:t0_schema17,data}];
return false;
}
}
t0_validate16.errors = vErrors;
return errors === 0;
}

const validateParams_7 = t0_validate17;
const t0_schema18 = {"$id":"session.get","type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"]};

function t0_validate17(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="session.get" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.session_id === undefined) || (!(t0_func0.call(data, "session_id")))) && (missing0 = "session_id")){
t0_validate17.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},schema:t0_schema18.required,parentSchema:t0_schema18,data}];
return false;
}
else {
if(data.session_id !== undefined && t0_func0.call(data, "session_id")){
let data0 = data.session_id;
if(typeof data0 !== "string"){
t0_validate17.errors = [{instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},schema:t0_schema18.properties.session_id.type,parentSchema:t0_schema18.properties.session_id,data:data0}];
return false;
}
}
}
}
else {
t0_validate17.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:t0_schema18.type,parentSchema:t0_schema18,data}];
return false;
}
}
t0_validate17.errors = vErrors;
return errors === 0;
}

const validateParams_8 = t0_validate18;
const t0_schema19 = {"$id":"session.delete","type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"]};

function t0_validate18(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="session.delete" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.session_id === undefined) || (!(t0_func0.call(data, "session_id")))) && (missing0 = "session_id")){
t0_validate18.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},schema:t0_schema19.required,parentSchema:t0_schema19,data}];
return false;
}
else {
if(data.session_id !== undefined && t0_func0.call(data, "session_id")){
let data0 = data.session_id;
if(typeof data0 !== "string"){
t0_validate18.errors = [{instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},schema:t0_schema19.properties.session_id.type,parentSchema:t0_schema19.properties.session_id,data:data0}];
return false;
}
}
}
}
else {
t0_validate18.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:t0_schema19.type,parentSchema:t0_schema19,data}];
return false;
}
}
t0_validate18.errors = vErrors;
return errors === 0;
}

const validateParams_9 = t0_validate19;
const t0_schema20 = {"$id":"session.close","type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"]};

function t0_validate19(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="session.close" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.session_id === undefined) || (!(t0_func0.call(data, "session_id")))) && (missing0 = "session_id")){
t0_validate19.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},schema:t0_schema20.required,parentSchema:t0_schema20,data}];
return false;
}
else {
if(data.session_id !== undefined && t0_func0.call(data, "session_id")){
let data0 = data.session_id;
if(typeof data0 !== "string"){
t0_validate19.errors = [{instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},schema:t0_schema20.properties.session_id.type,parentSchema:t0_schema20.properties.session_id,data:data0}];
return false;
}
}
}
}
else {
t0_validate19.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:t0_schema20.type,parentSchema:t0_schema20,data}];
return false;
}
}
t0_validate19.errors = vErrors;
return errors === 0;
}

const validateParams_10 = t0_validate20;
const t0_schema21 = {"$id":"session.send","type":"object","properties":{"session_id":{"type":"string"},"text":{"type":"string"},"images":{"type":"array","items":{"type":"object","properties":{"mime_type":{"type":"string"},"data":{"type":"string"}},"required":["mime_type","data"]}}},"required":["session_id","text"]};

function t0_validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="session.send" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.session_id === undefined) || (!(t0_func0.call(data, "session_id")))) && (missing0 = "session_id")) || (((data.text === undefined) || (!(t0_func0.call(data, "text")))) && (missing0 = "text"))){
t0_validate20.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},schema:t0_schema21.required,parentSchema:t0_schema21,data}];
return false;
}
else {
if(data.session_id !== undefined && t0_func0.call(data, "session_id")){
let data0 = data.session_id;
const _errs1 = errors;
if(typeof data0 !== "string"){
t0_validate20.errors = [{instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},schema:t0_schema21.properties.session_id.type,parentSchema:t0_schema21.properties.session_id,data:data0}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.text !== undefined && t0_func0.call(data, "text")){
let data1 = data.text;
const _errs3 = errors;
if(typeof data1 !== "string"){
t0_validate20.errors = [{instancePath:instancePath+"/text",schemaPath:"#/properties/text/type",keyword:"type",params:{type: "string"},schema:t0_schema21.properties.text.type,parentSchema:t0_schema21.properties.text,data:data1}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.images !== undefined && t0_func0.call(data, "images")){
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
if((((data3.mime_type === undefined) || (!(t0_func0.call(data3, "mime_type")))) && (missing1 = "mime_type")) || (((data3.data === undefined) || (!(t0_func0.call(data3, "data")))) && (missing1 = "data"))){
t0_validate20.errors = [{instancePath:instancePath+"/images/" + i0,schemaPath:"#/properties/images/items/required",keyword:"required",params:{missingProperty: missing1},schema:t0_schema21.properties.images.items.required,parentSchema:t0_schema21.properties.images.items,data:data3}];
return false;
}
else {
if(data3.mime_type !== undefined && t0_func0.call(data3, "mime_type")){
let data4 = data3.mime_type;
const _errs9 = errors;
if(typeof data4 !== "string"){
t0_validate20.errors = [{instancePath:instancePath+"/images/" + i0+"/mime_type",schemaPath:"#/properties/images/items/properties/mime_type/type",keyword:"type",params:{type: "string"},schema:t0_schema21.properties.images.items.properties.mime_type.type,parentSchema:t0_schema21.properties.images.items.properties.mime_type,data:data4}];
return false;
}
var valid2 = _errs9 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data3.data !== undefined && t0_func0.call(data3, "data")){
let data5 = data3.data;
const _errs11 = errors;
if(typeof data5 !== "string"){
t0_validate20.errors = [{instancePath:instancePath+"/images/" + i0+"/data",schemaPath:"#/properties/images/items/properties/data/type",keyword:"type",params:{type: "string"},schema:t0_schema21.properties.images.items.properties.data.type,parentSchema:t0_schema21.properties.images.items.properties.data,data:data5}];
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
t0_validate20.errors = [{instancePath:instancePath+"/images/" + i0,schemaPath:"#/properties/images/items/type",keyword:"type",params:{type: "object"},schema:t0_schema21.properties.images.items.type,parentSchema:t0_schema21.properties.images.items,data:data3}];
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
t0_validate20.errors = [{instancePath:instancePath+"/images",schemaPath:"#/properties/images/type",keyword:"type",params:{type: "array"},schema:t0_schema21.properties.images.type,parentSchema:t0_schema21.properties.images,data:data2}];
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
t0_validate20.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:t0_schema21.type,parentSchema:t0_schema21,data}];
return false;
}
}
t0_validate20.errors = vErrors;
return errors === 0;
}

const validateParams_11 = t0_validate21;
const t0_schema22 = {"$id":"session.steer","type":"object","properties":{"session_id":{"type":"string"},"text":{"type":"string"},"images":{"type":"array","items":{"type":"object","properties":{"mime_type":{"type":"string"},"data":{"type":"string"}},"required":["mime_type","data"]}}},"required":["session_id","text"]};

function t0_validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="session.steer" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.session_id === undefined) || (!(t0_func0.call(data, "session_id")))) && (missing0 = "session_id")) || (((data.text === undefined) || (!(t0_func0.call(data, "text")))) && (missing0 = "text"))){
t0_validate21.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},schema:t0_schema22.required,parentSchema:t0_schema22,data}];
return false;
}
else {
if(data.session_id !== undefined && t0_func0.call(data, "session_id")){
let data0 = data.session_id;
const _errs1 = errors;
if(typeof data0 !== "string"){
t0_validate21.errors = [{instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},schema:t0_schema22.properties.session_id.type,parentSchema:t0_schema22.properties.session_id,data:data0}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.text !== undefined && t0_func0.call(data, "text")){
let data1 = data.text;
const _errs3 = errors;
if(typeof data1 !== "string"){
t0_validate21.errors = [{instancePath:instancePath+"/text",schemaPath:"#/properties/text/type",keyword:"type",params:{type: "string"},schema:t0_schema22.properties.text.type,parentSchema:t0_schema22.properties.text,data:data1}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.images !== undefined && t0_func0.call(data, "images")){
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
if((((data3.mime_type === undefined) || (!(t0_func0.call(data3, "mime_type")))) && (missing1 = "mime_type")) || (((data3.data === undefined) || (!(t0_func0.call(data3, "data")))) && (missing1 = "data"))){
t0_validate21.errors = [{instancePath:instancePath+"/images/" + i0,schemaPath:"#/properties/images/items/required",keyword:"required",params:{missingProperty: missing1},schema:t0_schema22.properties.images.items.required,parentSchema:t0_schema22.properties.images.items,data:data3}];
return false;
}
else {
if(data3.mime_type !== undefined && t0_func0.call(data3, "mime_type")){
let data4 = data3.mime_type;
const _errs9 = errors;
if(typeof data4 !== "string"){
t0_validate21.errors = [{instancePath:instancePath+"/images/" + i0+"/mime_type",schemaPath:"#/properties/images/items/properties/mime_type/type",keyword:"type",params:{type: "string"},schema:t0_schema22.properties.images.items.properties.mime_type.type,parentSchema:t0_schema22.properties.images.items.properties.mime_type,data:data4}];
return false;
}
var valid2 = _errs9 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data3.data !== undefined && t0_func0.call(data3, "data")){
let data5 = data3.data;
const _errs11 = errors;
if(typeof data5 !== "string"){
t0_validate21.errors = [{instancePath:instancePath+"/images/" + i0+"/data",schemaPath:"#/properties/images/items/properties/data/type",keyword:"type",params:{type: "string"},schema:t0_schema22.properties.images.items.properties.data.type,parentSchema:t0_schema22.properties.images.items.properties.data,data:data5}];
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
t0_validate21.errors = [{instancePath:instancePath+"/images/" + i0,schemaPath:"#/properties/images/items/type",keyword:"type",params:{type: "object"},schema:t0_schema22.properties.images.items.type,parentSchema:t0_schema22.properties.images.items,data:data3}];
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
t0_validate21.errors = [{instancePath:instancePath+"/images",schemaPath:"#/properties/images/type",keyword:"type",params:{type: "array"},schema:t0_schema22.properties.images.type,parentSchema:t0_schema22.properties.images,data:data2}];
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
t0_validate21.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:t0_schema22.type,parentSchema:t0_schema22,data}];
return false;
}
}
t0_validate21.errors = vErrors;
return errors === 0;
}

const validateParams_12 = t0_validate22;
const t0_schema23 = {"$id":"session.follow_up","type":"object","properties":{"session_id":{"type":"string"},"text":{"type":"string"},"images":{"type":"array","items":{"type":"object","properties":{"mime_type":{"type":"string"},"data":{"type":"string"}},"required":["mime_type","data"]}}},"required":["session_id","text"]};

function t0_validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="session.follow_up" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.session_id === undefined) || (!(t0_func0.call(data, "session_id")))) && (missing0 = "session_id")) || (((data.text === undefined) || (!(t0_func0.call(data, "text")))) && (missing0 = "text"))){
t0_validate22.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},schema:t0_schema23.required,parentSchema:t0_schema23,data}];
return false;
}
else {
if(data.session_id !== undefined && t0_func0.call(data, "session_id")){
let data0 = data.session_id;
const _errs1 = errors;
if(typeof data0 !== "string"){
t0_validate22.errors = [{instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},schema:t0_schema23.properties.session_id.type,parentSchema:t0_schema23.properties.session_id,data:data0}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.text !== undefined && t0_func0.call(data, "text")){
let data1 = data.text;
const _errs3 = errors;
if(typeof data1 !== "string"){
t0_validate22.errors = [{instancePath:instancePath+"/text",schemaPath:"#/properties/text/type",keyword:"type",params:{type: "string"},schema:t0_schema23.properties.text.type,parentSchema:t0_schema23.properties.text,data:data1}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.images !== undefined && t0_func0.call(data, "images")){
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
if((((data3.mime_type === undefined) || (!(t0_func0.call(data3, "mime_type")))) && (missing1 = "mime_type")) || (((data3.data === undefined) || (!(t0_func0.call(data3, "data")))) && (missing1 = "data"))){
t0_validate22.errors = [{instancePath:instancePath+"/images/" + i0,schemaPath:"#/properties/images/items/required",keyword:"required",params:{missingProperty: missing1},schema:t0_schema23.properties.images.items.required,parentSchema:t0_schema23.properties.images.items,data:data3}];
return false;
}
else {
if(data3.mime_type !== undefined && t0_func0.call(data3, "mime_type")){
let data4 = data3.mime_type;
const _errs9 = errors;
if(typeof data4 !== "string"){
t0_validate22.errors = [{instancePath:instancePath+"/images/" + i0+"/mime_type",schemaPath:"#/properties/images/items/properties/mime_type/type",keyword:"type",params:{type: "string"},schema:t0_schema23.properties.images.items.properties.mime_type.type,parentSchema:t0_schema23.properties.images.items.properties.mime_type,data:data4}];
return false;
}
var valid2 = _errs9 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data3.data !== undefined && t0_func0.call(data3, "data")){
let data5 = data3.data;
const _errs11 = errors;
if(typeof data5 !== "string"){
t0_validate22.errors = [{instancePath:instancePath+"/images/" + i0+"/data",schemaPath:"#/properties/images/items/properties/data/type",keyword:"type",params:{type: "string"},schema:t0_schema23.properties.images.items.properties.data.type,parentSchema:t0_schema23.properties.images.items.properties.data,data:data5}];
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
t0_validate22.errors = [{instancePath:instancePath+"/images/" + i0,schemaPath:"#/properties/images/items/type",keyword:"type",params:{type: "object"},schema:t0_schema23.properties.images.items.type,parentSchema:t0_schema23.properties.images.items,data:data3}];
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
t0_validate22.errors = [{instancePath:instancePath+"/images",schemaPath:"#/properties/images/type",keyword:"type",params:{type: "array"},schema:t0_schema23.properties.images.type,parentSchema:t0_schema23.properties.images,data:data2}];
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
t0_validate22.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:t0_schema23.type,parentSchema:t0_schema23,data}];
return false;
}
}
t0_validate22.errors = vErrors;
return errors === 0;
}

const validateParams_13 = t0_validate23;
const t0_schema24 = {"$id":"session.abort","type":"object","properties":{"session_id":{"type":"string"},"clear_queue":{"type":"boolean"}},"required":["session_id"]};

function t0_validate23(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="session.abort" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.session_id === undefined) || (!(t0_func0.call(data, "session_id")))) && (missing0 = "session_id")){
t0_validate23.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},schema:t0_schema24.required,parentSchema:t0_schema24,data}];
return false;
}
else {
if(data.session_id !== undefined && t0_func0.call(data, "session_id")){
let data0 = data.session_id;
const _errs1 = errors;
if(typeof data0 !== "string"){
t0_validate23.errors = [{instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},schema:t0_schema24.properties.session_id.type,parentSchema:t0_schema24.properties.session_id,data:data0}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.clear_queue !== undefined && t0_func0.call(data, "clear_queue")){
let data1 = data.clear_queue;
const _errs3 = errors;
if(typeof data1 !== "boolean"){
t0_validate23.errors = [{instancePath:instancePath+"/clear_queue",schemaPath:"#/properties/clear_queue/type",keyword:"type",params:{type: "boolean"},schema:t0_schema24.properties.clear_queue.type,parentSchema:t0_schema24.properties.clear_queue,data:data1}];
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
t0_validate23.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:t0_schema24.type,parentSchema:t0_schema24,data}];
return false;
}
}
t0_validate23.errors = vErrors;
return errors === 0;
}

const validateParams_14 = t0_validate24;
const t0_schema25 = {"$id":"session.reset","type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"]};

function t0_validate24(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="session.reset" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.session_id === undefined) || (!(t0_func0.call(data, "session_id")))) && (missing0 = "session_id")){
t0_validate24.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},schema:t0_schema25.required,parentSchema:t0_schema25,data}];
return false;
}
else {
if(data.session_id !== undefined && t0_func0.call(data, "session_id")){
let data0 = data.session_id;
if(typeof data0 !== "string"){
t0_validate24.errors = [{instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},schema:t0_schema25.properties.session_id.type,parentSchema:t0_schema25.properties.session_id,data:data0}];
return false;
}
}
}
}
else {
t0_validate24.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:t0_schema25.type,parentSchema:t0_schema25,data}];
return false;
}
}
t0_validate24.errors = vErrors;
return errors === 0;
}

const validateParams_15 = t0_validate25;
const t0_schema26 = {"$id":"session.compact","type":"object","properties":{"session_id":{"type":"string"},"instructions":{"type":"string"}},"required":["session_id"]};

function t0_validate25(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="session.compact" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.session_id === undefined) || (!(t0_func0.call(data, "session_id")))) && (missing0 = "session_id")){
t0_validate25.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},schema:t0_schema26.required,parentSchema:t0_schema26,data}];
return false;
}
else {
if(data.session_id !== undefined && t0_func0.call(data, "session_id")){
let data0 = data.session_id;
const _errs1 = errors;
if(typeof data0 !== "string"){
t0_validate25.errors = [{instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},schema:t0_schema26.properties.session_id.type,parentSchema:t0_schema26.properties.session_id,data:data0}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.instructions !== undefined && t0_func0.call(data, "instructions")){
let data1 = data.instructions;
const _errs3 = errors;
if(typeof data1 !== "string"){
t0_validate25.errors = [{instancePath:instancePath+"/instructions",schemaPath:"#/properties/instructions/type",keyword:"type",params:{type: "string"},schema:t0_schema26.properties.instructions.type,parentSchema:t0_schema26.properties.instructions,data:data1}];
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
t0_validate25.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:t0_schema26.type,parentSchema:t0_schema26,data}];
return false;
}
}
t0_validate25.errors = vErrors;
return errors === 0;
}

const validateParams_16 = t0_validate26;
const t0_schema27 = {"$id":"session.set_model","type":"object","properties":{"session_id":{"type":"string"},"model":{"type":"string"}},"required":["model","session_id"]};

function t0_validate26(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="session.set_model" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.model === undefined) || (!(t0_func0.call(data, "model")))) && (missing0 = "model")) || (((data.session_id === undefined) || (!(t0_func0.call(data, "session_id")))) && (missing0 = "session_id"))){
t0_validate26.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},schema:t0_schema27.required,parentSchema:t0_schema27,data}];
return false;
}
else {
if(data.session_id !== undefined && t0_func0.call(data, "session_id")){
let data0 = data.session_id;
const _errs1 = errors;
if(typeof data0 !== "string"){
t0_validate26.errors = [{instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},schema:t0_schema27.properties.session_id.type,parentSchema:t0_schema27.properties.session_id,data:data0}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.model !== undefined && t0_func0.call(data, "model")){
let data1 = data.model;
const _errs3 = errors;
if(typeof data1 !== "string"){
t0_validate26.errors = [{instancePath:instancePath+"/model",schemaPath:"#/properties/model/type",keyword:"type",params:{type: "string"},schema:t0_schema27.properties.model.type,parentSchema:t0_schema27.properties.model,data:data1}];
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
t0_validate26.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:t0_schema27.type,parentSchema:t0_schema27,data}];
return false;
}
}
t0_validate26.errors = vErrors;
return errors === 0;
}

const validateParams_17 = t0_validate27;
const t0_schema28 = {"$id":"session.set_thinking","type":"object","properties":{"session_id":{"type":"string"},"level":{"type":"string","enum":["off","low","medium","high"]}},"required":["level","session_id"]};

function t0_validate27(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="session.set_thinking" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.level === undefined) || (!(t0_func0.call(data, "level")))) && (missing0 = "level")) || (((data.session_id === undefined) || (!(t0_func0.call(data, "session_id")))) && (missing0 = "session_id"))){
t0_validate27.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},schema:t0_schema28.required,parentSchema:t0_schema28,data}];
return false;
}
else {
if(data.session_id !== undefined && t0_func0.call(data, "session_id")){
let data0 = data.session_id;
const _errs1 = errors;
if(typeof data0 !== "string"){
t0_validate27.errors = [{instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},schema:t0_schema28.properties.session_id.type,parentSchema:t0_schema28.properties.session_id,data:data0}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.level !== undefined && t0_func0.call(data, "level")){
let data1 = data.level;
const _errs3 = errors;
if(typeof data1 !== "string"){
t0_validate27.errors = [{instancePath:instancePath+"/level",schemaPath:"#/properties/level/type",keyword:"type",params:{type: "string"},schema:t0_schema28.properties.level.type,parentSchema:t0_schema28.properties.level,data:data1}];
return false;
}
if(!((((data1 === "off") || (data1 === "low")) || (data1 === "medium")) || (data1 === "high"))){
t0_validate27.errors = [{instancePath:instancePath+"/level",schemaPath:"#/properties/level/enum",keyword:"enum",params:{allowedValues: t0_schema28.properties.level.enum},schema:t0_schema28.properties.level.enum,parentSchema:t0_schema28.properties.level,data:data1}];
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
t0_validate27.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:t0_schema28.type,parentSchema:t0_schema28,data}];
return false;
}
}
t0_validate27.errors = vErrors;
return errors === 0;
}

const validateParams_18 = t0_validate28;
const t0_schema29 = {"$id":"session.messages","type":"object","properties":{"session_id":{"type":"string"},"after":{"type":"string"}},"required":["session_id"]};

function t0_validate28(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="session.messages" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.session_id === undefined) || (!(t0_func0.call(data, "session_id")))) && (missing0 = "session_id")){
t0_validate28.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},schema:t0_schema29.required,parentSchema:t0_schema29,data}];
return false;
}
else {
if(data.session_id !== undefined && t0_func0.call(data, "session_id")){
let data0 = data.session_id;
const _errs1 = errors;
if(typeof data0 !== "string"){
t0_validate28.errors = [{instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},schema:t0_schema29.properties.session_id.type,parentSchema:t0_schema29.properties.session_id,data:data0}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.after !== undefined && t0_func0.call(data, "after")){
let data1 = data.after;
const _errs3 = errors;
if(typeof data1 !== "string"){
t0_validate28.errors = [{instancePath:instancePath+"/after",schemaPath:"#/properties/after/type",keyword:"type",params:{type: "string"},schema:t0_schema29.properties.after.type,parentSchema:t0_schema29.properties.after,data:data1}];
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
t0_validate28.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:t0_schema29.type,parentSchema:t0_schema29,data}];
return false;
}
}
t0_validate28.errors = vErrors;
return errors === 0;
}

const validateParams_19 = t0_validate29;
const t0_schema30 = {"$id":"session.events","type":"object","properties":{"session_id":{"type":"string"},"after":{"type":"number"}},"required":["after","session_id"]};

function t0_validate29(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="session.events" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.after === undefined) || (!(t0_func0.call(data, "after")))) && (missing0 = "after")) || (((data.session_id === undefined) || (!(t0_func0.call(data, "session_id")))) && (missing0 = "session_id"))){
t0_validate29.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},schema:t0_schema30.required,parentSchema:t0_schema30,data}];
return false;
}
else {
if(data.session_id !== undefined && t0_func0.call(data, "session_id")){
let data0 = data.session_id;
const _errs1 = errors;
if(typeof data0 !== "string"){
t0_validate29.errors = [{instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},schema:t0_schema30.properties.session_id.type,parentSchema:t0_schema30.properties.session_id,data:data0}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.after !== undefined && t0_func0.call(data, "after")){
let data1 = data.after;
const _errs3 = errors;
if(!((typeof data1 == "number") && (isFinite(data1)))){
t0_validate29.errors = [{instancePath:instancePath+"/after",schemaPath:"#/properties/after/type",keyword:"type",params:{type: "number"},schema:t0_schema30.properties.after.type,parentSchema:t0_schema30.properties.after,data:data1}];
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
t0_validate29.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:t0_schema30.type,parentSchema:t0_schema30,data}];
return false;
}
}
t0_validate29.errors = vErrors;
return errors === 0;
}

const validateParams_20 = t0_validate30;
const t0_schema31 = {"$id":"shutdown","type":"object"};

function t0_validate30(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="shutdown" */;
let vErrors = null;
let errors = 0;
if(!(data && typeof data == "object" && !Array.isArray(data))){
t0_validate30.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:t0_schema31.type,parentSchema:t0_schema31,data}];
return false;
}
t0_validate30.errors = vErrors;
return errors === 0;
}

const validateParams_checks = new Map([["initialize", validateParams_0], ["ping", validateParams_1], ["models.list", validateParams_2], ["session.create", validateParams_3], ["session.resume", validateParams_4], ["session.fork", validateParams_5], ["session.list", validateParams_6], ["session.get", validateParams_7], ["session.delete", validateParams_8], ["session.close", validateParams_9], ["session.send", validateParams_10], ["session.steer", validateParams_11], ["session.follow_up", validateParams_12], ["session.abort", validateParams_13], ["session.reset", validateParams_14], ["session.compact", validateParams_15], ["session.set_model", validateParams_16], ["session.set_thinking", validateParams_17], ["session.messages", validateParams_18], ["session.events", validateParams_19], ["shutdown", validateParams_20]]);
export function validateParams(method, value) {
  const check = validateParams_checks.get(method);
  if (check === undefined) return method + ": unknown";
  if (check(value)) return null;
  const failures = check.errors;
  check.errors = null;
  return refusal(method, failures);
}

const validateResult_0 = t1_validate10;
const t1_schema11 = {"$id":"tool.invoke","type":"object","properties":{"content":{"anyOf":[{"type":"string"},{"type":"array","items":{"type":"object","discriminator":{"propertyName":"type"},"required":["type"],"oneOf":[{"type":"object","properties":{"type":{"type":"string","const":"text"},"text":{"type":"string"}},"required":["type","text"]},{"type":"object","properties":{"type":{"type":"string","const":"image"},"mime_type":{"type":"string"},"data":{"type":"string"}},"required":["type","mime_type","data"]}]}}]},"is_error":{"type":"boolean"},"details":{}},"required":["content"]};
const t1_func0 = Object.prototype.hasOwnProperty;

function t1_validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="tool.invoke" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.content === undefined) || (!(t1_func0.call(data, "content")))) && (missing0 = "content")){
t1_validate10.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},schema:t1_schema11.required,parentSchema:t1_schema11,data}];
return false;
}
else {
if(data.content !== undefined && t1_func0.call(data, "content")){
let data0 = data.content;
const _errs1 = errors;
const _errs2 = errors;
let valid1 = false;
const _errs3 = errors;
if(typeof data0 !== "string"){
const err0 = {instancePath:instancePath+"/content",schemaPath:"#/properties/content/anyOf/0/type",keyword:"type",params:{type: "string"},schema:t1_schema11.properties.content.anyOf[0].type,parentSchema:t1_schema11.properties.content.anyOf[0],data:data0};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs3 === errors;
valid1 = valid1 || _valid0;
if(!valid1){
const _errs5 = errors;
if(errors === _errs5){
if(Array.isArray(data0)){
var valid2 = true;
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
const _errs7 = errors;
if(errors === _errs7){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing1;
if(((data1.type === undefined) || (!(t1_func0.call(data1, "type")))) && (missing1 = "type")){
const err1 = {instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/anyOf/1/items/required",keyword:"required",params:{missingProperty: missing1},schema:t1_schema11.properties.content.anyOf[1].items.required,parentSchema:t1_schema11.properties.content.anyOf[1].items,data:data1};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
else {
const tag0 = data1.type;
if(typeof tag0 == "string"){
if(tag0 === "text"){
const _errs10 = errors;
if(errors === _errs10){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing2;
if((((data1.type === undefined) || (!(t1_func0.call(data1, "type")))) && (missing2 = "type")) || (((data1.text === undefined) || (!(t1_func0.call(data1, "text")))) && (missing2 = "text"))){
const err2 = {instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/anyOf/1/items/oneOf/0/required",keyword:"required",params:{missingProperty: missing2},schema:t1_schema11.properties.content.anyOf[1].items.oneOf[0].required,parentSchema:t1_schema11.properties.content.anyOf[1].items.oneOf[0],data:data1};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
else {
if(data1.type !== undefined && t1_func0.call(data1, "type")){
let data2 = data1.type;
const _errs12 = errors;
if(typeof data2 !== "string"){
const err3 = {instancePath:instancePath+"/content/" + i0+"/type",schemaPath:"#/properties/content/anyOf/1/items/oneOf/0/properties/type/type",keyword:"type",params:{type: "string"},schema:t1_schema11.properties.content.anyOf[1].items.oneOf[0].properties.type.type,parentSchema:t1_schema11.properties.content.anyOf[1].items.oneOf[0].properties.type,data:data2};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if("text" !== data2){
const err4 = {instancePath:instancePath+"/content/" + i0+"/type",schemaPath:"#/properties/content/anyOf/1/items/oneOf/0/properties/type/const",keyword:"const",params:{allowedValue: "text"},schema:"text",parentSchema:t1_schema11.properties.content.anyOf[1].items.oneOf[0].properties.type,data:data2};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
var valid5 = _errs12 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data1.text !== undefined && t1_func0.call(data1, "text")){
let data3 = data1.text;
const _errs14 = errors;
if(typeof data3 !== "string"){
const err5 = {instancePath:instancePath+"/content/" + i0+"/text",schemaPath:"#/properties/content/anyOf/1/items/oneOf/0/properties/text/type",keyword:"type",params:{type: "string"},schema:t1_schema11.properties.content.anyOf[1].items.oneOf[0].properties.text.type,parentSchema:t1_schema11.properties.content.anyOf[1].items.oneOf[0].properties.text,data:data3};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
var valid5 = _errs14 === errors;
}
else {
var valid5 = true;
}
}
}
}
else {
const err6 = {instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/anyOf/1/items/oneOf/0/type",keyword:"type",params:{type: "object"},schema:t1_schema11.properties.content.anyOf[1].items.oneOf[0].type,parentSchema:t1_schema11.properties.content.anyOf[1].items.oneOf[0],data:data1};
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
const _errs16 = errors;
if(errors === _errs16){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing3;
if(((((data1.type === undefined) || (!(t1_func0.call(data1, "type")))) && (missing3 = "type")) || (((data1.mime_type === undefined) || (!(t1_func0.call(data1, "mime_type")))) && (missing3 = "mime_type"))) || (((data1.data === undefined) || (!(t1_func0.call(data1, "data")))) && (missing3 = "data"))){
const err7 = {instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/anyOf/1/items/oneOf/1/required",keyword:"required",params:{missingProperty: missing3},schema:t1_schema11.properties.content.anyOf[1].items.oneOf[1].required,parentSchema:t1_schema11.properties.content.anyOf[1].items.oneOf[1],data:data1};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
else {
if(data1.type !== undefined && t1_func0.call(data1, "type")){
let data4 = data1.type;
const _errs18 = errors;
if(typeof data4 !== "string"){
const err8 = {instancePath:instancePath+"/content/" + i0+"/type",schemaPath:"#/properties/content/anyOf/1/items/oneOf/1/properties/type/type",keyword:"type",params:{type: "string"},schema:t1_schema11.properties.content.anyOf[1].items.oneOf[1].properties.type.type,parentSchema:t1_schema11.properties.content.anyOf[1].items.oneOf[1].properties.type,data:data4};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if("image" !== data4){
const err9 = {instancePath:instancePath+"/content/" + i0+"/type",schemaPath:"#/properties/content/anyOf/1/items/oneOf/1/properties/type/const",keyword:"const",params:{allowedValue: "image"},schema:"image",parentSchema:t1_schema11.properties.content.anyOf[1].items.oneOf[1].properties.type,data:data4};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
var valid7 = _errs18 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data1.mime_type !== undefined && t1_func0.call(data1, "mime_type")){
let data5 = data1.mime_type;
const _errs20 = errors;
if(typeof data5 !== "string"){
const err10 = {instancePath:instancePath+"/content/" + i0+"/mime_type",schemaPath:"#/properties/content/anyOf/1/items/oneOf/1/properties/mime_type/type",keyword:"type",params:{type: "string"},schema:t1_schema11.properties.content.anyOf[1].items.oneOf[1].properties.mime_type.type,parentSchema:t1_schema11.properties.content.anyOf[1].items.oneOf[1].properties.mime_type,data:data5};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
var valid7 = _errs20 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data1.data !== undefined && t1_func0.call(data1, "data")){
let data6 = data1.data;
const _errs22 = errors;
if(typeof data6 !== "string"){
const err11 = {instancePath:instancePath+"/content/" + i0+"/data",schemaPath:"#/properties/content/anyOf/1/items/oneOf/1/properties/data/type",keyword:"type",params:{type: "string"},schema:t1_schema11.properties.content.anyOf[1].items.oneOf[1].properties.data.type,parentSchema:t1_schema11.properties.content.anyOf[1].items.oneOf[1].properties.data,data:data6};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
var valid7 = _errs22 === errors;
}
else {
var valid7 = true;
}
}
}
}
}
else {
const err12 = {instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/anyOf/1/items/oneOf/1/type",keyword:"type",params:{type: "object"},schema:t1_schema11.properties.content.anyOf[1].items.oneOf[1].type,parentSchema:t1_schema11.properties.content.anyOf[1].items.oneOf[1],data:data1};
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
const err13 = {instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/anyOf/1/items/discriminator",keyword:"discriminator",params:{error: "mapping", tag: "type", tagValue: tag0},schema:t1_schema11.properties.content.anyOf[1].items.discriminator,parentSchema:t1_schema11.properties.content.anyOf[1].items,data:data1};
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
const err14 = {instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/anyOf/1/items/discriminator",keyword:"discriminator",params:{error: "tag", tag: "type", tagValue: tag0},schema:t1_schema11.properties.content.anyOf[1].items.discriminator,parentSchema:t1_schema11.properties.content.anyOf[1].items,data:data1};
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
const err15 = {instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/anyOf/1/items/type",keyword:"type",params:{type: "object"},schema:t1_schema11.properties.content.anyOf[1].items.type,parentSchema:t1_schema11.properties.content.anyOf[1].items,data:data1};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
var valid2 = _errs7 === errors;
if(!valid2){
break;
}
}
}
else {
const err16 = {instancePath:instancePath+"/content",schemaPath:"#/properties/content/anyOf/1/type",keyword:"type",params:{type: "array"},schema:t1_schema11.properties.content.anyOf[1].type,parentSchema:t1_schema11.properties.content.anyOf[1],data:data0};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
var _valid0 = _errs5 === errors;
valid1 = valid1 || _valid0;
}
if(!valid1){
const err17 = {instancePath:instancePath+"/content",schemaPath:"#/properties/content/anyOf",keyword:"anyOf",params:{},schema:t1_schema11.properties.content.anyOf,parentSchema:t1_schema11.properties.content,data:data0};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
t1_validate10.errors = vErrors;
return false;
}
else {
errors = _errs2;
if(vErrors !== null){
if(_errs2){
vErrors.length = _errs2;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.is_error !== undefined && t1_func0.call(data, "is_error")){
let data7 = data.is_error;
const _errs24 = errors;
if(typeof data7 !== "boolean"){
t1_validate10.errors = [{instancePath:instancePath+"/is_error",schemaPath:"#/properties/is_error/type",keyword:"type",params:{type: "boolean"},schema:t1_schema11.properties.is_error.type,parentSchema:t1_schema11.properties.is_error,data:data7}];
return false;
}
var valid0 = _errs24 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
t1_validate10.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:t1_schema11.type,parentSchema:t1_schema11,data}];
return false;
}
}
t1_validate10.errors = vErrors;
return errors === 0;
}

const validateResult_1 = t1_validate11;
const t1_schema12 = {"$id":"permission.request","type":"object","properties":{"decision":{"type":"string","enum":["allow","allow_always","deny"]},"reason":{"type":"string"}},"required":["decision"]};

function t1_validate11(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="permission.request" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.decision === undefined) || (!(t1_func0.call(data, "decision")))) && (missing0 = "decision")){
t1_validate11.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},schema:t1_schema12.required,parentSchema:t1_schema12,data}];
return false;
}
else {
if(data.decision !== undefined && t1_func0.call(data, "decision")){
let data0 = data.decision;
const _errs1 = errors;
if(typeof data0 !== "string"){
t1_validate11.errors = [{instancePath:instancePath+"/decision",schemaPath:"#/properties/decision/type",keyword:"type",params:{type: "string"},schema:t1_schema12.properties.decision.type,parentSchema:t1_schema12.properties.decision,data:data0}];
return false;
}
if(!(((data0 === "allow") || (data0 === "allow_always")) || (data0 === "deny"))){
t1_validate11.errors = [{instancePath:instancePath+"/decision",schemaPath:"#/properties/decision/enum",keyword:"enum",params:{allowedValues: t1_schema12.properties.decision.enum},schema:t1_schema12.properties.decision.enum,parentSchema:t1_schema12.properties.decision,data:data0}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.reason !== undefined && t1_func0.call(data, "reason")){
let data1 = data.reason;
const _errs3 = errors;
if(typeof data1 !== "string"){
t1_validate11.errors = [{instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/type",keyword:"type",params:{type: "string"},schema:t1_schema12.properties.reason.type,parentSchema:t1_schema12.properties.reason,data:data1}];
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
t1_validate11.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:t1_schema12.type,parentSchema:t1_schema12,data}];
return false;
}
}
t1_validate11.errors = vErrors;
return errors === 0;
}

const validateResult_2 = t1_validate12;
const t1_schema13 = {"$id":"user.ask","type":"object","properties":{"answer":{"type":"string"}},"required":["answer"]};

function t1_validate12(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="user.ask" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.answer === undefined) || (!(t1_func0.call(data, "answer")))) && (missing0 = "answer")){
t1_validate12.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},schema:t1_schema13.required,parentSchema:t1_schema13,data}];
return false;
}
else {
if(data.answer !== undefined && t1_func0.call(data, "answer")){
let data0 = data.answer;
if(typeof data0 !== "string"){
t1_validate12.errors = [{instancePath:instancePath+"/answer",schemaPath:"#/properties/answer/type",keyword:"type",params:{type: "string"},schema:t1_schema13.properties.answer.type,parentSchema:t1_schema13.properties.answer,data:data0}];
return false;
}
}
}
}
else {
t1_validate12.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:t1_schema13.type,parentSchema:t1_schema13,data}];
return false;
}
}
t1_validate12.errors = vErrors;
return errors === 0;
}

const validateResult_3 = t1_validate13;
const t1_schema14 = {"$id":"hook.call","type":"object","properties":{"output":{"type":"object"}}};

function t1_validate13(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="hook.call" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.output !== undefined && t1_func0.call(data, "output")){
let data0 = data.output;
if(!(data0 && typeof data0 == "object" && !Array.isArray(data0))){
t1_validate13.errors = [{instancePath:instancePath+"/output",schemaPath:"#/properties/output/type",keyword:"type",params:{type: "object"},schema:t1_schema14.properties.output.type,parentSchema:t1_schema14.properties.output,data:data0}];
return false;
}
}
}
else {
t1_validate13.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:t1_schema14.type,parentSchema:t1_schema14,data}];
return false;
}
}
t1_validate13.errors = vErrors;
return errors === 0;
}

const validateResult_checks = new Map([["tool.invoke", validateResult_0], ["permission.request", validateResult_1], ["user.ask", validateResult_2], ["hook.call", validateResult_3]]);
export function validateResult(method, value) {
  const check = validateResult_checks.get(method);
  if (check === undefined) return method + ": unknown";
  if (check(value)) return null;
  const failures = check.errors;
  check.errors = null;
  return refusal(method, failures);
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
