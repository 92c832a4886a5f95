/** Addresses below a base URL. */

/** The address of `path` below `baseUrl`; a query of the base is kept. */
export function endpoint(baseUrl: string, path: string): string {
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/\/+$/, "")}/${path}`;
  return url.href;
}
