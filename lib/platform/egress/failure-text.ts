const texts: Record<string, string> = {
  ECONNREFUSED: "connection refused",
  ECONNRESET: "connection closed without an answer",
  EPIPE: "connection closed without an answer",
  ETIMEDOUT: "connection timed out",
  EHOSTUNREACH: "host unreachable",
  ENETUNREACH: "network unreachable",
  EADDRNOTAVAIL: "network unreachable",
  EPROTO: "TLS error: the handshake failed",
  HPE_HEADER_OVERFLOW: "the headers of the answer are too large",
  CERT_HAS_EXPIRED: "TLS error: the certificate has expired",
  CERT_NOT_YET_VALID: "TLS error: the certificate is not valid yet",
  CERT_REVOKED: "TLS error: the certificate was revoked",
  DEPTH_ZERO_SELF_SIGNED_CERT: "TLS error: the certificate is self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "TLS error: the chain contains a self-signed certificate",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "TLS error: an intermediate certificate is missing",
  UNABLE_TO_GET_ISSUER_CERT: "TLS error: an intermediate certificate is missing",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "TLS error: the certificate's issuer is not trusted",
  ERR_TLS_CERT_ALTNAME_INVALID: "TLS error: the certificate is for another host",
};

/** No address to connect to. The message is worded for the receiver's developer. */
export class NoAddress extends Error {}

/** Why no answer came, worded for the receiver's developer. Never a stack trace, never anything of ours. */
export function failureText(error: unknown): string {
  if (error instanceof NoAddress) return error.message;
  // Several addresses were tried: the last failure stands for all.
  if (error instanceof AggregateError && error.errors.length > 0) return failureText(error.errors.at(-1));
  const code = codeOf(error);
  const tls = /^ERR_(?:SSL|TLS)_(.+)$/.exec(code)?.[1];
  if (texts[code]) return texts[code];
  if (tls) return `TLS error: ${tls.toLowerCase().replaceAll("_", " ")}`;
  if (code.startsWith("HPE_")) return "the answer is not valid HTTP";
  return code ? `the request failed (${code})` : "the request failed";
}

/** The code that Node gives to system, TLS and parser errors, or "". */
export function codeOf(error: unknown): string {
  const code = typeof error === "object" && error !== null ? Reflect.get(error, "code") : undefined;
  return typeof code === "string" ? code : "";
}
