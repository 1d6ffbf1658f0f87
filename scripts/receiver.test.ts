import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { later } from "@/lib/kernel/calendar";
import { signatureHeaders } from "@/lib/platform/messages/webhooks/sign-webhook";
import { now } from "@/test/time";
import { startReceiver } from "./receiver.mjs";

const secret = `whsec_${Buffer.from("a secret of a marketplace").toString("base64")}`;
const former = `whsec_${Buffer.from("the secret before that one").toString("base64")}`;
const event = { event: "merchant.created", event_id: "evt_1", sequence: 1, merchant: { marketplace_id: "shop-1" } };
const body = JSON.stringify(event);

let receiver: Awaited<ReturnType<typeof startReceiver>>;
let secrets: string[];
beforeEach(async () => {
  secrets = [secret];
  receiver = await startReceiver({ path: "/here", secrets });
});
afterEach(() => receiver.stop());

function signed(content = body, { secrets = [secret], at = now(), eventId = "evt_1" } = {}) {
  return signatureHeaders({ eventId, body: content, secrets, at });
}

async function deliver(content: string, headers: Record<string, string>) {
  return (await fetch(receiver.url, { method: "POST", body: content, headers })).status;
}

describe("what is genuine", () => {
  it("is acknowledged, and an event counted once however often it comes", async () => {
    expect(await deliver(body, signed())).toBe(204);
    expect(await deliver(body, signed())).toBe(204);
    expect(receiver.of("shop-1")).toEqual([event]);
    expect(receiver.of("shop-2")).toEqual([]);
    expect(receiver.deliveries).toMatchObject([{ eventId: "evt_1" }, { eventId: "evt_1" }]);
    expect(receiver.forged()).toEqual([]);
  });

  it("may be signed with either of two secrets while a rotation lasts", async () => {
    expect(await deliver(body, signed(body, { secrets: [former, secret] }))).toBe(204);
    secrets.push(former);
    expect(await deliver(body, signed(body, { secrets: [former] }))).toBe(204);
  });

  it("comes in the order of its merchant's events", async () => {
    const later = { ...event, event_id: "evt_2", sequence: 2 };
    for (const one of [later, event]) {
      const content = JSON.stringify(one);
      await deliver(content, signed(content, { eventId: one.event_id }));
    }
    expect(receiver.of("shop-1")).toEqual([event, later]);
  });
});

const good = () => signed();
it.each([
  ["signed with another secret", body, () => signed(body, { secrets: [former] })],
  ["a changed body", body.replace("shop-1", "shop-2"), good],
  ["not signed at all", body, () => ({})],
  ["an old delivery", body, () => signed(body, { at: later(now(), -301_000) })],
  ["a delivery of the future", body, () => signed(body, { at: later(now(), 302_000) })],
  ["wrong by the one scheme", body, () => ({ ...good(), "x-service-signature": `sha256=${"0".repeat(64)}` })],
  ["wrong by the other", body, () => ({ ...good(), "webhook-signature": `v1,${"A".repeat(43)}=` })],
  ["headers of another event", body, () => signed(body, { eventId: "evt_2" })],
  ["no event", "{}", () => signed("{}")],
])("is not genuine: %s", async (_, sent, headers) => {
  expect(await deliver(sent, headers())).toBe(401);
  expect(receiver.of("shop-1")).toEqual([]);
  expect(receiver.forged()).toMatchObject([{ body: sent, flaw: expect.any(String) }]);
});

describe("waiting for a merchant's events", () => {
  const one = (events: unknown[]) => events.length === 1;

  it("ends when they are there", async () => {
    const waiting = receiver.until("shop-1", one, 5_000);
    await deliver(body, signed());
    expect(await waiting).toBe(true);
    expect(await receiver.until("shop-1", one, 5_000)).toBe(true);
  });

  it("ends at its limit, and by its signal", async () => {
    expect(await receiver.until("shop-1", one, 10)).toBe(false);
    const ending = new AbortController();
    const waiting = receiver.until("shop-1", one, 5_000, ending.signal);
    ending.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
  });
});

it("answers as it is told, and verifies nothing then unless it has secrets", async () => {
  await receiver.stop();
  receiver = await startReceiver({ answer: (_, response, count) => response.writeHead(count < 2 ? 500 : 200).end() });
  expect([await deliver("{", {}), await deliver("{", {})]).toEqual([500, 200]);
  expect(receiver.forged()).toEqual([]);
});
