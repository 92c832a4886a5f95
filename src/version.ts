/** The version of letscode. */

/** Put in place by the build and by the tests, from package.json. */
declare const __LETSCODE_VERSION__: string;

/** The version of this build, such as `1.2.3`. */
export const VERSION: string = __LETSCODE_VERSION__;
