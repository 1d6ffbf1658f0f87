import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { newWebhookSecret } from "@/lib/kernel/crypto";
import { instant, now } from "@/test/time";
import { signatureHeaders } from "./sign-webhook";

const body = '{"event":"merchant.created","name":"Bọ́lá — ₦"}';
const secret = newWebhookSecret();
const old = newWebhookSecret();

function headers(secrets: string[], at = now()) {
  return signatureHeaders({ eventId: "evt_1", body, secrets, at });
}

describe("signatureHeaders", () => {
  it("is verified by the Standard Webhooks library", () => {
    expect(new Webhook(secret).verify(body, headers([secret]))).toEqual(JSON.parse(body));
  });

  it("mirrors the inbound scheme: hex over timestamp, dot, body, keyed by the whole secret", () => {
    const at = instant("2026-11-01T12:00:00.999Z");
    const made = headers([secret], at);
    const hex = createHmac("sha256", Buffer.from(secret, "utf8")).update(`1793534400.${body}`).digest("hex");
    expect(made["x-service-timestamp"]).toBe("1793534400");
    expect(made["x-service-event-id"]).toBe("evt_1");
    expect(made["x-service-signature"]).toBe(`sha256=${hex}`);
    expect(made["webhook-id"]).toBe("evt_1");
    expect(made["webhook-timestamp"]).toBe("1793534400");
  });

  it("matches a fixed vector", () => {
    const made = signatureHeaders({
      eventId: "evt_fixed",
      body: "{}",
      secrets: ["whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="],
      at: instant(1_700_000_000_000),
    });
    expect(made).toMatchInlineSnapshot(`
      {
        "webhook-id": "evt_fixed",
        "webhook-signature": "v1,cmP2TUQehxm2rLKdgq9F0/U5jgaSEfN4qyaRU5ILQJs=",
        "webhook-timestamp": "1700000000",
        "x-service-event-id": "evt_fixed",
        "x-service-signature": "sha256=83239df1ae5e188db135fbc2a1c96b0976d13ffef7715a36233a8b92e48ef68d",
        "x-service-timestamp": "1700000000",
      }
    `);
  });

  it("does not verify a body that was changed", () => {
    expect(() => new Webhook(secret).verify(`${body} `, headers([secret]))).toThrow();
  });

  it("does not verify with another key", () => {
    expect(() => new Webhook(old).verify(body, headers([secret]))).toThrow();
  });

  it("carries two signatures after a rotation, the new one first, so that either key verifies", () => {
    const both = headers([secret, old]);
    expect(new Webhook(secret).verify(body, both)).toBeTruthy();
    expect(new Webhook(old).verify(body, both)).toBeTruthy();
    const mirror = both["x-service-signature"]?.split(",") ?? [];
    expect(mirror).toHaveLength(2);
    expect(mirror[0]).toBe(
      `sha256=${createHmac("sha256", secret).update(`${both["x-service-timestamp"]}.${body}`).digest("hex")}`,
    );
    expect(mirror[1]).toBe(
      `sha256=${createHmac("sha256", old).update(`${both["x-service-timestamp"]}.${body}`).digest("hex")}`,
    );
    expect(both["webhook-signature"]?.split(" ")).toHaveLength(2);
  });
});
