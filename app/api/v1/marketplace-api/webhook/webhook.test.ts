import { describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { auditLog } from "@/db/schema/operations";
import { webhookEndpoints } from "@/db/schema/webhooks";
import { inTenant } from "@/db/tenancy";
import { decrypt } from "@/lib/kernel/crypto";
import { secretPurpose } from "@/lib/terms/outbound-webhooks";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { createMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { GET, PUT } from "./route";

useDatabase();

const url = "https://hooks.example.com/events?from=service";
const put = (key: string, body: unknown) => call(PUT, { key, method: "PUT", body });
const get = (key: string) => call(GET, { key });

describe("PUT and GET /webhook", () => {
  it("creates the endpoint and shows its secret once", async () => {
    const { testKey, test } = await createMarketplace();
    expect(await get(testKey)).toMatchObject({ status: 404, json: { code: "NOT_FOUND" } });

    const created = await put(testKey, { url });
    expect(created.status).toBe(200);
    expect(created.json).toEqual({ url, events: null, status: "ENABLED", secret: expect.stringMatching(/^whsec_/) });
    const again = await put(testKey, { url, events: ["kyc.approved", "loan.approved", "kyc.approved"] });
    expect(again.json).toEqual({ url, events: ["kyc.approved", "loan.approved"], status: "ENABLED" });
    expect((await get(testKey)).json).toEqual(again.json);

    const [row] = await db().select().from(webhookEndpoints).where(inTenant(webhookEndpoints, test));
    expect(row?.secret).not.toContain("whsec_");
    expect(decrypt(secretPurpose, row?.secret ?? "")).toBe(created.json.secret);
    const audit = await db().select().from(auditLog).where(inTenant(auditLog, test));
    expect(audit.map((entry) => entry.action)).toEqual(["webhook.register", "webhook.register"]);
  });

  it("answers the secret to exactly one of several first calls", async () => {
    const { testKey } = await createMarketplace();
    const answers = await Promise.all(Array.from({ length: 5 }, () => put(testKey, { url })));
    expect(answers.filter((answer) => answer.json.secret)).toHaveLength(1);
    expect(answers.every((answer) => answer.status === 200)).toBe(true);
  });

  it("keeps environments and marketplaces apart", async () => {
    const [one, other] = [await createMarketplace({ live: true }), await createMarketplace()];
    await put(one.testKey, { url });
    expect((await get(one.liveKey)).status).toBe(404);
    expect((await get(other.testKey)).status).toBe(404);
    const live = await put(one.liveKey, { url: "https://live.example.com/" });
    expect(live.json.secret).toBeTruthy();
    expect((await get(one.testKey)).json.url).toBe(url);
  });

  it("enables a disabled endpoint again, with a clean record", async () => {
    const { testKey, test } = await createMarketplace();
    await put(testKey, { url });
    await db()
      .update(webhookEndpoints)
      .set({ status: "DISABLED", disabledReason: "GONE", failingSince: now() })
      .where(inTenant(webhookEndpoints, test));
    expect((await get(testKey)).json.status).toBe("DISABLED");
    expect((await put(testKey, { url })).json).toEqual({ url, events: null, status: "ENABLED" });
    const [row] = await db().select().from(webhookEndpoints).where(inTenant(webhookEndpoints, test));
    expect(row).toMatchObject({ failingSince: null, disabledReason: null });
  });

  it.each([
    [{}, "url", "Is required"],
    [{ url: 7 }, "url", "Must be a string"],
    [{ url: "" }, "url", "Must not be empty"],
    [{ url: "hooks.example.com" }, "url", "Must be a valid URL"],
    [{ url: "https://" }, "url", "Must be a valid URL"],
    [{ url: "https://a b.example/" }, "url", "Must be a valid URL"],
    [{ url: "https://example.com/\n" + "x" }, "url", "Must be a valid URL"],
    [{ url: "ftp://example.com/" }, "url", "Must be an https or http URL"],
    [{ url: "javascript:alert(1)" }, "url", "Must be an https or http URL"],
    [{ url: "https://user:pass@example.com/" }, "url", "Must not contain credentials"],
    [{ url: "https://example.com/#a" }, "url", "Must not contain a fragment"],
    [{ url: "https://10.0.0.1/" }, "url", "Must be reachable at a public address"],
    [{ url: "https://169.254.169.254/" }, "url", "Must be reachable at a public address"],
    [{ url: "https://[fd00::1]/" }, "url", "Must be reachable at a public address"],
    [{ url, events: "all" }, "events", "Must be an array"],
    [{ url, events: [] }, "events", "Must name at least one event; leave it out for all"],
    [
      { url, events: ["kyc.approved", "kyc.unknown"] },
      "events.1",
      expect.stringMatching(/^Must be one of merchant\.\w+, /),
    ],
  ])("refuses %j", async (body, field, error) => {
    const { testKey } = await createMarketplace();
    expect(await put(testKey, body)).toMatchObject({
      status: 400,
      json: { code: "VALIDATION_FAILED", errors: [{ field, error }] },
    });
  });

  it("refuses a URL of more than 2048 characters", async () => {
    const { testKey } = await createMarketplace();
    expect(await put(testKey, { url: `https://example.com/${"a".repeat(2048)}` })).toMatchObject({
      status: 400,
      json: { errors: [{ field: "url", error: "Must be at most 2048 characters" }] },
    });
  });

  it("takes http and loopback for test data alone", async () => {
    const { testKey, liveKey } = await createMarketplace({ live: true });
    for (const local of [
      "http://localhost:4000/",
      "http://127.0.0.1:4000/",
      "http://[::1]:4000/",
      "http://example.com/",
    ]) {
      expect((await put(testKey, { url: local })).status).toBe(200);
      expect(await put(liveKey, { url: local })).toMatchObject({ status: 400, json: { errors: [{ field: "url" }] } });
    }
    for (const scheme of ["http", "ftp"]) {
      const refused = { status: 400, json: { errors: [{ field: "url", error: "Must be an https URL" }] } };
      expect(await put(liveKey, { url: `${scheme}://example.com/` })).toMatchObject(refused);
    }
    for (const local of ["https://localhost/", "https://127.0.0.1/", "https://2130706433/", "https://[::1]/"]) {
      expect(await put(liveKey, { url: local })).toMatchObject({ status: 400, json: { errors: [{ field: "url" }] } });
    }
  });
});
