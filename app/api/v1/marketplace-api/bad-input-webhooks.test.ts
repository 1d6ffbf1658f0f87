import { beforeAll, describe, expect, it } from "vitest";
import { call } from "@/test/call-route";
import { expectRefusal, holdsContract, password } from "@/test/contract/suite";
import { also, list, moment, never, nullable, oneOf, optional, refusing, required, value } from "@/test/contract/table";
import { useDatabase } from "@/test/database";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { createEndpoint } from "@/test/factories/webhook";
import { POST as redeliverEvents } from "./events/redeliver/route";
import { GET as listEvents } from "./events/route";
import { PUT as putWebhook } from "./webhook/route";

useDatabase();

let shop: TestMarketplace;
beforeAll(async () => {
  shop = await createMarketplace({ live: true });
  await createEndpoint(shop.test, "https://example.com/hooks");
  await createEndpoint(shop.live, "https://example.com/hooks");
});

const malformedUrls = [
  value("null", null),
  value("a number", 7),
  value("a boolean", true),
  value("a list", ["https://example.com/hooks"]),
  value("an object", {}),
  ...["", "example.com/hooks", "//example.com/hooks", "/hooks", "https://", "https:// example.com"].map((one) =>
    value(one || "empty", one),
  ),
  value("credentials", `https://ada:${password}@example.com/hooks`),
  value("a fragment", "https://example.com/hooks#part"),
  value("a backslash", "https://example.com\\@evil.example/hooks"),
  value("any host", "https://*.example.com/hooks"),
  value("a NUL byte in it", "https://example.com/\u0000hooks"),
  value("a line break in it", "https://example.com/\r\nhooks"),
  value("half a surrogate pair", "https://example.com/\ud83d"),
  value("too long (2049)", `https://example.com/${"x".repeat(2029)}`),
  value("far too long (100,000)", `https://example.com/${"x".repeat(100_000)}`),
];

const otherSchemes = ["ftp://example.com", "file:///etc/passwd", "data:text/plain,hi", "javascript:alert(1)"].map(
  (one) => value(one, one),
);

/** Addresses that nobody outside this machine and its network can be reached at. */
const privateUrls = [
  "https://10.0.0.1/hooks",
  "https://192.168.1.1/hooks",
  "https://172.16.0.1/hooks",
  "https://169.254.169.254/latest/meta-data",
  "https://100.64.0.1/hooks",
  "https://0.0.0.0/hooks",
  "https://[fd00::1]/hooks",
  "https://[fe80::1]/hooks",
  "https://[::ffff:10.0.0.1]/hooks",
  "https://0xa000001/hooks",
  "https://167772161/hooks",
].map((one) => value(one, one));

const loopbackUrls = [
  "https://127.0.0.1/hooks",
  "https://localhost/hooks",
  "https://[::1]/hooks",
  "https://2130706433/",
];
const publicUrls = [
  value("a port, a path and a query", "https://example.com:8443/hooks/mfis?shop=1"),
  value("as long as allowed (2048)", `https://example.com/${"x".repeat(2028)}`),
  value("an international name", "https://bücher.example/hooks"),
];

const eventNames = [
  "merchant.created",
  "kyc.submitted",
  "kyc.approved",
  "kyc.rejected",
  "funding_request.created",
  "funding_request.fulfilled",
  "funding_request.rejected",
  "loan.approved",
];
const events = also(nullable(list), {
  refused: [value("empty", [])],
  accepted: [value("all by name", eventNames), value("one", ["loan.approved"])],
});

holdsContract({
  operation: "PUT /webhook (test)",
  route: putWebhook,
  method: "PUT",
  key: () => shop.testKey,
  body: () => ({ url: "https://example.com/hooks", events: ["kyc.approved", "kyc.rejected"] }),
  fields: [
    required("url", {
      refused: malformedUrls,
      accepted: [
        ...publicUrls,
        ...loopbackUrls.map((one) => value(one, one)),
        value("http", "http://localhost:4000/hooks"),
      ],
    }),
    optional("events", events),
    { path: "events.1", ...refusing(oneOf(...eventNames)) },
  ],
  beyondSchema: [never("url", [...otherSchemes, ...privateUrls])],
});

holdsContract({
  operation: "PUT /webhook (live)",
  route: putWebhook,
  method: "PUT",
  key: () => shop.liveKey,
  body: () => ({ url: "https://example.com/hooks" }),
  fields: [required("url", { refused: malformedUrls, accepted: publicUrls })],
  beyondSchema: [
    never("url", [
      ...otherSchemes,
      ...privateUrls,
      ...[...loopbackUrls, "http://example.com/hooks"].map((one) => value(one, one)),
    ]),
  ],
});

holdsContract({
  operation: "POST /events/redeliver",
  route: redeliverEvents,
  key: () => shop.testKey,
  body: () => ({ from: "2024-01-10T00:00:00Z", to: "2026-01-10T00:00:00Z", deliveryStatus: "FAILED" }),
  fields: [
    required("from", refusing(moment)),
    required(
      "to",
      refusing(
        also(moment, {
          refused: [value("not after from", "2024-01-10T00:00:00Z"), value("before from", "2024-01-09T00:00:00Z")],
        }),
      ),
    ),
    optional("deliveryStatus", oneOf("PENDING", "DELIVERED", "FAILED", "NOT_SENT")),
  ],
});

describe("GET /events refuses", () => {
  it.each([
    ["limit", "0"],
    ["limit", "101"],
    ["limit", "-1"],
    ["limit", "1.5"],
    ["limit", "ten"],
    ["limit", ""],
    ["limit", "1e400"],
    ["limit", "9".repeat(400)],
    ["event", "loan.unknown"],
    ["event", ""],
    ["event", "kyc.approved%00"],
    ["merchantId", ""],
    ["merchantId", "a%00b"],
    ["merchantId", "x".repeat(256)],
    ["deliveryStatus", "LOST"],
    ["deliveryStatus", "failed"],
    ["startingAfter", "mer_01"],
    ["startingAfter", ""],
    ["startingAfter", "evt_%00"],
    ["startingAfter", `evt_${"x".repeat(256)}`],
    ["endingBefore", "01"],
    ["endingBefore", "evt_%00"],
    ["endingBefore", `evt_${"x".repeat(100_000)}`],
  ])("%s = %.20s", async (name, given) => {
    expectRefusal(await call(listEvents, { key: shop.testKey, path: `/events?${name}=${given}` }), name);
  });

  it.each(["limit=1", "limit=100", "merchantId=%F0%9F%8D%B2", "event=kyc.approved&deliveryStatus=FAILED", "unknown=1"])(
    "but takes %s",
    async (query) => {
      expect(await call(listEvents, { key: shop.testKey, path: `/events?${query}` })).toMatchObject({ status: 200 });
    },
  );
});
