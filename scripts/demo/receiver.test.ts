import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { signatureHeaders } from "@/lib/webhooks/outbound/sign-webhook";
import { startReceiver } from "./receiver.mjs";

const secret = `whsec_${Buffer.from("a secret of a marketplace").toString("base64")}`;
const former = `whsec_${Buffer.from("the secret before that one").toString("base64")}`;
const event = { event: "merchant.created", event_id: "evt_1", sequence: 1, merchant: { marketplace_id: "shop-1" } };

let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeEach(async () => {
  receiver = await startReceiver({ path: "/hook", secrets: [secret] });
});
afterEach(() => receiver.stop());

function signed(body: string, { secrets = [secret], at = new Date(), eventId = "evt_1" } = {}) {
  return signatureHeaders({ eventId, body, secrets, at });
}

async function deliver(body: string, headers: Record<string, string>) {
  return (await fetch(receiver.url, { method: "POST", body, headers })).status;
}

describe("the demo's receiver", () => {
  const body = JSON.stringify(event);

  it("takes what the service signs, once however often it comes", async () => {
    expect(await deliver(body, signed(body))).toBe(204);
    expect(await deliver(body, signed(body))).toBe(204);
    expect(receiver.of("shop-1")).toEqual([event]);
    expect(receiver.duplicates()).toBe(1);
    expect(receiver.unverified).toEqual([]);
  });

  it("takes either of two signatures while a rotation lasts", async () => {
    expect(await deliver(body, signed(body, { secrets: [former, secret] }))).toBe(204);
  });

  it("tells whoever waits", async () => {
    const waiting = receiver.until("shop-1", (payloads: unknown[]) => payloads.length === 1, 5_000);
    await deliver(body, signed(body));
    expect(await waiting).toBe(true);
  });

  const good = () => signed(body);
  it.each([
    ["signed with another secret", body, () => signed(body, { secrets: [former] })],
    ["a changed body", body.replace("shop-1", "shop-2"), good],
    ["not signed at all", body, () => ({})],
    ["an old delivery", body, () => signed(body, { at: new Date(Date.now() - 301_000) })],
    ["a delivery of the future", body, () => signed(body, { at: new Date(Date.now() + 302_000) })],
    ["wrong by the one scheme", body, () => ({ ...good(), "x-service-signature": `sha256=${"0".repeat(64)}` })],
    ["wrong by the other", body, () => ({ ...good(), "webhook-signature": `v1,${"A".repeat(43)}=` })],
    ["headers of another event", body, () => signed(body, { eventId: "evt_2" })],
  ])("keeps aside: %s", async (_, sent, headers) => {
    expect(await deliver(sent, headers())).toBe(401);
    expect(receiver.events()).toEqual([]);
    expect(receiver.unverified).toHaveLength(1);
  });
});
