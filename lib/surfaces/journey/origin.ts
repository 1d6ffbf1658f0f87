import { toASCII } from "tr46";
import { parseUrl } from "@/lib/kernel/parse-url";

/** An origin as browsers write it, or what is wrong with the text, worded for its sender. */
export type ParsedOrigin = { origin: string } | { error: string };

/** The longest host name (RFC 1035), with its scheme and port. */
const longest = "https://".length + 253 + ":65535".length;

/** The parts of a URL as they were written, before a browser would correct them. */
type Parts = {
  text: string;
  /** In lower case. */
  scheme: string | undefined;
  slashes: boolean;
  authority: string;
  host: string;
  /** Empty when nothing follows the colon. */
  port: string | undefined;
  /** Path, query and fragment. */
  rest: string;
  live: boolean;
};

/**
 * An origin that may frame the hosted journey, as it is stored: host in lower case and punycode, no default port. It
 * goes into a header that browsers split at blanks, semicolons and commas: only what `canonical` allows gets through.
 */
export function parseOrigin(text: string, environment: "test" | "live"): ParsedOrigin {
  const parts = partsOf(text, environment === "live");
  const fault = faults.find(([applies]) => applies(parts));
  if (fault) return { error: fault[1](parts) };
  const host = toASCII(parts.host, asInUrls);
  if (!host || !canonical.test(host)) return { error: "Must name a valid host" };
  if (endsInNumber.test(host)) {
    const address = parseUrl(`http://${host}`)?.hostname;
    if (!address) return { error: "Must name a valid host" };
    if (address !== parts.host) {
      return { error: `Browsers would read this host as the address ${address}: write that, or use a name` };
    }
  }
  return { origin: `${parts.scheme}://${host}${portOf(parts)}` };
}

/**
 * How the URL standard turns a name into ASCII (UTS 46), plus DNS lengths. Some Node versions parse punycode that
 * decodes to nothing; whether a name is valid must not depend on where we run.
 */
const asInUrls = {
  checkBidi: true,
  checkHyphens: false,
  checkJoiners: true,
  ignoreInvalidPunycode: false,
  transitionalProcessing: false,
  useSTD3ASCIIRules: false,
  verifyDNSLength: true,
};

/** The hosts that `frame-ancestors` can name (CSP 3, host-source): labels of letters, digits and hyphens. */
const canonical = /^[a-z0-9-]+(\.[a-z0-9-]+)*$/;

/** What URL parsers read as an IPv4 address, or refuse. */
const endsInNumber = /(^|\.)(\d+|0x[\da-f]*)$/;

const defaultPorts: Record<string, number> = { http: 80, https: 443 };

function portOf({ scheme = "", port }: Parts): string {
  return port === undefined || Number(port) === defaultPorts[scheme] ? "" : `:${port}`;
}

function partsOf(text: string, live: boolean): Parts {
  const [, scheme, slashes, authority = "", rest = ""] =
    /^(?:([a-z][a-z0-9+.-]*):)?(\/\/)?([^/?#]*)(.*)$/is.exec(text.slice(0, longest + 1)) ?? [];
  const [, host = authority, port] = /^(.*):([^:]*)$/s.exec(authority) ?? [];
  return { text, scheme: scheme?.toLowerCase(), slashes: slashes !== undefined, authority, host, port, rest, live };
}

/** What can be wrong: a text gets the first error that applies. */
const faults: [applies: (parts: Parts) => boolean, error: (parts: Parts) => string][] = [
  [({ text }) => text === "", () => "Must not be empty"],
  [({ text }) => text.length > longest, () => `Must be at most ${longest} characters`],
  [({ text }) => /[\p{C}\p{Z}]/u.test(text), () => "Must not contain spaces, control or invisible characters"],
  [({ text }) => text.includes("\\"), () => "Must not contain backslashes"],
  [({ text }) => /[,;'"]/.test(text), () => "Must be one origin, without commas, semicolons or quotes"],
  [
    ({ text }) => text.toLowerCase() === "null",
    () =>
      "null is what browsers call a page without an origin, such as a file or a sandboxed frame: it cannot be listed",
  ],
  [({ text }) => text === "*", () => noWildcard],
  [
    // `localhost:3000` reads like a scheme.
    ({ scheme, slashes, authority }) => scheme === undefined || (!slashes && /^\d+$/.test(authority)),
    ({ live }) => `Must begin with ${live ? "https://" : "https:// or http://"}`,
  ],
  [({ scheme, live }) => live && scheme === "http", () => "Live origins must be https"],
  [
    ({ scheme }) => scheme !== "https" && scheme !== "http",
    ({ live }) => `The scheme must be ${live ? "https" : "https or http"}`,
  ],
  [({ slashes }) => !slashes, ({ scheme }) => `Must have two slashes after the scheme: ${scheme}://`],
  [({ authority }) => authority.includes("@"), () => "Must not have a user name or password"],
  [({ host }) => host === "", () => "Must name a host"],
  [({ rest }) => rest === "/", () => "Must end with the host or port: leave out the slash at the end"],
  [({ rest }) => rest.startsWith("/"), () => "Must not have a path: an origin is scheme, host and port"],
  [({ rest }) => rest.startsWith("?"), () => "Must not have a query: an origin is scheme, host and port"],
  [({ rest }) => rest.startsWith("#"), () => "Must not have a fragment: an origin is scheme, host and port"],
  [
    ({ authority, host }) => /[[\]]/.test(authority) || /^[\da-f.]*:[\da-f:.]*$/i.test(host),
    () => "Must not be an IPv6 address: browsers do not honour IPv6 in frame-ancestors. Use a host name",
  ],
  [({ host }) => host.includes("*"), () => noWildcard],
  [({ authority }) => authority.includes("%"), () => "Must not be percent-encoded: write the host as plain text"],
  [({ port }) => port !== undefined && !isPort(port), () => "The port must be a number from 1 to 65535"],
  [
    ({ host }) => host.includes("_"),
    () => "The host must not have an underscore: frame-ancestors cannot contain one. Serve the page under another name",
  ],
  [({ host }) => host.endsWith("."), () => "The host must not end with a dot"],
  [
    // ASCII only; other letters are checked once they are punycode.
    ({ host }) => /[^a-z0-9.\u0080-\u{10ffff}-]/iu.test(host),
    () => "The host may only have letters, digits, hyphens and dots",
  ],
];

const noWildcard = "Wildcards are not allowed: the journey opens only for exact origins. List each one";

function isPort(port: string): boolean {
  return /^[1-9]\d{0,4}$/.test(port) && Number(port) <= 65_535;
}
