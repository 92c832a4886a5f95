/** Addresses below a base URL. */

/**
 * The address of `path` below `baseUrl`, with the queries of both. A version that ends the base and begins the path, as
 * in `https://host/v1` and `v1/models`, is written once: people give either base.
 */
export function endpoint(baseUrl: string, path: string): string {
  const url = new URL(baseUrl);
  const [place = "", query = ""] = path.split("?");
  const base = url.pathname.replace(/\/+$/, "");
  const version = /^v\d\w*(?=\/)/.exec(place)?.[0];
  const doubled = version !== undefined && base.endsWith(`/${version}`);
  url.pathname = `${base}/${doubled ? place.slice(version.length + 1) : place}`;
  for (const [name, value] of new URLSearchParams(query)) url.searchParams.set(name, value);
  return url.href;
}
