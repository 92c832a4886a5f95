// Generated from src/wire by `npm run generate`. Do not edit.
const check_0 = validate10;
const schema11 = {"$id":"0","type":"object","properties":{"protocol":{"type":"string"},"client":{"type":"object","properties":{"name":{"type":"string"},"version":{"type":"string"}},"required":["name","version"]},"token":{"type":"string"},"capabilities":{"type":"object","properties":{"permissions":{"type":"boolean"},"ask":{"type":"boolean"},"hooks":{"type":"array","items":{"type":"string","enum":["before_tool_call","after_tool_call","user_prompt"]}}}}},"required":["protocol","client"]};
const func0 = Object.prototype.hasOwnProperty;

function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="0" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.protocol === undefined) || (!(func0.call(data, "protocol")))) && (missing0 = "protocol")) || (((data.client === undefined) || (!(func0.call(data, "client")))) && (missing0 = "client"))){
validate10.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},schema:schema11.required,parentSchema:schema11,data}];
return false;
}
else {
if(data.protocol !== undefined && func0.call(data, "protocol")){
let data0 = data.protocol;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate10.errors = [{instancePath:instancePath+"/protocol",schemaPath:"#/properties/protocol/type",keyword:"type",params:{type: "string"},schema:schema11.properties.protocol.type,parentSchema:schema11.properties.protocol,data:data0}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.client !== undefined && func0.call(data, "client")){
let data1 = data.client;
const _errs3 = errors;
if(errors === _errs3){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing1;
if((((data1.name === undefined) || (!(func0.call(data1, "name")))) && (missing1 = "name")) || (((data1.version === undefined) || (!(func0.call(data1, "version")))) && (missing1 = "version"))){
validate10.errors = [{instancePath:instancePath+"/client",schemaPath:"#/properties/client/required",keyword:"required",params:{missingProperty: missing1},schema:schema11.properties.client.required,parentSchema:schema11.properties.client,data:data1}];
return false;
}
else {
if(data1.name !== undefined && func0.call(data1, "name")){
let data2 = data1.name;
const _errs5 = errors;
if(typeof data2 !== "string"){
validate10.errors = [{instancePath:instancePath+"/client/name",schemaPath:"#/properties/client/properties/name/type",keyword:"type",params:{type: "string"},schema:schema11.properties.client.properties.name.type,parentSchema:schema11.properties.client.properties.name,data:data2}];
return false;
}
var valid1 = _errs5 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.version !== undefined && func0.call(data1, "version")){
let data3 = data1.version;
const _errs7 = errors;
if(typeof data3 !== "string"){
validate10.errors = [{instancePath:instancePath+"/client/version",schemaPath:"#/properties/client/properties/version/type",keyword:"type",params:{type: "string"},schema:schema11.properties.client.properties.version.type,parentSchema:schema11.properties.client.properties.version,data:data3}];
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
validate10.errors = [{instancePath:instancePath+"/client",schemaPath:"#/properties/client/type",keyword:"type",params:{type: "object"},schema:schema11.properties.client.type,parentSchema:schema11.properties.client,data:data1}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.token !== undefined && func0.call(data, "token")){
let data4 = data.token;
const _errs9 = errors;
if(typeof data4 !== "string"){
validate10.errors = [{instancePath:instancePath+"/token",schemaPath:"#/properties/token/type",keyword:"type",params:{type: "string"},schema:schema11.properties.token.type,parentSchema:schema11.properties.token,data:data4}];
return false;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.capabilities !== undefined && func0.call(data, "capabilities")){
let data5 = data.capabilities;
const _errs11 = errors;
if(errors === _errs11){
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(data5.permissions !== undefined && func0.call(data5, "permissions")){
let data6 = data5.permissions;
const _errs13 = errors;
if(typeof data6 !== "boolean"){
validate10.errors = [{instancePath:instancePath+"/capabilities/permissions",schemaPath:"#/properties/capabilities/properties/permissions/type",keyword:"type",params:{type: "boolean"},schema:schema11.properties.capabilities.properties.permissions.type,parentSchema:schema11.properties.capabilities.properties.permissions,data:data6}];
return false;
}
var valid2 = _errs13 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data5.ask !== undefined && func0.call(data5, "ask")){
let data7 = data5.ask;
const _errs15 = errors;
if(typeof data7 !== "boolean"){
validate10.errors = [{instancePath:instancePath+"/capabilities/ask",schemaPath:"#/properties/capabilities/properties/ask/type",keyword:"type",params:{type: "boolean"},schema:schema11.properties.capabilities.properties.ask.type,parentSchema:schema11.properties.capabilities.properties.ask,data:data7}];
return false;
}
var valid2 = _errs15 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data5.hooks !== undefined && func0.call(data5, "hooks")){
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
validate10.errors = [{instancePath:instancePath+"/capabilities/hooks/" + i0,schemaPath:"#/properties/capabilities/properties/hooks/items/type",keyword:"type",params:{type: "string"},schema:schema11.properties.capabilities.properties.hooks.items.type,parentSchema:schema11.properties.capabilities.properties.hooks.items,data:data9}];
return false;
}
if(!(((data9 === "before_tool_call") || (data9 === "after_tool_call")) || (data9 === "user_prompt"))){
validate10.errors = [{instancePath:instancePath+"/capabilities/hooks/" + i0,schemaPath:"#/properties/capabilities/properties/hooks/items/enum",keyword:"enum",params:{allowedValues: schema11.properties.capabilities.properties.hooks.items.enum},schema:schema11.properties.capabilities.properties.hooks.items.enum,parentSchema:schema11.properties.capabilities.properties.hooks.items,data:data9}];
return false;
}
var valid3 = _errs19 === errors;
if(!valid3){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/capabilities/hooks",schemaPath:"#/properties/capabilities/properties/hooks/type",keyword:"type",params:{type: "array"},schema:schema11.properties.capabilities.properties.hooks.type,parentSchema:schema11.properties.capabilities.properties.hooks,data:data8}];
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
validate10.errors = [{instancePath:instancePath+"/capabilities",schemaPath:"#/properties/capabilities/type",keyword:"type",params:{type: "object"},schema:schema11.properties.capabilities.type,parentSchema:schema11.properties.capabilities,data:data5}];
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
validate10.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema11.type,parentSchema:schema11,data}];
return false;
}
}
validate10.errors = vErrors;
return errors === 0;
}

const check_1 = validate11;
const schema12 = {"$id":"1","type":"object"};

function validate11(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="1" */;
let vErrors = null;
let errors = 0;
if(!(data && typeof data == "object" && !Array.isArray(data))){
validate11.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema12.type,parentSchema:schema12,data}];
return false;
}
validate11.errors = vErrors;
return errors === 0;
}

const check_2 = validate12;
const schema13 = {"$id":"2","type":"object","properties":{"cwd":{"type":"string"},"model":{"type":"string"},"base_url":{"type":"string"},"api_key":{"type":"string"},"headers":{"type":"object","additionalProperties":{"type":"string"}},"thinking":{"type":"string","enum":["off","low","medium","high"]},"system_prompt":{"type":"string"},"append_system_prompt":{"type":"string"},"tools":{"type":"array","items":{"type":"string"}},"host_tools":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"description":{"type":"string"},"parameters":{"type":"object"},"needs_permission":{"type":"boolean"},"parallel":{"type":"boolean"}},"required":["name","description","parameters"]}},"permission_mode":{"type":"string","enum":["ask","allow","read-only"]},"mcp_servers":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"command":{"type":"string"},"args":{"type":"array","items":{"type":"string"}},"env":{"type":"object","additionalProperties":{"type":"string"}},"url":{"type":"string"},"headers":{"type":"object","additionalProperties":{"type":"string"}}},"required":["name"]}},"plugins":{"type":"array","items":{"type":"string"}},"persist":{"type":"boolean"},"message_updates":{"type":"string","enum":["reference","full"]}}};

function validate12(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="2" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.cwd !== undefined && func0.call(data, "cwd")){
let data0 = data.cwd;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate12.errors = [{instancePath:instancePath+"/cwd",schemaPath:"#/properties/cwd/type",keyword:"type",params:{type: "string"},schema:schema13.properties.cwd.type,parentSchema:schema13.properties.cwd,data:data0}];
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
validate12.errors = [{instancePath:instancePath+"/model",schemaPath:"#/properties/model/type",keyword:"type",params:{type: "string"},schema:schema13.properties.model.type,parentSchema:schema13.properties.model,data:data1}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.base_url !== undefined && func0.call(data, "base_url")){
let data2 = data.base_url;
const _errs5 = errors;
if(typeof data2 !== "string"){
validate12.errors = [{instancePath:instancePath+"/base_url",schemaPath:"#/properties/base_url/type",keyword:"type",params:{type: "string"},schema:schema13.properties.base_url.type,parentSchema:schema13.properties.base_url,data:data2}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.api_key !== undefined && func0.call(data, "api_key")){
let data3 = data.api_key;
const _errs7 = errors;
if(typeof data3 !== "string"){
validate12.errors = [{instancePath:instancePath+"/api_key",schemaPath:"#/properties/api_key/type",keyword:"type",params:{type: "string"},schema:schema13.properties.api_key.type,parentSchema:schema13.properties.api_key,data:data3}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.headers !== undefined && func0.call(data, "headers")){
let data4 = data.headers;
const _errs9 = errors;
if(errors === _errs9){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
for(const key0 of Object.keys(data4)){
let data5 = data4[key0];
const _errs12 = errors;
if(typeof data5 !== "string"){
validate12.errors = [{instancePath:instancePath+"/headers/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/headers/additionalProperties/type",keyword:"type",params:{type: "string"},schema:schema13.properties.headers.additionalProperties.type,parentSchema:schema13.properties.headers.additionalProperties,data:data5}];
return false;
}
var valid1 = _errs12 === errors;
if(!valid1){
break;
}
}
}
else {
validate12.errors = [{instancePath:instancePath+"/headers",schemaPath:"#/properties/headers/type",keyword:"type",params:{type: "object"},schema:schema13.properties.headers.type,parentSchema:schema13.properties.headers,data:data4}];
return false;
}
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.thinking !== undefined && func0.call(data, "thinking")){
let data6 = data.thinking;
const _errs14 = errors;
if(typeof data6 !== "string"){
validate12.errors = [{instancePath:instancePath+"/thinking",schemaPath:"#/properties/thinking/type",keyword:"type",params:{type: "string"},schema:schema13.properties.thinking.type,parentSchema:schema13.properties.thinking,data:data6}];
return false;
}
if(!((((data6 === "off") || (data6 === "low")) || (data6 === "medium")) || (data6 === "high"))){
validate12.errors = [{instancePath:instancePath+"/thinking",schemaPath:"#/properties/thinking/enum",keyword:"enum",params:{allowedValues: schema13.properties.thinking.enum},schema:schema13.properties.thinking.enum,parentSchema:schema13.properties.thinking,data:data6}];
return false;
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.system_prompt !== undefined && func0.call(data, "system_prompt")){
let data7 = data.system_prompt;
const _errs16 = errors;
if(typeof data7 !== "string"){
validate12.errors = [{instancePath:instancePath+"/system_prompt",schemaPath:"#/properties/system_prompt/type",keyword:"type",params:{type: "string"},schema:schema13.properties.system_prompt.type,parentSchema:schema13.properties.system_prompt,data:data7}];
return false;
}
var valid0 = _errs16 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.append_system_prompt !== undefined && func0.call(data, "append_system_prompt")){
let data8 = data.append_system_prompt;
const _errs18 = errors;
if(typeof data8 !== "string"){
validate12.errors = [{instancePath:instancePath+"/append_system_prompt",schemaPath:"#/properties/append_system_prompt/type",keyword:"type",params:{type: "string"},schema:schema13.properties.append_system_prompt.type,parentSchema:schema13.properties.append_system_prompt,data:data8}];
return false;
}
var valid0 = _errs18 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.tools !== undefined && func0.call(data, "tools")){
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
validate12.errors = [{instancePath:instancePath+"/tools/" + i0,schemaPath:"#/properties/tools/items/type",keyword:"type",params:{type: "string"},schema:schema13.properties.tools.items.type,parentSchema:schema13.properties.tools.items,data:data10}];
return false;
}
var valid2 = _errs22 === errors;
if(!valid2){
break;
}
}
}
else {
validate12.errors = [{instancePath:instancePath+"/tools",schemaPath:"#/properties/tools/type",keyword:"type",params:{type: "array"},schema:schema13.properties.tools.type,parentSchema:schema13.properties.tools,data:data9}];
return false;
}
}
var valid0 = _errs20 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.host_tools !== undefined && func0.call(data, "host_tools")){
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
if(((((data12.name === undefined) || (!(func0.call(data12, "name")))) && (missing0 = "name")) || (((data12.description === undefined) || (!(func0.call(data12, "description")))) && (missing0 = "description"))) || (((data12.parameters === undefined) || (!(func0.call(data12, "parameters")))) && (missing0 = "parameters"))){
validate12.errors = [{instancePath:instancePath+"/host_tools/" + i1,schemaPath:"#/properties/host_tools/items/required",keyword:"required",params:{missingProperty: missing0},schema:schema13.properties.host_tools.items.required,parentSchema:schema13.properties.host_tools.items,data:data12}];
return false;
}
else {
if(data12.name !== undefined && func0.call(data12, "name")){
let data13 = data12.name;
const _errs28 = errors;
if(typeof data13 !== "string"){
validate12.errors = [{instancePath:instancePath+"/host_tools/" + i1+"/name",schemaPath:"#/properties/host_tools/items/properties/name/type",keyword:"type",params:{type: "string"},schema:schema13.properties.host_tools.items.properties.name.type,parentSchema:schema13.properties.host_tools.items.properties.name,data:data13}];
return false;
}
var valid4 = _errs28 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data12.description !== undefined && func0.call(data12, "description")){
let data14 = data12.description;
const _errs30 = errors;
if(typeof data14 !== "string"){
validate12.errors = [{instancePath:instancePath+"/host_tools/" + i1+"/description",schemaPath:"#/properties/host_tools/items/properties/description/type",keyword:"type",params:{type: "string"},schema:schema13.properties.host_tools.items.properties.description.type,parentSchema:schema13.properties.host_tools.items.properties.description,data:data14}];
return false;
}
var valid4 = _errs30 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data12.parameters !== undefined && func0.call(data12, "parameters")){
let data15 = data12.parameters;
const _errs32 = errors;
if(!(data15 && typeof data15 == "object" && !Array.isArray(data15))){
validate12.errors = [{instancePath:instancePath+"/host_tools/" + i1+"/parameters",schemaPath:"#/properties/host_tools/items/properties/parameters/type",keyword:"type",params:{type: "object"},schema:schema13.properties.host_tools.items.properties.parameters.type,parentSchema:schema13.properties.host_tools.items.properties.parameters,data:data15}];
return false;
}
var valid4 = _errs32 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data12.needs_permission !== undefined && func0.call(data12, "needs_permission")){
let data16 = data12.needs_permission;
const _errs34 = errors;
if(typeof data16 !== "boolean"){
validate12.errors = [{instancePath:instancePath+"/host_tools/" + i1+"/needs_permission",schemaPath:"#/properties/host_tools/items/properties/needs_permission/type",keyword:"type",params:{type: "boolean"},schema:schema13.properties.host_tools.items.properties.needs_permission.type,parentSchema:schema13.properties.host_tools.items.properties.needs_permission,data:data16}];
return false;
}
var valid4 = _errs34 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data12.parallel !== undefined && func0.call(data12, "parallel")){
let data17 = data12.parallel;
const _errs36 = errors;
if(typeof data17 !== "boolean"){
validate12.errors = [{instancePath:instancePath+"/host_tools/" + i1+"/parallel",schemaPath:"#/properties/host_tools/items/properties/parallel/type",keyword:"type",params:{type: "boolean"},schema:schema13.properties.host_tools.items.properties.parallel.type,parentSchema:schema13.properties.host_tools.items.properties.parallel,data:data17}];
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
validate12.errors = [{instancePath:instancePath+"/host_tools/" + i1,schemaPath:"#/properties/host_tools/items/type",keyword:"type",params:{type: "object"},schema:schema13.properties.host_tools.items.type,parentSchema:schema13.properties.host_tools.items,data:data12}];
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
validate12.errors = [{instancePath:instancePath+"/host_tools",schemaPath:"#/properties/host_tools/type",keyword:"type",params:{type: "array"},schema:schema13.properties.host_tools.type,parentSchema:schema13.properties.host_tools,data:data11}];
return false;
}
}
var valid0 = _errs24 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.permission_mode !== undefined && func0.call(data, "permission_mode")){
let data18 = data.permission_mode;
const _errs38 = errors;
if(typeof data18 !== "string"){
validate12.errors = [{instancePath:instancePath+"/permission_mode",schemaPath:"#/properties/permission_mode/type",keyword:"type",params:{type: "string"},schema:schema13.properties.permission_mode.type,parentSchema:schema13.properties.permission_mode,data:data18}];
return false;
}
if(!(((data18 === "ask") || (data18 === "allow")) || (data18 === "read-only"))){
validate12.errors = [{instancePath:instancePath+"/permission_mode",schemaPath:"#/properties/permission_mode/enum",keyword:"enum",params:{allowedValues: schema13.properties.permission_mode.enum},schema:schema13.properties.permission_mode.enum,parentSchema:schema13.properties.permission_mode,data:data18}];
return false;
}
var valid0 = _errs38 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.mcp_servers !== undefined && func0.call(data, "mcp_servers")){
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
if(((data20.name === undefined) || (!(func0.call(data20, "name")))) && (missing1 = "name")){
validate12.errors = [{instancePath:instancePath+"/mcp_servers/" + i2,schemaPath:"#/properties/mcp_servers/items/required",keyword:"required",params:{missingProperty: missing1},schema:schema13.properties.mcp_servers.items.required,parentSchema:schema13.properties.mcp_servers.items,data:data20}];
return false;
}
else {
if(data20.name !== undefined && func0.call(data20, "name")){
let data21 = data20.name;
const _errs44 = errors;
if(typeof data21 !== "string"){
validate12.errors = [{instancePath:instancePath+"/mcp_servers/" + i2+"/name",schemaPath:"#/properties/mcp_servers/items/properties/name/type",keyword:"type",params:{type: "string"},schema:schema13.properties.mcp_servers.items.properties.name.type,parentSchema:schema13.properties.mcp_servers.items.properties.name,data:data21}];
return false;
}
var valid6 = _errs44 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data20.command !== undefined && func0.call(data20, "command")){
let data22 = data20.command;
const _errs46 = errors;
if(typeof data22 !== "string"){
validate12.errors = [{instancePath:instancePath+"/mcp_servers/" + i2+"/command",schemaPath:"#/properties/mcp_servers/items/properties/command/type",keyword:"type",params:{type: "string"},schema:schema13.properties.mcp_servers.items.properties.command.type,parentSchema:schema13.properties.mcp_servers.items.properties.command,data:data22}];
return false;
}
var valid6 = _errs46 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data20.args !== undefined && func0.call(data20, "args")){
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
validate12.errors = [{instancePath:instancePath+"/mcp_servers/" + i2+"/args/" + i3,schemaPath:"#/properties/mcp_servers/items/properties/args/items/type",keyword:"type",params:{type: "string"},schema:schema13.properties.mcp_servers.items.properties.args.items.type,parentSchema:schema13.properties.mcp_servers.items.properties.args.items,data:data24}];
return false;
}
var valid7 = _errs50 === errors;
if(!valid7){
break;
}
}
}
else {
validate12.errors = [{instancePath:instancePath+"/mcp_servers/" + i2+"/args",schemaPath:"#/properties/mcp_servers/items/properties/args/type",keyword:"type",params:{type: "array"},schema:schema13.properties.mcp_servers.items.properties.args.type,parentSchema:schema13.properties.mcp_servers.items.properties.args,data:data23}];
return false;
}
}
var valid6 = _errs48 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data20.env !== undefined && func0.call(data20, "env")){
let data25 = data20.env;
const _errs52 = errors;
if(errors === _errs52){
if(data25 && typeof data25 == "object" && !Array.isArray(data25)){
for(const key1 of Object.keys(data25)){
let data26 = data25[key1];
const _errs55 = errors;
if(typeof data26 !== "string"){
validate12.errors = [{instancePath:instancePath+"/mcp_servers/" + i2+"/env/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/mcp_servers/items/properties/env/additionalProperties/type",keyword:"type",params:{type: "string"},schema:schema13.properties.mcp_servers.items.properties.env.additionalProperties.type,parentSchema:schema13.properties.mcp_servers.items.properties.env.additionalProperties,data:data26}];
return false;
}
var valid8 = _errs55 === errors;
if(!valid8){
break;
}
}
}
else {
validate12.errors = [{instancePath:instancePath+"/mcp_servers/" + i2+"/env",schemaPath:"#/properties/mcp_servers/items/properties/env/type",keyword:"type",params:{type: "object"},schema:schema13.properties.mcp_servers.items.properties.env.type,parentSchema:schema13.properties.mcp_servers.items.properties.env,data:data25}];
return false;
}
}
var valid6 = _errs52 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data20.url !== undefined && func0.call(data20, "url")){
let data27 = data20.url;
const _errs57 = errors;
if(typeof data27 !== "string"){
validate12.errors = [{instancePath:instancePath+"/mcp_servers/" + i2+"/url",schemaPath:"#/properties/mcp_servers/items/properties/url/type",keyword:"type",params:{type: "string"},schema:schema13.properties.mcp_servers.items.properties.url.type,parentSchema:schema13.properties.mcp_servers.items.properties.url,data:data27}];
return false;
}
var valid6 = _errs57 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data20.headers !== undefined && func0.call(data20, "headers")){
let data28 = data20.headers;
const _errs59 = errors;
if(errors === _errs59){
if(data28 && typeof data28 == "object" && !Array.isArray(data28)){
for(const key2 of Object.keys(data28)){
let data29 = data28[key2];
const _errs62 = errors;
if(typeof data29 !== "string"){
validate12.errors = [{instancePath:instancePath+"/mcp_servers/" + i2+"/headers/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/mcp_servers/items/properties/headers/additionalProperties/type",keyword:"type",params:{type: "string"},schema:schema13.properties.mcp_servers.items.properties.headers.additionalProperties.type,parentSchema:schema13.properties.mcp_servers.items.properties.headers.additionalProperties,data:data29}];
return false;
}
var valid9 = _errs62 === errors;
if(!valid9){
break;
}
}
}
else {
validate12.errors = [{instancePath:instancePath+"/mcp_servers/" + i2+"/headers",schemaPath:"#/properties/mcp_servers/items/properties/headers/type",keyword:"type",params:{type: "object"},schema:schema13.properties.mcp_servers.items.properties.headers.type,parentSchema:schema13.properties.mcp_servers.items.properties.headers,data:data28}];
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
validate12.errors = [{instancePath:instancePath+"/mcp_servers/" + i2,schemaPath:"#/properties/mcp_servers/items/type",keyword:"type",params:{type: "object"},schema:schema13.properties.mcp_servers.items.type,parentSchema:schema13.properties.mcp_servers.items,data:data20}];
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
validate12.errors = [{instancePath:instancePath+"/mcp_servers",schemaPath:"#/properties/mcp_servers/type",keyword:"type",params:{type: "array"},schema:schema13.properties.mcp_servers.type,parentSchema:schema13.properties.mcp_servers,data:data19}];
return false;
}
}
var valid0 = _errs40 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.plugins !== undefined && func0.call(data, "plugins")){
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
validate12.errors = [{instancePath:instancePath+"/plugins/" + i4,schemaPath:"#/properties/plugins/items/type",keyword:"type",params:{type: "string"},schema:schema13.properties.plugins.items.type,parentSchema:schema13.properties.plugins.items,data:data31}];
return false;
}
var valid10 = _errs66 === errors;
if(!valid10){
break;
}
}
}
else {
validate12.errors = [{instancePath:instancePath+"/plugins",schemaPath:"#/properties/plugins/type",keyword:"type",params:{type: "array"},schema:schema13.properties.plugins.type,parentSchema:schema13.properties.plugins,data:data30}];
return false;
}
}
var valid0 = _errs64 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.persist !== undefined && func0.call(data, "persist")){
let data32 = data.persist;
const _errs68 = errors;
if(typeof data32 !== "boolean"){
validate12.errors = [{instancePath:instancePath+"/persist",schemaPath:"#/properties/persist/type",keyword:"type",params:{type: "boolean"},schema:schema13.properties.persist.type,parentSchema:schema13.properties.persist,data:data32}];
return false;
}
var valid0 = _errs68 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.message_updates !== undefined && func0.call(data, "message_updates")){
let data33 = data.message_updates;
const _errs70 = errors;
if(typeof data33 !== "string"){
validate12.errors = [{instancePath:instancePath+"/message_updates",schemaPath:"#/properties/message_updates/type",keyword:"type",params:{type: "string"},schema:schema13.properties.message_updates.type,parentSchema:schema13.properties.message_updates,data:data33}];
return false;
}
if(!((data33 === "reference") || (data33 === "full"))){
validate12.errors = [{instancePath:instancePath+"/message_updates",schemaPath:"#/properties/message_updates/enum",keyword:"enum",params:{allowedValues: schema13.properties.message_updates.enum},schema:schema13.properties.message_updates.enum,parentSchema:schema13.properties.message_updates,data:data33}];
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
validate12.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema13.type,parentSchema:schema13,data}];
return false;
}
}
validate12.errors = vErrors;
return errors === 0;
}

const check_3 = validate13;
const schema14 = {"$id":"3","type":"object","properties":{"session_id":{"type":"string"},"cwd":{"type":"string"},"model":{"type":"string"},"base_url":{"type":"string"},"api_key":{"type":"string"},"headers":{"type":"object","additionalProperties":{"type":"string"}},"thinking":{"type":"string","enum":["off","low","medium","high"]},"system_prompt":{"type":"string"},"append_system_prompt":{"type":"string"},"tools":{"type":"array","items":{"type":"string"}},"host_tools":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"description":{"type":"string"},"parameters":{"type":"object"},"needs_permission":{"type":"boolean"},"parallel":{"type":"boolean"}},"required":["name","description","parameters"]}},"permission_mode":{"type":"string","enum":["ask","allow","read-only"]},"mcp_servers":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"command":{"type":"string"},"args":{"type":"array","items":{"type":"string"}},"env":{"type":"object","additionalProperties":{"type":"string"}},"url":{"type":"string"},"headers":{"type":"object","additionalProperties":{"type":"string"}}},"required":["name"]}},"plugins":{"type":"array","items":{"type":"string"}},"persist":{"type":"boolean"},"message_updates":{"type":"string","enum":["reference","full"]}},"required":["session_id"]};

function validate13(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="3" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.session_id === undefined) || (!(func0.call(data, "session_id")))) && (missing0 = "session_id")){
validate13.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},schema:schema14.required,parentSchema:schema14,data}];
return false;
}
else {
if(data.session_id !== undefined && func0.call(data, "session_id")){
let data0 = data.session_id;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate13.errors = [{instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},schema:schema14.properties.session_id.type,parentSchema:schema14.properties.session_id,data:data0}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.cwd !== undefined && func0.call(data, "cwd")){
let data1 = data.cwd;
const _errs3 = errors;
if(typeof data1 !== "string"){
validate13.errors = [{instancePath:instancePath+"/cwd",schemaPath:"#/properties/cwd/type",keyword:"type",params:{type: "string"},schema:schema14.properties.cwd.type,parentSchema:schema14.properties.cwd,data:data1}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.model !== undefined && func0.call(data, "model")){
let data2 = data.model;
const _errs5 = errors;
if(typeof data2 !== "string"){
validate13.errors = [{instancePath:instancePath+"/model",schemaPath:"#/properties/model/type",keyword:"type",params:{type: "string"},schema:schema14.properties.model.type,parentSchema:schema14.properties.model,data:data2}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.base_url !== undefined && func0.call(data, "base_url")){
let data3 = data.base_url;
const _errs7 = errors;
if(typeof data3 !== "string"){
validate13.errors = [{instancePath:instancePath+"/base_url",schemaPath:"#/properties/base_url/type",keyword:"type",params:{type: "string"},schema:schema14.properties.base_url.type,parentSchema:schema14.properties.base_url,data:data3}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.api_key !== undefined && func0.call(data, "api_key")){
let data4 = data.api_key;
const _errs9 = errors;
if(typeof data4 !== "string"){
validate13.errors = [{instancePath:instancePath+"/api_key",schemaPath:"#/properties/api_key/type",keyword:"type",params:{type: "string"},schema:schema14.properties.api_key.type,parentSchema:schema14.properties.api_key,data:data4}];
return false;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.headers !== undefined && func0.call(data, "headers")){
let data5 = data.headers;
const _errs11 = errors;
if(errors === _errs11){
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
for(const key0 of Object.keys(data5)){
let data6 = data5[key0];
const _errs14 = errors;
if(typeof data6 !== "string"){
validate13.errors = [{instancePath:instancePath+"/headers/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/headers/additionalProperties/type",keyword:"type",params:{type: "string"},schema:schema14.properties.headers.additionalProperties.type,parentSchema:schema14.properties.headers.additionalProperties,data:data6}];
return false;
}
var valid1 = _errs14 === errors;
if(!valid1){
break;
}
}
}
else {
validate13.errors = [{instancePath:instancePath+"/headers",schemaPath:"#/properties/headers/type",keyword:"type",params:{type: "object"},schema:schema14.properties.headers.type,parentSchema:schema14.properties.headers,data:data5}];
return false;
}
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.thinking !== undefined && func0.call(data, "thinking")){
let data7 = data.thinking;
const _errs16 = errors;
if(typeof data7 !== "string"){
validate13.errors = [{instancePath:instancePath+"/thinking",schemaPath:"#/properties/thinking/type",keyword:"type",params:{type: "string"},schema:schema14.properties.thinking.type,parentSchema:schema14.properties.thinking,data:data7}];
return false;
}
if(!((((data7 === "off") || (data7 === "low")) || (data7 === "medium")) || (data7 === "high"))){
validate13.errors = [{instancePath:instancePath+"/thinking",schemaPath:"#/properties/thinking/enum",keyword:"enum",params:{allowedValues: schema14.properties.thinking.enum},schema:schema14.properties.thinking.enum,parentSchema:schema14.properties.thinking,data:data7}];
return false;
}
var valid0 = _errs16 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.system_prompt !== undefined && func0.call(data, "system_prompt")){
let data8 = data.system_prompt;
const _errs18 = errors;
if(typeof data8 !== "string"){
validate13.errors = [{instancePath:instancePath+"/system_prompt",schemaPath:"#/properties/system_prompt/type",keyword:"type",params:{type: "string"},schema:schema14.properties.system_prompt.type,parentSchema:schema14.properties.system_prompt,data:data8}];
return false;
}
var valid0 = _errs18 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.append_system_prompt !== undefined && func0.call(data, "append_system_prompt")){
let data9 = data.append_system_prompt;
const _errs20 = errors;
if(typeof data9 !== "string"){
validate13.errors = [{instancePath:instancePath+"/append_system_prompt",schemaPath:"#/properties/append_system_prompt/type",keyword:"type",params:{type: "string"},schema:schema14.properties.append_system_prompt.type,parentSchema:schema14.properties.append_system_prompt,data:data9}];
return false;
}
var valid0 = _errs20 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.tools !== undefined && func0.call(data, "tools")){
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
validate13.errors = [{instancePath:instancePath+"/tools/" + i0,schemaPath:"#/properties/tools/items/type",keyword:"type",params:{type: "string"},schema:schema14.properties.tools.items.type,parentSchema:schema14.properties.tools.items,data:data11}];
return false;
}
var valid2 = _errs24 === errors;
if(!valid2){
break;
}
}
}
else {
validate13.errors = [{instancePath:instancePath+"/tools",schemaPath:"#/properties/tools/type",keyword:"type",params:{type: "array"},schema:schema14.properties.tools.type,parentSchema:schema14.properties.tools,data:data10}];
return false;
}
}
var valid0 = _errs22 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.host_tools !== undefined && func0.call(data, "host_tools")){
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
if(((((data13.name === undefined) || (!(func0.call(data13, "name")))) && (missing1 = "name")) || (((data13.description === undefined) || (!(func0.call(data13, "description")))) && (missing1 = "description"))) || (((data13.parameters === undefined) || (!(func0.call(data13, "parameters")))) && (missing1 = "parameters"))){
validate13.errors = [{instancePath:instancePath+"/host_tools/" + i1,schemaPath:"#/properties/host_tools/items/required",keyword:"required",params:{missingProperty: missing1},schema:schema14.properties.host_tools.items.required,parentSchema:schema14.properties.host_tools.items,data:data13}];
return false;
}
else {
if(data13.name !== undefined && func0.call(data13, "name")){
let data14 = data13.name;
const _errs30 = errors;
if(typeof data14 !== "string"){
validate13.errors = [{instancePath:instancePath+"/host_tools/" + i1+"/name",schemaPath:"#/properties/host_tools/items/properties/name/type",keyword:"type",params:{type: "string"},schema:schema14.properties.host_tools.items.properties.name.type,parentSchema:schema14.properties.host_tools.items.properties.name,data:data14}];
return false;
}
var valid4 = _errs30 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data13.description !== undefined && func0.call(data13, "description")){
let data15 = data13.description;
const _errs32 = errors;
if(typeof data15 !== "string"){
validate13.errors = [{instancePath:instancePath+"/host_tools/" + i1+"/description",schemaPath:"#/properties/host_tools/items/properties/description/type",keyword:"type",params:{type: "string"},schema:schema14.properties.host_tools.items.properties.description.type,parentSchema:schema14.properties.host_tools.items.properties.description,data:data15}];
return false;
}
var valid4 = _errs32 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data13.parameters !== undefined && func0.call(data13, "parameters")){
let data16 = data13.parameters;
const _errs34 = errors;
if(!(data16 && typeof data16 == "object" && !Array.isArray(data16))){
validate13.errors = [{instancePath:instancePath+"/host_tools/" + i1+"/parameters",schemaPath:"#/properties/host_tools/items/properties/parameters/type",keyword:"type",params:{type: "object"},schema:schema14.properties.host_tools.items.properties.parameters.type,parentSchema:schema14.properties.host_tools.items.properties.parameters,data:data16}];
return false;
}
var valid4 = _errs34 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data13.needs_permission !== undefined && func0.call(data13, "needs_permission")){
let data17 = data13.needs_permission;
const _errs36 = errors;
if(typeof data17 !== "boolean"){
validate13.errors = [{instancePath:instancePath+"/host_tools/" + i1+"/needs_permission",schemaPath:"#/properties/host_tools/items/properties/needs_permission/type",keyword:"type",params:{type: "boolean"},schema:schema14.properties.host_tools.items.properties.needs_permission.type,parentSchema:schema14.properties.host_tools.items.properties.needs_permission,data:data17}];
return false;
}
var valid4 = _errs36 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data13.parallel !== undefined && func0.call(data13, "parallel")){
let data18 = data13.parallel;
const _errs38 = errors;
if(typeof data18 !== "boolean"){
validate13.errors = [{instancePath:instancePath+"/host_tools/" + i1+"/parallel",schemaPath:"#/properties/host_tools/items/properties/parallel/type",keyword:"type",params:{type: "boolean"},schema:schema14.properties.host_tools.items.properties.parallel.type,parentSchema:schema14.properties.host_tools.items.properties.parallel,data:data18}];
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
validate13.errors = [{instancePath:instancePath+"/host_tools/" + i1,schemaPath:"#/properties/host_tools/items/type",keyword:"type",params:{type: "object"},schema:schema14.properties.host_tools.items.type,parentSchema:schema14.properties.host_tools.items,data:data13}];
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
validate13.errors = [{instancePath:instancePath+"/host_tools",schemaPath:"#/properties/host_tools/type",keyword:"type",params:{type: "array"},schema:schema14.properties.host_tools.type,parentSchema:schema14.properties.host_tools,data:data12}];
return false;
}
}
var valid0 = _errs26 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.permission_mode !== undefined && func0.call(data, "permission_mode")){
let data19 = data.permission_mode;
const _errs40 = errors;
if(typeof data19 !== "string"){
validate13.errors = [{instancePath:instancePath+"/permission_mode",schemaPath:"#/properties/permission_mode/type",keyword:"type",params:{type: "string"},schema:schema14.properties.permission_mode.type,parentSchema:schema14.properties.permission_mode,data:data19}];
return false;
}
if(!(((data19 === "ask") || (data19 === "allow")) || (data19 === "read-only"))){
validate13.errors = [{instancePath:instancePath+"/permission_mode",schemaPath:"#/properties/permission_mode/enum",keyword:"enum",params:{allowedValues: schema14.properties.permission_mode.enum},schema:schema14.properties.permission_mode.enum,parentSchema:schema14.properties.permission_mode,data:data19}];
return false;
}
var valid0 = _errs40 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.mcp_servers !== undefined && func0.call(data, "mcp_servers")){
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
if(((data21.name === undefined) || (!(func0.call(data21, "name")))) && (missing2 = "name")){
validate13.errors = [{instancePath:instancePath+"/mcp_servers/" + i2,schemaPath:"#/properties/mcp_servers/items/required",keyword:"required",params:{missingProperty: missing2},schema:schema14.properties.mcp_servers.items.required,parentSchema:schema14.properties.mcp_servers.items,data:data21}];
return false;
}
else {
if(data21.name !== undefined && func0.call(data21, "name")){
let data22 = data21.name;
const _errs46 = errors;
if(typeof data22 !== "string"){
validate13.errors = [{instancePath:instancePath+"/mcp_servers/" + i2+"/name",schemaPath:"#/properties/mcp_servers/items/properties/name/type",keyword:"type",params:{type: "string"},schema:schema14.properties.mcp_servers.items.properties.name.type,parentSchema:schema14.properties.mcp_servers.items.properties.name,data:data22}];
return false;
}
var valid6 = _errs46 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data21.command !== undefined && func0.call(data21, "command")){
let data23 = data21.command;
const _errs48 = errors;
if(typeof data23 !== "string"){
validate13.errors = [{instancePath:instancePath+"/mcp_servers/" + i2+"/command",schemaPath:"#/properties/mcp_servers/items/properties/command/type",keyword:"type",params:{type: "string"},schema:schema14.properties.mcp_servers.items.properties.command.type,parentSchema:schema14.properties.mcp_servers.items.properties.command,data:data23}];
return false;
}
var valid6 = _errs48 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data21.args !== undefined && func0.call(data21, "args")){
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
validate13.errors = [{instancePath:instancePath+"/mcp_servers/" + i2+"/args/" + i3,schemaPath:"#/properties/mcp_servers/items/properties/args/items/type",keyword:"type",params:{type: "string"},schema:schema14.properties.mcp_servers.items.properties.args.items.type,parentSchema:schema14.properties.mcp_servers.items.properties.args.items,data:data25}];
return false;
}
var valid7 = _errs52 === errors;
if(!valid7){
break;
}
}
}
else {
validate13.errors = [{instancePath:instancePath+"/mcp_servers/" + i2+"/args",schemaPath:"#/properties/mcp_servers/items/properties/args/type",keyword:"type",params:{type: "array"},schema:schema14.properties.mcp_servers.items.properties.args.type,parentSchema:schema14.properties.mcp_servers.items.properties.args,data:data24}];
return false;
}
}
var valid6 = _errs50 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data21.env !== undefined && func0.call(data21, "env")){
let data26 = data21.env;
const _errs54 = errors;
if(errors === _errs54){
if(data26 && typeof data26 == "object" && !Array.isArray(data26)){
for(const key1 of Object.keys(data26)){
let data27 = data26[key1];
const _errs57 = errors;
if(typeof data27 !== "string"){
validate13.errors = [{instancePath:instancePath+"/mcp_servers/" + i2+"/env/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/mcp_servers/items/properties/env/additionalProperties/type",keyword:"type",params:{type: "string"},schema:schema14.properties.mcp_servers.items.properties.env.additionalProperties.type,parentSchema:schema14.properties.mcp_servers.items.properties.env.additionalProperties,data:data27}];
return false;
}
var valid8 = _errs57 === errors;
if(!valid8){
break;
}
}
}
else {
validate13.errors = [{instancePath:instancePath+"/mcp_servers/" + i2+"/env",schemaPath:"#/properties/mcp_servers/items/properties/env/type",keyword:"type",params:{type: "object"},schema:schema14.properties.mcp_servers.items.properties.env.type,parentSchema:schema14.properties.mcp_servers.items.properties.env,data:data26}];
return false;
}
}
var valid6 = _errs54 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data21.url !== undefined && func0.call(data21, "url")){
let data28 = data21.url;
const _errs59 = errors;
if(typeof data28 !== "string"){
validate13.errors = [{instancePath:instancePath+"/mcp_servers/" + i2+"/url",schemaPath:"#/properties/mcp_servers/items/properties/url/type",keyword:"type",params:{type: "string"},schema:schema14.properties.mcp_servers.items.properties.url.type,parentSchema:schema14.properties.mcp_servers.items.properties.url,data:data28}];
return false;
}
var valid6 = _errs59 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data21.headers !== undefined && func0.call(data21, "headers")){
let data29 = data21.headers;
const _errs61 = errors;
if(errors === _errs61){
if(data29 && typeof data29 == "object" && !Array.isArray(data29)){
for(const key2 of Object.keys(data29)){
let data30 = data29[key2];
const _errs64 = errors;
if(typeof data30 !== "string"){
validate13.errors = [{instancePath:instancePath+"/mcp_servers/" + i2+"/headers/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/mcp_servers/items/properties/headers/additionalProperties/type",keyword:"type",params:{type: "string"},schema:schema14.properties.mcp_servers.items.properties.headers.additionalProperties.type,parentSchema:schema14.properties.mcp_servers.items.properties.headers.additionalProperties,data:data30}];
return false;
}
var valid9 = _errs64 === errors;
if(!valid9){
break;
}
}
}
else {
validate13.errors = [{instancePath:instancePath+"/mcp_servers/" + i2+"/headers",schemaPath:"#/properties/mcp_servers/items/properties/headers/type",keyword:"type",params:{type: "object"},schema:schema14.properties.mcp_servers.items.properties.headers.type,parentSchema:schema14.properties.mcp_servers.items.properties.headers,data:data29}];
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
validate13.errors = [{instancePath:instancePath+"/mcp_servers/" + i2,schemaPath:"#/properties/mcp_servers/items/type",keyword:"type",params:{type: "object"},schema:schema14.properties.mcp_servers.items.type,parentSchema:schema14.properties.mcp_servers.items,data:data21}];
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
validate13.errors = [{instancePath:instancePath+"/mcp_servers",schemaPath:"#/properties/mcp_servers/type",keyword:"type",params:{type: "array"},schema:schema14.properties.mcp_servers.type,parentSchema:schema14.properties.mcp_servers,data:data20}];
return false;
}
}
var valid0 = _errs42 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.plugins !== undefined && func0.call(data, "plugins")){
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
validate13.errors = [{instancePath:instancePath+"/plugins/" + i4,schemaPath:"#/properties/plugins/items/type",keyword:"type",params:{type: "string"},schema:schema14.properties.plugins.items.type,parentSchema:schema14.properties.plugins.items,data:data32}];
return false;
}
var valid10 = _errs68 === errors;
if(!valid10){
break;
}
}
}
else {
validate13.errors = [{instancePath:instancePath+"/plugins",schemaPath:"#/properties/plugins/type",keyword:"type",params:{type: "array"},schema:schema14.properties.plugins.type,parentSchema:schema14.properties.plugins,data:data31}];
return false;
}
}
var valid0 = _errs66 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.persist !== undefined && func0.call(data, "persist")){
let data33 = data.persist;
const _errs70 = errors;
if(typeof data33 !== "boolean"){
validate13.errors = [{instancePath:instancePath+"/persist",schemaPath:"#/properties/persist/type",keyword:"type",params:{type: "boolean"},schema:schema14.properties.persist.type,parentSchema:schema14.properties.persist,data:data33}];
return false;
}
var valid0 = _errs70 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.message_updates !== undefined && func0.call(data, "message_updates")){
let data34 = data.message_updates;
const _errs72 = errors;
if(typeof data34 !== "string"){
validate13.errors = [{instancePath:instancePath+"/message_updates",schemaPath:"#/properties/message_updates/type",keyword:"type",params:{type: "string"},schema:schema14.properties.message_updates.type,parentSchema:schema14.properties.message_updates,data:data34}];
return false;
}
if(!((data34 === "reference") || (data34 === "full"))){
validate13.errors = [{instancePath:instancePath+"/message_updates",schemaPath:"#/properties/message_updates/enum",keyword:"enum",params:{allowedValues: schema14.properties.message_updates.enum},schema:schema14.properties.message_updates.enum,parentSchema:schema14.properties.message_updates,data:data34}];
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
validate13.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema14.type,parentSchema:schema14,data}];
return false;
}
}
validate13.errors = vErrors;
return errors === 0;
}

const check_4 = validate14;
const schema15 = {"$id":"4","type":"object","properties":{"session_id":{"type":"string"},"message_id":{"type":"string"}},"required":["message_id","session_id"]};

function validate14(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="4" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.message_id === undefined) || (!(func0.call(data, "message_id")))) && (missing0 = "message_id")) || (((data.session_id === undefined) || (!(func0.call(data, "session_id")))) && (missing0 = "session_id"))){
validate14.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},schema:schema15.required,parentSchema:schema15,data}];
return false;
}
else {
if(data.session_id !== undefined && func0.call(data, "session_id")){
let data0 = data.session_id;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate14.errors = [{instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},schema:schema15.properties.session_id.type,parentSchema:schema15.properties.session_id,data:data0}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.message_id !== undefined && func0.call(data, "message_id")){
let data1 = data.message_id;
const _errs3 = errors;
if(typeof data1 !== "string"){
validate14.errors = [{instancePath:instancePath+"/message_id",schemaPath:"#/properties/message_id/type",keyword:"type",params:{type: "string"},schema:schema15.properties.message_id.type,parentSchema:schema15.properties.message_id,data:data1}];
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
const schema16 = {"$id":"5","type":"object","properties":{"cwd":{"type":"string"},"limit":{"type":"integer"},"before":{"type":"string"}}};

function validate15(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="5" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.cwd !== undefined && func0.call(data, "cwd")){
let data0 = data.cwd;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate15.errors = [{instancePath:instancePath+"/cwd",schemaPath:"#/properties/cwd/type",keyword:"type",params:{type: "string"},schema:schema16.properties.cwd.type,parentSchema:schema16.properties.cwd,data:data0}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.limit !== undefined && func0.call(data, "limit")){
let data1 = data.limit;
const _errs3 = errors;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
validate15.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"},schema:schema16.properties.limit.type,parentSchema:schema16.properties.limit,data:data1}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.before !== undefined && func0.call(data, "before")){
let data2 = data.before;
const _errs5 = errors;
if(typeof data2 !== "string"){
validate15.errors = [{instancePath:instancePath+"/before",schemaPath:"#/properties/before/type",keyword:"type",params:{type: "string"},schema:schema16.properties.before.type,parentSchema:schema16.properties.before,data:data2}];
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
validate15.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema16.type,parentSchema:schema16,data}];
return false;
}
}
validate15.errors = vErrors;
return errors === 0;
}

const check_6 = validate16;
const schema17 = {"$id":"6","type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"]};

function validate16(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="6" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.session_id === undefined) || (!(func0.call(data, "session_id")))) && (missing0 = "session_id")){
validate16.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},schema:schema17.required,parentSchema:schema17,data}];
return false;
}
else {
if(data.session_id !== undefined && func0.call(data, "session_id")){
let data0 = data.session_id;
if(typeof data0 !== "string"){
validate16.errors = [{instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},schema:schema17.properties.session_id.type,parentSchema:schema17.properties.session_id,data:data0}];
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
const schema18 = {"$id":"7","type":"object","properties":{"session_id":{"type":"string"},"text":{"type":"string"},"images":{"type":"array","items":{"type":"object","properties":{"mime_type":{"type":"string"},"data":{"type":"string"}},"required":["mime_type","data"]}}},"required":["session_id","text"]};

function validate17(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="7" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.session_id === undefined) || (!(func0.call(data, "session_id")))) && (missing0 = "session_id")) || (((data.text === undefined) || (!(func0.call(data, "text")))) && (missing0 = "text"))){
validate17.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},schema:schema18.required,parentSchema:schema18,data}];
return false;
}
else {
if(data.session_id !== undefined && func0.call(data, "session_id")){
let data0 = data.session_id;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate17.errors = [{instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},schema:schema18.properties.session_id.type,parentSchema:schema18.properties.session_id,data:data0}];
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
validate17.errors = [{instancePath:instancePath+"/text",schemaPath:"#/properties/text/type",keyword:"type",params:{type: "string"},schema:schema18.properties.text.type,parentSchema:schema18.properties.text,data:data1}];
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
validate17.errors = [{instancePath:instancePath+"/images/" + i0,schemaPath:"#/properties/images/items/required",keyword:"required",params:{missingProperty: missing1},schema:schema18.properties.images.items.required,parentSchema:schema18.properties.images.items,data:data3}];
return false;
}
else {
if(data3.mime_type !== undefined && func0.call(data3, "mime_type")){
let data4 = data3.mime_type;
const _errs9 = errors;
if(typeof data4 !== "string"){
validate17.errors = [{instancePath:instancePath+"/images/" + i0+"/mime_type",schemaPath:"#/properties/images/items/properties/mime_type/type",keyword:"type",params:{type: "string"},schema:schema18.properties.images.items.properties.mime_type.type,parentSchema:schema18.properties.images.items.properties.mime_type,data:data4}];
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
validate17.errors = [{instancePath:instancePath+"/images/" + i0+"/data",schemaPath:"#/properties/images/items/properties/data/type",keyword:"type",params:{type: "string"},schema:schema18.properties.images.items.properties.data.type,parentSchema:schema18.properties.images.items.properties.data,data:data5}];
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
validate17.errors = [{instancePath:instancePath+"/images/" + i0,schemaPath:"#/properties/images/items/type",keyword:"type",params:{type: "object"},schema:schema18.properties.images.items.type,parentSchema:schema18.properties.images.items,data:data3}];
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
validate17.errors = [{instancePath:instancePath+"/images",schemaPath:"#/properties/images/type",keyword:"type",params:{type: "array"},schema:schema18.properties.images.type,parentSchema:schema18.properties.images,data:data2}];
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
validate17.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema18.type,parentSchema:schema18,data}];
return false;
}
}
validate17.errors = vErrors;
return errors === 0;
}

const check_8 = validate18;
const schema19 = {"$id":"8","type":"object","properties":{"session_id":{"type":"string"},"clear_queue":{"type":"boolean"}},"required":["session_id"]};

function validate18(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="8" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.session_id === undefined) || (!(func0.call(data, "session_id")))) && (missing0 = "session_id")){
validate18.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},schema:schema19.required,parentSchema:schema19,data}];
return false;
}
else {
if(data.session_id !== undefined && func0.call(data, "session_id")){
let data0 = data.session_id;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate18.errors = [{instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},schema:schema19.properties.session_id.type,parentSchema:schema19.properties.session_id,data:data0}];
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
validate18.errors = [{instancePath:instancePath+"/clear_queue",schemaPath:"#/properties/clear_queue/type",keyword:"type",params:{type: "boolean"},schema:schema19.properties.clear_queue.type,parentSchema:schema19.properties.clear_queue,data:data1}];
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
const schema20 = {"$id":"9","type":"object","properties":{"session_id":{"type":"string"},"instructions":{"type":"string"}},"required":["session_id"]};

function validate19(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="9" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.session_id === undefined) || (!(func0.call(data, "session_id")))) && (missing0 = "session_id")){
validate19.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},schema:schema20.required,parentSchema:schema20,data}];
return false;
}
else {
if(data.session_id !== undefined && func0.call(data, "session_id")){
let data0 = data.session_id;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate19.errors = [{instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},schema:schema20.properties.session_id.type,parentSchema:schema20.properties.session_id,data:data0}];
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
validate19.errors = [{instancePath:instancePath+"/instructions",schemaPath:"#/properties/instructions/type",keyword:"type",params:{type: "string"},schema:schema20.properties.instructions.type,parentSchema:schema20.properties.instructions,data:data1}];
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
const schema21 = {"$id":"10","type":"object","properties":{"session_id":{"type":"string"},"model":{"type":"string"}},"required":["model","session_id"]};

function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="10" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.model === undefined) || (!(func0.call(data, "model")))) && (missing0 = "model")) || (((data.session_id === undefined) || (!(func0.call(data, "session_id")))) && (missing0 = "session_id"))){
validate20.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},schema:schema21.required,parentSchema:schema21,data}];
return false;
}
else {
if(data.session_id !== undefined && func0.call(data, "session_id")){
let data0 = data.session_id;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate20.errors = [{instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},schema:schema21.properties.session_id.type,parentSchema:schema21.properties.session_id,data:data0}];
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
validate20.errors = [{instancePath:instancePath+"/model",schemaPath:"#/properties/model/type",keyword:"type",params:{type: "string"},schema:schema21.properties.model.type,parentSchema:schema21.properties.model,data:data1}];
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
const schema22 = {"$id":"11","type":"object","properties":{"session_id":{"type":"string"},"level":{"type":"string","enum":["off","low","medium","high"]}},"required":["level","session_id"]};

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="11" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.level === undefined) || (!(func0.call(data, "level")))) && (missing0 = "level")) || (((data.session_id === undefined) || (!(func0.call(data, "session_id")))) && (missing0 = "session_id"))){
validate21.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},schema:schema22.required,parentSchema:schema22,data}];
return false;
}
else {
if(data.session_id !== undefined && func0.call(data, "session_id")){
let data0 = data.session_id;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate21.errors = [{instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},schema:schema22.properties.session_id.type,parentSchema:schema22.properties.session_id,data:data0}];
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
validate21.errors = [{instancePath:instancePath+"/level",schemaPath:"#/properties/level/type",keyword:"type",params:{type: "string"},schema:schema22.properties.level.type,parentSchema:schema22.properties.level,data:data1}];
return false;
}
if(!((((data1 === "off") || (data1 === "low")) || (data1 === "medium")) || (data1 === "high"))){
validate21.errors = [{instancePath:instancePath+"/level",schemaPath:"#/properties/level/enum",keyword:"enum",params:{allowedValues: schema22.properties.level.enum},schema:schema22.properties.level.enum,parentSchema:schema22.properties.level,data:data1}];
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
validate21.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema22.type,parentSchema:schema22,data}];
return false;
}
}
validate21.errors = vErrors;
return errors === 0;
}

const check_12 = validate22;
const schema23 = {"$id":"12","type":"object","properties":{"session_id":{"type":"string"},"after":{"type":"string"}},"required":["session_id"]};

function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="12" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.session_id === undefined) || (!(func0.call(data, "session_id")))) && (missing0 = "session_id")){
validate22.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},schema:schema23.required,parentSchema:schema23,data}];
return false;
}
else {
if(data.session_id !== undefined && func0.call(data, "session_id")){
let data0 = data.session_id;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate22.errors = [{instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},schema:schema23.properties.session_id.type,parentSchema:schema23.properties.session_id,data:data0}];
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
validate22.errors = [{instancePath:instancePath+"/after",schemaPath:"#/properties/after/type",keyword:"type",params:{type: "string"},schema:schema23.properties.after.type,parentSchema:schema23.properties.after,data:data1}];
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
validate22.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema23.type,parentSchema:schema23,data}];
return false;
}
}
validate22.errors = vErrors;
return errors === 0;
}

const check_13 = validate23;
const schema24 = {"$id":"13","type":"object","properties":{"session_id":{"type":"string"},"after":{"type":"integer"}},"required":["after","session_id"]};

function validate23(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="13" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.after === undefined) || (!(func0.call(data, "after")))) && (missing0 = "after")) || (((data.session_id === undefined) || (!(func0.call(data, "session_id")))) && (missing0 = "session_id"))){
validate23.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},schema:schema24.required,parentSchema:schema24,data}];
return false;
}
else {
if(data.session_id !== undefined && func0.call(data, "session_id")){
let data0 = data.session_id;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate23.errors = [{instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},schema:schema24.properties.session_id.type,parentSchema:schema24.properties.session_id,data:data0}];
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
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
validate23.errors = [{instancePath:instancePath+"/after",schemaPath:"#/properties/after/type",keyword:"type",params:{type: "integer"},schema:schema24.properties.after.type,parentSchema:schema24.properties.after,data:data1}];
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
validate23.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema24.type,parentSchema:schema24,data}];
return false;
}
}
validate23.errors = vErrors;
return errors === 0;
}

const check_14 = validate24;
const schema25 = {"$id":"14","type":"object","properties":{"content":{"anyOf":[{"type":"string"},{"type":"array","items":{"type":"object","discriminator":{"propertyName":"type"},"required":["type"],"oneOf":[{"type":"object","properties":{"type":{"type":"string","const":"text"},"text":{"type":"string"}},"required":["type","text"]},{"type":"object","properties":{"type":{"type":"string","const":"image"},"mime_type":{"type":"string"},"data":{"type":"string"}},"required":["type","mime_type","data"]}]}}]},"is_error":{"type":"boolean"},"details":{}},"required":["content"]};

function validate24(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="14" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.content === undefined) || (!(func0.call(data, "content")))) && (missing0 = "content")){
validate24.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},schema:schema25.required,parentSchema:schema25,data}];
return false;
}
else {
if(data.content !== undefined && func0.call(data, "content")){
let data0 = data.content;
const _errs1 = errors;
const _errs2 = errors;
let valid1 = false;
const _errs3 = errors;
if(typeof data0 !== "string"){
const err0 = {instancePath:instancePath+"/content",schemaPath:"#/properties/content/anyOf/0/type",keyword:"type",params:{type: "string"},schema:schema25.properties.content.anyOf[0].type,parentSchema:schema25.properties.content.anyOf[0],data:data0};
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
if(((data1.type === undefined) || (!(func0.call(data1, "type")))) && (missing1 = "type")){
const err1 = {instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/anyOf/1/items/required",keyword:"required",params:{missingProperty: missing1},schema:schema25.properties.content.anyOf[1].items.required,parentSchema:schema25.properties.content.anyOf[1].items,data:data1};
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
if((((data1.type === undefined) || (!(func0.call(data1, "type")))) && (missing2 = "type")) || (((data1.text === undefined) || (!(func0.call(data1, "text")))) && (missing2 = "text"))){
const err2 = {instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/anyOf/1/items/oneOf/0/required",keyword:"required",params:{missingProperty: missing2},schema:schema25.properties.content.anyOf[1].items.oneOf[0].required,parentSchema:schema25.properties.content.anyOf[1].items.oneOf[0],data:data1};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
else {
if(data1.type !== undefined && func0.call(data1, "type")){
let data2 = data1.type;
const _errs12 = errors;
if(typeof data2 !== "string"){
const err3 = {instancePath:instancePath+"/content/" + i0+"/type",schemaPath:"#/properties/content/anyOf/1/items/oneOf/0/properties/type/type",keyword:"type",params:{type: "string"},schema:schema25.properties.content.anyOf[1].items.oneOf[0].properties.type.type,parentSchema:schema25.properties.content.anyOf[1].items.oneOf[0].properties.type,data:data2};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if("text" !== data2){
const err4 = {instancePath:instancePath+"/content/" + i0+"/type",schemaPath:"#/properties/content/anyOf/1/items/oneOf/0/properties/type/const",keyword:"const",params:{allowedValue: "text"},schema:"text",parentSchema:schema25.properties.content.anyOf[1].items.oneOf[0].properties.type,data:data2};
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
if(data1.text !== undefined && func0.call(data1, "text")){
let data3 = data1.text;
const _errs14 = errors;
if(typeof data3 !== "string"){
const err5 = {instancePath:instancePath+"/content/" + i0+"/text",schemaPath:"#/properties/content/anyOf/1/items/oneOf/0/properties/text/type",keyword:"type",params:{type: "string"},schema:schema25.properties.content.anyOf[1].items.oneOf[0].properties.text.type,parentSchema:schema25.properties.content.anyOf[1].items.oneOf[0].properties.text,data:data3};
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
const err6 = {instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/anyOf/1/items/oneOf/0/type",keyword:"type",params:{type: "object"},schema:schema25.properties.content.anyOf[1].items.oneOf[0].type,parentSchema:schema25.properties.content.anyOf[1].items.oneOf[0],data:data1};
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
if(((((data1.type === undefined) || (!(func0.call(data1, "type")))) && (missing3 = "type")) || (((data1.mime_type === undefined) || (!(func0.call(data1, "mime_type")))) && (missing3 = "mime_type"))) || (((data1.data === undefined) || (!(func0.call(data1, "data")))) && (missing3 = "data"))){
const err7 = {instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/anyOf/1/items/oneOf/1/required",keyword:"required",params:{missingProperty: missing3},schema:schema25.properties.content.anyOf[1].items.oneOf[1].required,parentSchema:schema25.properties.content.anyOf[1].items.oneOf[1],data:data1};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
else {
if(data1.type !== undefined && func0.call(data1, "type")){
let data4 = data1.type;
const _errs18 = errors;
if(typeof data4 !== "string"){
const err8 = {instancePath:instancePath+"/content/" + i0+"/type",schemaPath:"#/properties/content/anyOf/1/items/oneOf/1/properties/type/type",keyword:"type",params:{type: "string"},schema:schema25.properties.content.anyOf[1].items.oneOf[1].properties.type.type,parentSchema:schema25.properties.content.anyOf[1].items.oneOf[1].properties.type,data:data4};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if("image" !== data4){
const err9 = {instancePath:instancePath+"/content/" + i0+"/type",schemaPath:"#/properties/content/anyOf/1/items/oneOf/1/properties/type/const",keyword:"const",params:{allowedValue: "image"},schema:"image",parentSchema:schema25.properties.content.anyOf[1].items.oneOf[1].properties.type,data:data4};
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
if(data1.mime_type !== undefined && func0.call(data1, "mime_type")){
let data5 = data1.mime_type;
const _errs20 = errors;
if(typeof data5 !== "string"){
const err10 = {instancePath:instancePath+"/content/" + i0+"/mime_type",schemaPath:"#/properties/content/anyOf/1/items/oneOf/1/properties/mime_type/type",keyword:"type",params:{type: "string"},schema:schema25.properties.content.anyOf[1].items.oneOf[1].properties.mime_type.type,parentSchema:schema25.properties.content.anyOf[1].items.oneOf[1].properties.mime_type,data:data5};
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
if(data1.data !== undefined && func0.call(data1, "data")){
let data6 = data1.data;
const _errs22 = errors;
if(typeof data6 !== "string"){
const err11 = {instancePath:instancePath+"/content/" + i0+"/data",schemaPath:"#/properties/content/anyOf/1/items/oneOf/1/properties/data/type",keyword:"type",params:{type: "string"},schema:schema25.properties.content.anyOf[1].items.oneOf[1].properties.data.type,parentSchema:schema25.properties.content.anyOf[1].items.oneOf[1].properties.data,data:data6};
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
const err12 = {instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/anyOf/1/items/oneOf/1/type",keyword:"type",params:{type: "object"},schema:schema25.properties.content.anyOf[1].items.oneOf[1].type,parentSchema:schema25.properties.content.anyOf[1].items.oneOf[1],data:data1};
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
const err13 = {instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/anyOf/1/items/discriminator",keyword:"discriminator",params:{error: "mapping", tag: "type", tagValue: tag0},schema:schema25.properties.content.anyOf[1].items.discriminator,parentSchema:schema25.properties.content.anyOf[1].items,data:data1};
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
const err14 = {instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/anyOf/1/items/discriminator",keyword:"discriminator",params:{error: "tag", tag: "type", tagValue: tag0},schema:schema25.properties.content.anyOf[1].items.discriminator,parentSchema:schema25.properties.content.anyOf[1].items,data:data1};
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
const err15 = {instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/anyOf/1/items/type",keyword:"type",params:{type: "object"},schema:schema25.properties.content.anyOf[1].items.type,parentSchema:schema25.properties.content.anyOf[1].items,data:data1};
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
const err16 = {instancePath:instancePath+"/content",schemaPath:"#/properties/content/anyOf/1/type",keyword:"type",params:{type: "array"},schema:schema25.properties.content.anyOf[1].type,parentSchema:schema25.properties.content.anyOf[1],data:data0};
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
const err17 = {instancePath:instancePath+"/content",schemaPath:"#/properties/content/anyOf",keyword:"anyOf",params:{},schema:schema25.properties.content.anyOf,parentSchema:schema25.properties.content,data:data0};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
validate24.errors = vErrors;
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
if(data.is_error !== undefined && func0.call(data, "is_error")){
let data7 = data.is_error;
const _errs24 = errors;
if(typeof data7 !== "boolean"){
validate24.errors = [{instancePath:instancePath+"/is_error",schemaPath:"#/properties/is_error/type",keyword:"type",params:{type: "boolean"},schema:schema25.properties.is_error.type,parentSchema:schema25.properties.is_error,data:data7}];
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
validate24.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema25.type,parentSchema:schema25,data}];
return false;
}
}
validate24.errors = vErrors;
return errors === 0;
}

const check_15 = validate25;
const schema26 = {"$id":"15","type":"object","properties":{"decision":{"type":"string","enum":["allow","allow_always","deny"]},"reason":{"type":"string"}},"required":["decision"]};

function validate25(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="15" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.decision === undefined) || (!(func0.call(data, "decision")))) && (missing0 = "decision")){
validate25.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},schema:schema26.required,parentSchema:schema26,data}];
return false;
}
else {
if(data.decision !== undefined && func0.call(data, "decision")){
let data0 = data.decision;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate25.errors = [{instancePath:instancePath+"/decision",schemaPath:"#/properties/decision/type",keyword:"type",params:{type: "string"},schema:schema26.properties.decision.type,parentSchema:schema26.properties.decision,data:data0}];
return false;
}
if(!(((data0 === "allow") || (data0 === "allow_always")) || (data0 === "deny"))){
validate25.errors = [{instancePath:instancePath+"/decision",schemaPath:"#/properties/decision/enum",keyword:"enum",params:{allowedValues: schema26.properties.decision.enum},schema:schema26.properties.decision.enum,parentSchema:schema26.properties.decision,data:data0}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.reason !== undefined && func0.call(data, "reason")){
let data1 = data.reason;
const _errs3 = errors;
if(typeof data1 !== "string"){
validate25.errors = [{instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/type",keyword:"type",params:{type: "string"},schema:schema26.properties.reason.type,parentSchema:schema26.properties.reason,data:data1}];
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
validate25.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema26.type,parentSchema:schema26,data}];
return false;
}
}
validate25.errors = vErrors;
return errors === 0;
}

const check_16 = validate26;
const schema27 = {"$id":"16","type":"object","properties":{"answer":{"type":"string"}},"required":["answer"]};

function validate26(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="16" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.answer === undefined) || (!(func0.call(data, "answer")))) && (missing0 = "answer")){
validate26.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},schema:schema27.required,parentSchema:schema27,data}];
return false;
}
else {
if(data.answer !== undefined && func0.call(data, "answer")){
let data0 = data.answer;
if(typeof data0 !== "string"){
validate26.errors = [{instancePath:instancePath+"/answer",schemaPath:"#/properties/answer/type",keyword:"type",params:{type: "string"},schema:schema27.properties.answer.type,parentSchema:schema27.properties.answer,data:data0}];
return false;
}
}
}
}
else {
validate26.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema27.type,parentSchema:schema27,data}];
return false;
}
}
validate26.errors = vErrors;
return errors === 0;
}

const check_17 = validate27;
const schema28 = {"$id":"17","type":"object","properties":{"output":{"type":"object"}}};

function validate27(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="17" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.output !== undefined && func0.call(data, "output")){
let data0 = data.output;
if(!(data0 && typeof data0 == "object" && !Array.isArray(data0))){
validate27.errors = [{instancePath:instancePath+"/output",schemaPath:"#/properties/output/type",keyword:"type",params:{type: "object"},schema:schema28.properties.output.type,parentSchema:schema28.properties.output,data:data0}];
return false;
}
}
}
else {
validate27.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema28.type,parentSchema:schema28,data}];
return false;
}
}
validate27.errors = vErrors;
return errors === 0;
}

const validateParams_checks = new Map([["initialize", check_0], ["ping", check_1], ["models.list", check_1], ["session.create", check_2], ["session.resume", check_3], ["session.fork", check_4], ["session.list", check_5], ["session.get", check_6], ["session.delete", check_6], ["session.close", check_6], ["session.send", check_7], ["session.steer", check_7], ["session.follow_up", check_7], ["session.abort", check_8], ["session.reset", check_6], ["session.compact", check_9], ["session.set_model", check_10], ["session.set_thinking", check_11], ["session.messages", check_12], ["session.events", check_13], ["shutdown", check_1]]);
const validateResult_checks = new Map([["tool.invoke", check_14], ["permission.request", check_15], ["user.ask", check_16], ["hook.call", check_17]]);
export function validateParams(method, value) {
  const check = validateParams_checks.get(method);
  if (check === undefined) return method + ": unknown";
  if (check(value)) return null;
  const failures = check.errors;
  check.errors = null;
  return refusal(method, failures);
}

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
