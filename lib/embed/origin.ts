import { toASCII } from "tr46";

/** Scheme, host and port in the form in which browsers name an origin, or what is wrong with the text in words for its sender. */
export type ParsedOrigin = { origin: string } | { error: string };

/** The longest host name (RFC 1035), with its scheme and port. */
const longest = "https://".length + 253 + ":65535".length;

/** A text in the parts of a URL, before anything is made of it: what a part was, not what a browser would mend it to. */
type Parts = {
  text: string;
  /** In lower case; undefined where there is none. */
  scheme: string | undefined;
  slashes: boolean;
  authority: string;
  host: string;
  /** Undefined without a colon, empty with nothing behind it. */
  port: string | undefined;
  /** Path, query and fragment. */
  rest: string;
  live: boolean;
};

/**
 * An origin that may frame the hosted journey, as it is stored: host in lower case and as punycode, default port left out.
 * It goes into a header that browsers split at blanks, semicolons and commas, so nothing gets through that is not spelled
 * out in `canonical`.
 */
export function parseOrigin(text: string, environment: "test" | "live"): ParsedOrigin {
  const parts = partsOf(text, environment === "live");
  const fault = faults.find(([holds]) => holds(parts));
  if (fault) return { error: fault[1](parts) };
  const host = toASCII(parts.host, asInUrls);
  if (!host || !canonical.test(host)) return { error: "Must name a valid host" };
  if (endsInNumber.test(host)) {
    const address = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : null;
    if (!address) return { error: "Must name a valid host" };
    if (address !== parts.host) {
      return { error: `Browsers would read this host as the address ${address}: write it so, or use a name` };
    }
  }
  return { origin: `${parts.scheme}://${host}${portOf(parts)}` };
}

/**
 * How the URL standard turns a name into ASCII (UTS 46), and the lengths of DNS besides. The parsers of some Node versions
 * take punycode that stands for nothing; whether a name is valid must not depend on where we run.
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

/** As an origin has it: none when it is the scheme's own. */
function portOf({ scheme = "", port }: Parts): string {
  return port === undefined || Number(port) === defaultPorts[scheme] ? "" : `:${port}`;
}

function partsOf(text: string, live: boolean): Parts {
  const [, scheme, slashes, authority = "", rest = ""] =
    /^(?:([a-z][a-z0-9+.-]*):)?(\/\/)?([^/?#]*)(.*)$/is.exec(text.slice(0, longest + 1)) ?? [];
  const [, host = authority, port] = /^(.*):([^:]*)$/s.exec(authority) ?? [];
  return { text, scheme: scheme?.toLowerCase(), slashes: slashes !== undefined, authority, host, port, rest, live };
}

/** What can be wrong, in the order in which it is told: a text gets the first that holds. */
const faults: [holds: (parts: Parts) => boolean, error: (parts: Parts) => string][] = [
  [({ text }) => text === "", () => "Must not be empty"],
  [({ text }) => text.length > longest, () => `Must be at most ${longest} characters`],
  [({ text }) => /[\p{C}\p{Z}]/u.test(text), () => "Must not contain spaces, control or invisible characters"],
  [({ text }) => text.includes("\\"), () => "Must not contain backslashes"],
  [({ text }) => /[,;'"]/.test(text), () => "Must be one origin, without commas, semicolons and quotes"],
  [
    ({ text }) => text.toLowerCase() === "null",
    () =>
      "null is what browsers call a page without an origin, such as a file or a sandboxed frame: it cannot be named",
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
    () => "IPv6 addresses are not possible: browsers do not honour them in frame-ancestors. Use a host name",
  ],
  [({ host }) => host.includes("*"), () => noWildcard],
  [({ authority }) => authority.includes("%"), () => "Must not be percent-encoded: write the host as it reads"],
  [({ port }) => port !== undefined && !isPort(port), () => "The port must be a number from 1 to 65535"],
  [
    ({ host }) => host.includes("_"),
    () => "The host must not have an underscore: frame-ancestors cannot name it. Serve the page under another name",
  ],
  [({ host }) => host.endsWith("."), () => "The host must not end with a dot"],
  [
    // Of ASCII; what other letters become is told after they have become it.
    ({ host }) => /[^a-z0-9.\u0080-\u{10ffff}-]/iu.test(host),
    () => "The host may have letters, digits, hyphens and dots only",
  ],
];

const noWildcard = "Wildcards are not honoured: the journey opens for exact origins alone. Name each one by itself";

function isPort(port: string): boolean {
  return /^[1-9]\d{0,4}$/.test(port) && Number(port) <= 65_535;
}
