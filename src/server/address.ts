/** Where a server listens, as people write it. */
import { isIPv4, isIPv6 } from "node:net";

/** A place to listen on. */
export type ListenAddress = { type: "tcp"; host: string; port: number } | { type: "unix"; path: string };

const LOOPBACK = "127.0.0.1";
const PIPES = "\\\\.\\pipe\\";

/**
 * Reads `HOST:PORT`, `[IPV6]:PORT`, `PORT` or `unix:PATH`; undefined for anything else. Without a host it is 127.0.0.1. On
 * Windows `unix:NAME` is the named pipe of that name.
 */
export function parseAddress(text: string, platform: string): ListenAddress | undefined {
  if (text.startsWith("unix:")) {
    const path = text.slice("unix:".length);
    if (path === "" || path.includes("\0")) return undefined;
    return { type: "unix", path: platform === "win32" && !/^[\\/]{2}[.?]/.test(path) ? PIPES + path : path };
  }
  const [, v6, name = "", digits = ""] = /^(?:(?:\[([^\]]+)\]|([^\s:/[\]]*)):)?(\d{1,5})$/.exec(text) ?? [];
  const port = Number(digits);
  if (digits === "" || port > 65_535 || (v6 !== undefined && !isIPv6(v6))) return undefined;
  return { type: "tcp", host: v6 ?? (name === "" ? LOOPBACK : name), port };
}

/** The address in the form that `parseAddress` reads. */
export function addressText(address: ListenAddress): string {
  if (address.type === "unix") return `unix:${address.path}`;
  const { host, port } = address;
  return `${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

/** Whether only this machine reaches the IP address. */
export function isLoopback(ip: string): boolean {
  const mapped = ip.toLowerCase().replace(/^::ffff:/, "");
  return mapped === "::1" || (isIPv4(mapped) && mapped.startsWith("127."));
}
