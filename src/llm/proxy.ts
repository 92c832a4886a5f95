/** Which proxy a request goes through, by the variables that every tool honours. */

/** The environment, as an argument. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy for this address, from HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY (lower case wins), or undefined.
 * This machine itself is never reached through one. NO_PROXY is a list of hosts that also stand for their subdomains,
 * each with an optional port; `*` means all. Throws a TypeError when the proxy is not an http:// or https:// one.
 */
export function proxyFor(url: URL, environment: Environment): URL | undefined {
  const variable = (name: string) => environment[name.toLowerCase()] || environment[name];
  const own = url.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
  const name = variable(own) ? own : "ALL_PROXY";
  const address = variable(name);
  if (!address || isLoopback(url.hostname) || isExempt(url, variable("NO_PROXY") ?? "")) return undefined;
  const full = address.includes("://") ? address : `http://${address}`;
  const proxy = URL.canParse(full) ? new URL(full) : undefined;
  if (proxy === undefined || !/^https?:$/.test(proxy.protocol))
    throw new TypeError(`the proxy in ${name} must be an http:// or https:// address`);
  return proxy;
}

/** Whether a host name, as in a URL, is this machine. */
export function isLoopback(host: string): boolean {
  return (
    host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127(\.\d+){3}$/.test(host)
  );
}

function isExempt(url: URL, list: string): boolean {
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== "")
    .some((entry) => {
      const [, name = "", onlyPort] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
      if (onlyPort !== undefined && onlyPort !== port) return false;
      const host = name.replace(/^\*?\./, "");
      return host === "*" || url.hostname === host || url.hostname.endsWith(`.${host}`);
    });
}
