//#region src/version.ts
/** The version of this build, such as `1.2.3`. */
const VERSION = "0.7.0";
//#endregion
export { VERSION as t };
