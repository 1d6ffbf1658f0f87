import { createHmac } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it, test } from "vitest";
import { db } from "@/db/client";
import { apiSecrets, marketplaces } from "@/db/schema/marketplaces";
import type { Tenant } from "@/lib/kernel/actor";
import { day, hour, later, second } from "@/lib/kernel/calendar";
import { CodedError } from "@/lib/kernel/errors";
import { rotateApiSecret } from "@/lib/parties/marketplaces/rotate-api-secret";
import { useDatabase } from "@/test/database";
import { apiSecretOf, signedWebhook } from "@/test/factories/inbound";
import { sandboxActor } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { type Instant, instant } from "@/test/time";
import { problemHeaders, toProblem } from "./problem";
import { webhookSignature } from "./webhook-signature";

useDatabase();

const at = instant("2026-03-01T12:00:00Z");
let shop: TestMarketplace;
let stranger: TestMarketplace;
let secret = "";
beforeAll(async () => {
  shop = await createMarketplace({ live: true });
  stranger = await createMarketplace();
  secret = await first(shop.test);
});

async function first(tenant: Tenant, realNow = at): Promise<string> {
  return (await rotateApiSecret({ actor: sandboxActor(tenant), input: {}, realNow })).apiSecret;
}

const event = {
  event: "repayment.deducted",
  event_id: "evt-1",
  marketplace: { id: "mkt", name: "Bọ́lá & Sons — ₦ 🍲" },
  deduction: { amount: 1500.25 },
};

type Signed = ReturnType<typeof signedWebhook>;
const sign = (over: Partial<Parameters<typeof signedWebhook>[0]> = {}): Signed =>
  signedWebhook({ secret, marketplaceId: shop.marketplaceId, body: event, at, ...over });

/** Who it says it was, or the error. */
async function verify({ headers, raw }: Signed, now = at): Promise<unknown> {
  const request = new Request("http://localhost/", { method: "POST", headers });
  try {
    return await webhookSignature.authenticate(request, now, Buffer.from(raw));
  } catch (error) {
    return error;
  }
}

const without = ({ headers, raw }: Signed, name: string): Signed => {
  const { [name]: _, ...rest } = headers;
  return { headers: rest, raw };
};
const withHeader = ({ headers, raw }: Signed, name: string, value: string): Signed => ({
  headers: { ...headers, [name]: value },
  raw,
});
const signature = "x-marketplace-signature";
const timestamp = "x-marketplace-timestamp";
const id = "x-marketplace-id";

const testActor = () => ({ actor: { kind: "webhook", tenant: shop.test }, clockAhead: 0 });
const refused = expect.objectContaining({ code: "UNAUTHENTICATED" });

describe("what is signed are the bytes", () => {
  it("takes any bytes that are signed as they are sent", async () => {
    const spread = JSON.stringify(event, null, 2);
    const reordered = JSON.stringify(Object.fromEntries(Object.entries(event).reverse()));
    const escaped = JSON.stringify(event).replaceAll(/[^\x20-\x7e]/g, (one) => {
      return `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`;
    });
    const bom = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(spread)]);
    const bodies = [
      event,
      spread,
      `${spread}\r\n\t `,
      reordered,
      escaped,
      bom,
      Buffer.from([0xff, 0x00, 0xfe]),
      "",
      "no JSON",
    ];
    for (const body of bodies) expect(await verify(sign({ body }))).toEqual(testActor());
  });

  it("takes a captured delivery: fixed bytes, a digest made elsewhere", async () => {
    const raw = Buffer.from('{"event_id":"evt-1","name":"B\u1ecd\u0301l\u00e1"}');
    const text = Buffer.concat([Buffer.from("1772366400."), raw]);
    const digest = createHmac("sha256", Buffer.from(secret, "utf8")).update(text).digest("hex");
    const headers = { [signature]: `sha256=${digest}`, [timestamp]: "1772366400", [id]: shop.marketplaceId };
    expect(await verify({ headers, raw })).toEqual(testActor());
    const upper = { ...headers, [signature]: `sha256=${digest.toUpperCase()}` };
    expect(await verify({ headers: upper, raw })).toEqual(testActor());
  });

  it("refuses other bytes under the signature of the first, however alike they are as JSON", async () => {
    const { headers, raw } = sign();
    const text = String(raw);
    const others = [
      JSON.stringify(event, null, 2),
      `${text} `,
      `\n${text}`,
      `\ufeff${text}`,
      JSON.stringify(Object.fromEntries(Object.entries(event).reverse())),
      text.normalize("NFD"),
      text.normalize("NFC"),
      text.replace("1500.25", "1500.250"),
      text.replace("1500.25", "9500.25"),
      text.replace("₦", "\\u20a6"),
      text.slice(0, -1),
      "",
    ].filter((other) => other !== text);
    expect(others.length).toBeGreaterThan(10);
    for (const other of others) expect(await verify({ headers, raw: other }), other).toEqual(refused);
  });
});

describe("the time of sending", () => {
  it.each([
    [-300, true],
    [-301, false],
    [300, true],
    [301, false],
    [-86_400, false],
    [86_400, false],
  ])("%i s from ours: taken is %s", async (seconds, taken) => {
    const sent = sign({ at: later(at, seconds * second) });
    expect(await verify(sent)).toEqual(taken ? testActor() : refused);
  });

  it("is part of what is signed", async () => {
    const old = sign({ at: later(at, -hour) });
    expect(await verify(old)).toEqual(refused);
    expect(await verify(withHeader(old, timestamp, String(at.getTime() / 1000)))).toEqual(refused);
  });

  it("is real time, whatever the sandbox's clock shows", async () => {
    const moved = await createMarketplace({ live: true });
    const own = { test: await first(moved.test), live: await first(moved.live) };
    await db().update(marketplaces).set({ testClockAhead: day }).where(eq(marketplaces.id, moved.marketplaceId));
    const { marketplaceId } = moved;
    const sent = sign({ secret: own.test, marketplaceId });
    expect(await verify(sent)).toEqual({ actor: { kind: "webhook", tenant: moved.test }, clockAhead: day });
    expect(await verify(sign({ secret: own.test, marketplaceId, at: later(at, day) }))).toEqual(refused);
    const live = await verify(sign({ secret: own.live, marketplaceId }));
    expect(live).toEqual({ actor: { kind: "webhook", tenant: moved.live }, clockAhead: 0 });
  });
});

describe("the secret that verifies", () => {
  it("selects the environment, and nothing else does", async () => {
    const live = await first(shop.live);
    expect(live).toMatch(/^apisec_live_\w{39}$/);
    expect(secret).toMatch(/^apisec_test_\w{39}$/);
    const actor = { kind: "webhook", tenant: shop.live };
    const body = { ...event, environment: "test" };
    expect(await verify(sign({ secret: live, body }))).toEqual({ actor, clockAhead: 0 });
    expect(await verify(sign({ body: { ...event, environment: "live" } }))).toEqual(testActor());
  });

  it("is live only once the marketplace is, which nobody learns without it", async () => {
    const live = await first(stranger.live);
    const { marketplaceId } = stranger;
    expect(await verify(sign({ secret: live, marketplaceId }))).toMatchObject({ code: "MARKETPLACE_NOT_LIVE" });
    expect(await verify(sign({ secret: `${live}x`, marketplaceId }))).toEqual(refused);
    const stale = sign({ secret: live, marketplaceId, at: later(at, -hour) });
    expect(await verify(stale)).toEqual(refused);
  });

  it("is the old one too for 24 hours of real time after a rotation, unless that was immediate", async () => {
    const { test: tenant, marketplaceId } = await createMarketplace();
    const one = await first(tenant);
    const two = await first(tenant, later(at, hour));
    const holds = async (which: string, now: Instant) =>
      !((await verify(sign({ secret: which, marketplaceId, at: now }), now)) instanceof CodedError);
    const end = later(at, hour + day);
    for (const now of [later(at, hour), later(end, -1)])
      expect([await holds(one, now), await holds(two, now)]).toEqual([true, true]);
    expect([await holds(one, end), await holds(two, end)]).toEqual([false, true]);
    // The next rotation ends the one before the one before.
    const three = await first(tenant, later(at, 2 * hour));
    const now = later(at, 2 * hour);
    expect([await holds(one, now), await holds(two, now), await holds(three, now)]).toEqual([false, true, true]);
    const actor = sandboxActor(tenant);
    const { apiSecret: four, previousValidUntil } = await rotateApiSecret({
      actor,
      input: { immediate: true },
      realNow: now,
    });
    expect(previousValidUntil).toBeNull();
    expect([await holds(two, now), await holds(three, now), await holds(four, now)]).toEqual([false, false, true]);
  });

  it("is the marketplace's own: another's delivery cannot be passed off, in either direction", async () => {
    const other = await createMarketplace();
    const theirs = await first(other.test);
    const delivery = sign({ secret: theirs, marketplaceId: other.marketplaceId });
    expect(await verify(delivery)).toMatchObject({ actor: { tenant: other.test } });
    expect(await verify(withHeader(delivery, id, shop.marketplaceId))).toEqual(refused);
    expect(await verify(withHeader(sign(), id, other.marketplaceId))).toEqual(refused);
  });

  it("is stored encrypted", async () => {
    await apiSecretOf(shop.test);
    const rows = JSON.stringify(await db().select().from(apiSecrets));
    expect(rows).not.toContain(secret.slice("apisec_test_".length, -7));
  });
});

describe("every failure", () => {
  const failures: [string, () => Signed][] = [
    ["a wrong secret", () => sign({ secret: "apisec_test_0" })],
    ["the secret without its prefix", () => sign({ secret: secret.slice("apisec_test_".length) })],
    ["no secret", () => sign({ secret: "" })],
    ["the words of the dummy", () => sign({ secret: "none", marketplaceId: "mkt_00000000000000000000000000" })],
    ["an old timestamp", () => sign({ at: later(at, -hour) })],
    ["a future timestamp", () => sign({ at: later(at, hour) })],
    ["an unknown marketplace", () => sign({ marketplaceId: "mkt_00000000000000000000000000" })],
    ["a marketplace without secrets", () => sign({ marketplaceId: stranger.marketplaceId })],
    ["no marketplace", () => without(sign(), id)],
    ["something else as a marketplace", () => sign({ marketplaceId: `mkt_'; -- ${"x".repeat(4000)}` })],
    ["bytes as a marketplace", () => sign({ marketplaceId: "mkt_\u00ff\u0080" })],
    ["two marketplaces", () => withHeader(sign(), id, `${shop.marketplaceId}, ${shop.marketplaceId}`)],
    ["no timestamp", () => without(sign(), timestamp)],
    ["no signature", () => without(sign(), signature)],
    ["an empty signature", () => withHeader(sign(), signature, "")],
    ["a signature of nothing", () => withHeader(sign(), signature, "sha256=")],
    ["zeros", () => withHeader(sign(), signature, `sha256=${"0".repeat(64)}`)],
    ["zeros and no timestamp", () => without(withHeader(sign(), signature, `sha256=${"0".repeat(64)}`), timestamp)],
    [
      "another digest's name",
      () => withHeader(sign(), signature, String(sign().headers[signature]).replace("256", "512")),
    ],
    ["no digest's name", () => withHeader(sign(), signature, String(sign().headers[signature]).slice(7))],
    ["a digit too few", () => withHeader(sign(), signature, String(sign().headers[signature]).slice(0, -1))],
    ["a digit too many", () => withHeader(sign(), signature, `${sign().headers[signature]}0`)],
    [
      "two signatures",
      () => withHeader(sign(), signature, `${sign().headers[signature]},${sign().headers[signature]}`),
    ],
    ...["", "now", "1e9", "-1772366400", "1772366400.0", "1772366400000", "+1772366400", "0x69a4", "9".repeat(400)].map(
      (sent): [string, () => Signed] => [
        `the timestamp ${sent.slice(0, 20)}`,
        () => withHeader(sign(), timestamp, sent),
      ],
    ),
  ];

  test.each(failures)("%s is answered like any other", async (_, make) => {
    const none = await verify({ headers: {}, raw: "{}" });
    const error = await verify(make());
    expect(toProblem(error, "r")).toEqual(toProblem(none, "r"));
    expect(problemHeaders(error)).toEqual(problemHeaders(none));
    expect(toProblem(error, "r")).toMatchObject({ status: 401, code: "UNAUTHENTICATED" });
  });

  it("says what is signed, and with what", async () => {
    const error = await verify(sign({ secret: "another" }));
    expect(toProblem(error, "r").detail).toMatch(/X-Marketplace-Timestamp>\.<body>.*byte for byte.*Unix seconds/);
    expect(problemHeaders(error)["www-authenticate"]).toBe('HMAC-SHA256 header="X-Marketplace-Signature"');
  });
});
