import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { connections } from "@/db/schema/merchants";
import { auditLog } from "@/db/schema/operations";
import { events } from "@/db/schema/webhooks";
import { later, minute } from "@/lib/kernel/calendar";
import { createMerchant } from "@/lib/merchants/merchants/create-merchant";
import { useDatabase } from "@/test/database";
import { sandboxActor } from "@/test/factories/kyc";
import { activeLoan } from "@/test/factories/loan";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { anyUser, consentedCode, oauthClient, redemption, refreshOf, type TestClient } from "@/test/factories/oauth";
import { askToken, ownToken, works } from "@/test/oauth-calls";
import { now } from "@/test/time";
import { disconnectMerchant } from "./disconnect-merchant";
import { listConsents } from "./list-consents";
import { withdrawConsent } from "./withdraw-consent";

useDatabase();

let shop: TestMarketplace;
let client: TestClient;
let ada: Awaited<ReturnType<typeof anyUser>>;
beforeAll(async () => {
  shop = await createMarketplace();
  client = await oauthClient(shop.test);
});
beforeEach(async () => {
  ada = await anyUser();
});

const post = (fields: Record<string, string>) => askToken(client, fields);

/** Ada's consent, redeemed. */
async function consent(scope?: string) {
  const { json } = await post(redemption(client, await consentedCode(client, { userId: ada.id, scope })));
  return { merchantId: String(json.merchant_id), accessToken: json.access_token, refreshToken: json.refresh_token };
}
const connectionOf = async (merchantId: string) =>
  (await db().select().from(connections).where(eq(connections.merchantId, merchantId)))[0];
const give = (merchantId: string, userId = ada.id) => withdrawConsent({ userId, merchantId, realNow: now() });

describe("withdrawing", () => {
  it("ends every grant at once, with codes and tokens, and tells the marketplace; its own token goes on", async () => {
    const { merchantId, accessToken, refreshToken } = await consent();
    const unused = await consentedCode(client, { userId: ada.id });
    const own = await ownToken(client);
    await give(merchantId);
    expect(await works(accessToken)).toBe(false);
    for (const fields of [refreshOf(refreshToken), redemption(client, unused)]) {
      expect(await post(fields)).toMatchObject({ status: 400, json: { error: "invalid_grant" } });
    }
    expect(await works(own)).toBe(true);
    const connection = await connectionOf(merchantId);
    expect(connection).toMatchObject({ status: "DISCONNECTED", disconnectedBy: "MERCHANT", disconnectNote: null });
    const told = await db().select().from(events).where(eq(events.merchantId, merchantId));
    expect(told.map(({ body }) => JSON.parse(body))).toMatchObject([
      { event: "merchant.disconnected", reason: "MERCHANT", cancelled_funding_requests: [], running_loans: [] },
    ]);
    const audited = await db()
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, connection?.id ?? ""));
    expect(audited).toMatchObject([{ actor: ada.id, action: "connection.disconnect", detail: { by: "MERCHANT" } }]);

    // Once more, by either, changes nothing.
    await give(merchantId);
    const call = { actor: sandboxActor(shop.test), now: now(), realNow: now() };
    expect(await disconnectMerchant({ ...call, ref: merchantId, input: {} })).toMatchObject({
      disconnectedBy: "MERCHANT",
    });
    expect(await db().select().from(events).where(eq(events.merchantId, merchantId))).toHaveLength(1);
  });

  it("finds no merchant of somebody else's", async () => {
    const { merchantId, accessToken } = await consent();
    const ben = await anyUser();
    await expect(give(merchantId, ben.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    const byApi = { thirdPartyCustomerId: `by-api-${ben.id}`, businessName: "Ada" };
    const created = await createMerchant({ actor: sandboxActor(shop.test), input: byApi, now: now() });
    await expect(give(created.merchantId, ben.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await works(accessToken)).toBe(true);
  });
});

describe("at the same moment", () => {
  it("what a code or a refresh token brings is dead", async () => {
    const { merchantId, refreshToken } = await consent();
    const code = await consentedCode(client, { userId: ada.id });
    const [redeemed, refreshed] = await Promise.all([
      post(redemption(client, code)),
      post(refreshOf(refreshToken)),
      give(merchantId),
    ]);
    for (const { status, json } of [redeemed, refreshed]) {
      expect([200, 400]).toContain(status);
      if (status === 400) continue;
      expect(await works(json.access_token)).toBe(false);
      expect(await post(refreshOf(json.refresh_token))).toMatchObject({ json: { error: "invalid_grant" } });
    }
  });

  it("a consent counts if it comes after, and dies if it came before", async () => {
    const { merchantId } = await consent();
    const [code] = await Promise.all([consentedCode(client, { userId: ada.id }), give(merchantId)]);
    const { status } = await post(redemption(client, code));
    const closed = (await connectionOf(merchantId))?.status === "DISCONNECTED";
    expect(status).toBe(closed ? 400 : 200);
  });
});

describe("listConsents", () => {
  const list = (at = now()) => listConsents(ada.id, at);

  it("says what the grants in force allow together, since and until when, and what is left of ended ones", async () => {
    const { merchantId } = await consent("data.read.score");
    expect(await list()).toMatchObject([
      {
        merchantId,
        environment: "test",
        lastReceivedAt: null,
        disconnected: null,
        granted: { scopes: ["data.read.score"], lastUsedAt: expect.any(Date) },
        runningLoans: 0,
      },
    ]);
    // It has run out: the connection is still there.
    expect(await list(later(now(), 61 * minute))).toMatchObject([{ disconnected: null, granted: null }]);
    await consent("loans.read offline_access");
    const [both] = await list();
    expect(both?.granted?.scopes).toEqual(["data.read.score", "loans.read", "offline_access"]);
    await activeLoan(shop.test, merchantId);
    await give(merchantId);
    expect(await list()).toMatchObject([{ granted: null, disconnected: { by: "MERCHANT" }, runningLoans: 1 }]);
    expect(await listConsents((await anyUser()).id, now())).toEqual([]);
  });
});
