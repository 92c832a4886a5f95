/** What the network's error codes mean, and what to do about them. */

/** A failure of the network in words. */
export interface Wording {
  words: string;
  /** Absent: to send the prompt again. */
  advice?: string;
  /** It will be the same next time. */
  lasting?: boolean;
}

/** What to do about a failure that may have passed. */
export const AGAIN = "Send the prompt again.";

const UNTRUSTED: Wording = {
  words: "its certificate is not trusted",
  advice: "Name your own authority in NODE_EXTRA_CA_CERTS.",
  lasting: true,
};

/** What Node says of bytes that are no HTTP. */
const NO_HTTP: Wording = {
  words: "its answer is no HTTP that can be read",
  advice: "Check --base-url.",
};

/** The words for an error code of the system or of the HTTP parser; undefined for any other. */
export function wordingOf(code: string): Wording | undefined {
  return NETWORK[code] ?? (code.startsWith("HPE_") ? NO_HTTP : undefined);
}

const NETWORK: Readonly<Record<string, Wording>> = {
  ECONNREFUSED: { words: "connection refused", advice: "Is the server running? Check --base-url." },
  ENOTFOUND: { words: "no such host", advice: "Check --base-url and the network." },
  EAI_AGAIN: { words: "the name could not be looked up", advice: "Check the network." },
  ECONNRESET: { words: "the connection was reset" },
  EPIPE: { words: "the connection was closed" },
  ERR_STREAM_PREMATURE_CLOSE: { words: "the connection was closed" },
  ETIMEDOUT: { words: "the connection timed out" },
  EHOSTUNREACH: { words: "host unreachable", advice: "Check --base-url and the network." },
  ENETUNREACH: { words: "network unreachable", advice: "Check the network." },
  EPROTO: {
    words: "no TLS there",
    advice: "Should --base-url begin with http:// instead of https://?",
    lasting: true,
  },
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  CERT_HAS_EXPIRED: {
    words: "its certificate has expired",
    advice: "Check the clock of this machine; else whoever runs the server must renew it.",
    lasting: true,
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    words: "its certificate is for another host",
    advice: "Check the host in --base-url.",
    lasting: true,
  },
};
