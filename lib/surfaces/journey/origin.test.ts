import { describe, expect, test } from "vitest";
import { fc, proofCases } from "@/test/proof";
import { parseOrigin } from "./origin";

const longLabel = "a".repeat(63);

/** What is taken, and as what it is stored: for both environments when it is https, for test alone when it is http. */
const good: [given: string, stored?: string][] = [
  ["https://shop.example"],
  ["https://www.shop.example:8443"],
  ["https://SHOP.Example", "https://shop.example"],
  ["HTTPS://shop.example", "https://shop.example"],
  ["https://shop.example:443", "https://shop.example"],
  ["https://shop.example:80"],
  ["https://shop.example:1"],
  ["https://shop.example:65535"],
  ["https://münchen.example", "https://xn--mnchen-3ya.example"],
  ["https://MÜNCHEN.example", "https://xn--mnchen-3ya.example"],
  ["https://xn--mnchen-3ya.example"],
  ["https://XN--Mnchen-3Ya.example", "https://xn--mnchen-3ya.example"],
  ["https://faß.example", "https://xn--fa-hia.example"],
  ["https://ọjà.example:8443", "https://xn--j-sfa590u.example:8443"],
  ["https://例え。テスト", "https://xn--r8jz45g.xn--zckzah"],
  ["https://ｓｈｏｐ.example", "https://shop.example"],
  ["https://a-b--c.example"],
  ["https://3shops.example"],
  ["https://1e3.example"],
  ["https://shop"],
  ["https://203.0.113.7:8443"],
  ["https://localhost"],
  [`https://${longLabel}.example`],
  [`https://${[longLabel, longLabel, longLabel, "a".repeat(61)].join(".")}:65535`],
  ["http://shop.example"],
  ["http://shop.example:80", "http://shop.example"],
  ["http://shop.example:443"],
  ["http://localhost:3000"],
  ["http://LocalHost:3000", "http://localhost:3000"],
  ["http://127.0.0.1:3000"],
  ["http://192.168.1.20:5173"],
];

describe("parseOrigin takes", () => {
  test.each(good)("%j", (given, stored = given) => {
    expect(parseOrigin(given, "test")).toEqual({ origin: stored });
    const secure = given.toLowerCase().startsWith("https:");
    const live = secure ? { origin: stored } : { error: "Live origins must be https" };
    expect(parseOrigin(given, "live")).toEqual(live);
  });
});

const path = /have a path/;
const chars = /only have letters, digits, hyphens and dots/;
const separators = /without commas, semicolons or quotes/;
const invisible = /spaces, control or invisible/;
const scheme = /scheme must be https/;
const start = /^Must begin with https:/;
const ipv6 = /IPv6.*do not honour/;
const wildcard = /Wildcards are not allowed/;
const port = /port must be a number from 1 to 65535/;
const asAddress = /would read this host as the address/;
const host = /^Must name a valid host$/;

/** What is refused, in either environment, and the words by which a developer knows why. */
const bad: [given: string, error: RegExp][] = [
  ["", /empty/],
  ["null", /without an origin/],
  ["*", wildcard],
  ["shop.example", start],
  ["www.shop.example/path", start],
  ["//shop.example", start],
  ["localhost:3000", start],
  ["shop.example:443", start],
  ["://shop.example", start],
  ["'self'", separators],
  ["ftp://shop.example", scheme],
  ["ws://shop.example", scheme],
  ["file:///etc/hosts", scheme],
  ["data:text/html", scheme],
  ["data:text/html,<p>", separators],
  ["javascript:alert(1)", scheme],
  ["blob:https://shop.example", scheme],
  ["about:blank", scheme],
  ["chrome-extension://abcdefghijklmnop", scheme],
  ["https:shop.example", /two slashes/],
  ["https:/shop.example", /two slashes/],
  ["https:443", start],
  ["https://", /name a host/],
  ["https:///shop.example", /name a host/],
  ["https://:443", /name a host/],
  ["https://?", /name a host/],
  ["https://shop.example/", /leave out the slash/],
  ["https://shop.example//", path],
  ["https://shop.example/checkout", path],
  ["https://shop.example/?a=b", path],
  ["https://shop.example?", /query/],
  ["https://shop.example?a=b", /query/],
  ["https://shop.example#", /fragment/],
  ["https://shop.example#top", /fragment/],
  ["https://user@shop.example", /user name or password/],
  ["https://user:secret@shop.example", /user name or password/],
  ["https://@shop.example", /user name or password/],
  ["https://shop.example@evil.example", /user name or password/],
  ["https://*.shop.example", wildcard],
  ["https://*", wildcard],
  ["https://shop.*", wildcard],
  ["https://shop.example:*", port],
  ["https://[::1]", ipv6],
  ["https://[2001:db8::1]:8443", ipv6],
  ["https://::1", ipv6],
  ["https://shop.example:0", port],
  ["https://shop.example:65536", port],
  ["https://shop.example:99999999", port],
  ["https://shop.example:", port],
  ["https://shop.example:0443", port],
  ["https://shop.example:-1", port],
  ["https://shop.example:https", port],
  ["https://shop.example:٨٠", port],
  ["https://shop:80:80", chars],
  [" https://shop.example", invisible],
  ["https://shop.example ", invisible],
  ["https://shop .example", invisible],
  ["https://shop.example https://evil.example", invisible],
  ["https://shop.example\n", invisible],
  ["https://shop.example\r\nX-Injected: 1", invisible],
  ["https://shop\t.example", invisible],
  ["https://shop.example\u0000", invisible],
  ["https://shop\u00a0.example", invisible],
  ["https://sh\u00adop.example", invisible],
  ["https://sh\u200bop.example", invisible],
  ["https://shop\ud800.example", invisible],
  ["https://shop.example;script-src", separators],
  ["https://shop.example;", separators],
  ["https://shop.example,https://evil.example", separators],
  ["https://shop'.example", separators],
  ['https://shop".example', separators],
  ["https://shop<.example", chars],
  ["https://shop$.example", chars],
  ["https://shop!.example", chars],
  ["https://(shop).example", chars],
  ["https://shop|.example", chars],
  ["https://{shop}.example", chars],
  ["https:\\\\shop.example", /backslash/],
  ["https://shop.example\\evil", /backslash/],
  ["https://shop%2eexample", /percent/],
  ["https://%73hop.example", /percent/],
  ["https://shop.example%00", /percent/],
  ["https://my_shop.example", /underscore/],
  ["https://shop.example.", /end with a dot/],
  ["https://shop.example.:8443", /end with a dot/],
  ["https://shop..example", host],
  ["https://.shop.example", host],
  ["https://shop。", host],
  // Punycode that stands for nothing, for ASCII alone, for what no name may have, for what is written in another way.
  ["https://xn--a.example", host],
  ["https://xn--a", host],
  ["https://shop.XN--A.example:8443", host],
  ["https://xn--.example", host],
  ["https://xn--99999999.example", host],
  ["https://xn--shop-.example", host],
  ["https://xn--ab-j1t.example", host],
  ["https://xn--Mnchen-3Ya.xn--0.example", host],
  [`https://${"a".repeat(64)}.example`, host],
  [`https://${"é".repeat(60)}.example`, host],
  [`https://${[longLabel, longLabel, longLabel, "a".repeat(62)].join(".")}`, host],
  [`https://${"a.".repeat(200)}example`, /at most 267 characters/],
  ["https://256.1.1.1", host],
  ["https://1.2.3.4.5", host],
  ["https://shop.1", host],
  ["https://１/２.example", path],
  ["https://１／２.example", host],
  ["https://shop＊.example", host],
  ["https://shop＿a.example", host],
  ["https://shop；a.example", host],
  ["https://127.1", asAddress],
  ["https://0x7f.1", asAddress],
  ["https://2130706433", asAddress],
  ["https://0177.0.0.1", asAddress],
  ["https://１２７.0.0.1", asAddress],
  ["https://0", asAddress],
];

describe.each(["test", "live"] as const)("parseOrigin refuses for %s", (environment) => {
  test.each(bad)("%j", (given, error) => {
    expect(parseOrigin(given, environment)).toEqual({ error: expect.stringMatching(error) });
  });
});

test("what to write instead of an address that browsers rewrite", () => {
  expect(parseOrigin("http://127.1:3000", "test")).toEqual({
    error: "Browsers would read this host as the address 127.0.0.1: write that, or use a name",
  });
});

describe("whatever text comes", () => {
  const nasty = fc.constantFrom(
    ...";,'\"*\\/@%?#[]_.: \t\n\u0000<>()-",
    "//",
    "::",
    "https:",
    "null",
    "ß",
    "。",
    "０",
    "é",
  );
  const hostChar = fc.constantFrom(..."abcxyz019-.");
  const sound = fc
    .tuple(
      fc.constantFrom("https", "http", "HTTPS"),
      fc.string({ unit: hostChar, minLength: 1, maxLength: 12 }),
      fc.option(fc.integer({ min: 0, max: 70_000 })),
    )
    .map(([name, domain, at]) => `${name}://${domain}.example${at === null ? "" : `:${at}`}`);
  const spoiled = fc
    .tuple(sound, nasty, fc.nat(40))
    .map(([text, bit, at]) => text.slice(0, at % (text.length + 1)) + bit + text.slice(at % (text.length + 1)));
  const anything = fc.oneof(sound, spoiled, fc.webUrl(), fc.string({ unit: "binary" }), fc.string({ unit: nasty }));

  test("what is taken is what browsers call that origin, and cannot break out of the header", () => {
    let taken = 0;
    fc.assert(
      fc.property(anything, fc.constantFrom("test", "live"), (text, environment) => {
        const parsed = parseOrigin(text, environment);
        if ("error" in parsed) {
          expect(parsed.error).toMatch(/^[\x20-\x7e]{10,}$/);
          return;
        }
        taken += 1;
        expect(parsed.origin).toBe(new URL(text).origin);
        expect(parsed.origin).toMatch(/^https?:\/\/[a-z0-9.-]+(:\d+)?$/);
        if (environment === "live") expect(parsed.origin).toMatch(/^https:/);
      }),
    );
    // Otherwise nothing was shown.
    expect(taken).toBeGreaterThan(proofCases / 10);
  });

  test("an origin as it is stored stays what it is", () => {
    fc.assert(
      fc.property(anything, (text) => {
        const parsed = parseOrigin(text, "test");
        if ("origin" in parsed) expect(parseOrigin(parsed.origin, "test")).toEqual(parsed);
      }),
    );
  });

  test("what is taken for live is taken for test too", () => {
    fc.assert(
      fc.property(anything, (text) => {
        const live = parseOrigin(text, "live");
        if ("origin" in live) expect(parseOrigin(text, "test")).toEqual(live);
      }),
    );
  });
});
