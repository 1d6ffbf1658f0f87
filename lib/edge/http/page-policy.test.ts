import { describe, expect, test } from "vitest";
import { pageAt, pagePolicy } from "./page-policy";

const at = (address: string) => pageAt(new URL(address, "http://localhost:3000"));
const journey = (marketplaceId: string, environment: "test" | "live") => ({
  kind: "journey",
  asked: { marketplaceId, environment },
});

describe("pageAt", () => {
  test.each([
    ["/embed/mkt_1", journey("mkt_1", "test")],
    ["/embed/mkt_1/", journey("mkt_1", "test")],
    ["/embed/mkt_1?env=test", journey("mkt_1", "test")],
    ["/embed/mkt_1?env=live", journey("mkt_1", "live")],
    ["/embed/mkt_1?a=b&env=live#env=test", journey("mkt_1", "live")],
    ["/embed/mkt_1?ENV=live", journey("mkt_1", "test")],
    ["/embed/mkt_1?env=live&env=live", { kind: "journey", asked: null }],
    ["/embed/mkt_1?env=test&env=live", { kind: "journey", asked: null }],
    ["/embed/mkt_1?env=", { kind: "journey", asked: null }],
    ["/embed/mkt_1?env", { kind: "journey", asked: null }],
    ["/embed/mkt_1?env=LIVE", { kind: "journey", asked: null }],
    ["/embed/mkt_1?env=live%00", { kind: "journey", asked: null }],
    ["/embed/mkt_1?env=__proto__", { kind: "journey", asked: null }],
    ["/embed/mkt_1/below", { kind: "other" }],
    ["/embed/", { kind: "other" }],
    ["/embed", { kind: "other" }],
    ["/Embed/mkt_1", { kind: "other" }],
    ["/x/embed/mkt_1", { kind: "other" }],
    ["/demo", { kind: "host" }],
    ["/dashboard/test/getting-started", { kind: "host" }],
    ["/dashboards", { kind: "other" }],
    ["/demo/orders?a=b", { kind: "host" }],
    ["/demolition", { kind: "other" }],
    ["/?path=/demo", { kind: "other" }],
    ["/", { kind: "other" }],
  ])("%s", (address, page) => {
    expect(at(address)).toEqual(page);
  });
});

/** A policy by its directives. */
function directives(policy: string): Record<string, string> {
  return Object.fromEntries(policy.split("; ").map((one) => [one.split(" ", 1)[0], one.replace(/^\S+ /, "")]));
}

describe("pagePolicy", () => {
  const shop = "https://shop.example";
  const office = "http://127.0.0.1:5173";

  test.each([
    [[], "'none'"],
    [[shop], shop],
    [[shop, office], `${shop} ${office}`],
  ])("of a journey lets %j frame it and nobody else", (frameAncestors, shown) => {
    expect(directives(pagePolicy({ kind: "journey", frameAncestors }, "abc"))).toEqual({
      "default-src": "'none'",
      "script-src": "'self' 'nonce-abc' 'strict-dynamic'",
      "style-src": "'self' 'nonce-abc'",
      "img-src": "'self' data: https:",
      "font-src": "'self'",
      "connect-src": "'self'",
      "object-src": "'none'",
      "base-uri": "'none'",
      "form-action": "'none'",
      "frame-src": "'none'",
      "frame-ancestors": shown,
    });
  });

  const other = {
    "default-src": "'self'",
    "script-src": "'self' 'nonce-abc' 'strict-dynamic'",
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data:",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
  };

  test("of the demo lets it load the SDK and frame the journey, and nobody frame it", () => {
    const demo = { kind: "host", sdkUrl: "https://cdn.example/sdk", embedUrl: "https://apply.example" } as const;
    expect(directives(pagePolicy(demo, "abc"))).toEqual({
      ...other,
      "script-src": "'self' 'nonce-abc' 'strict-dynamic' https://cdn.example",
      "connect-src": "'self'",
      "frame-src": "'self' https://apply.example",
    });
  });

  test("of any other page lets nobody frame it", () => {
    expect(directives(pagePolicy({ kind: "other" }, "abc"))).toEqual(other);
  });
});

test("only a paper of a case may be framed by our own pages", () => {
  const paper = "/ops/live/kyc/mer_1/documents/doc_1/content";
  expect(at(paper)).toEqual({ kind: "paper" });
  for (const path of [`${paper}/more`, "/ops/live/kyc/mer_1/documents/doc_1", "/ops/live/kyc"]) {
    expect(at(path)).toEqual({ kind: "other" });
  }
  expect(pagePolicy({ kind: "paper" }, "n")).toMatch(/^default-src 'none';.*frame-ancestors 'self'$/);
  expect(pagePolicy({ kind: "other" }, "n")).toContain("frame-ancestors 'none'");
});
