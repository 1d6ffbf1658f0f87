import { beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { auditLog } from "@/db/schema/operations";
import { webhookEndpoints } from "@/db/schema/webhooks";
import { inTenant } from "@/db/tenancy";
import { day, later } from "@/lib/kernel/calendar";
import { secretsInForce } from "@/lib/kernel/secrets";
import { secretPurpose } from "@/lib/terms/outbound-webhooks";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { anyStaff } from "@/test/factories/staff";
import { now } from "@/test/time";
import { POST } from "./rotate-secret/route";
import { GET, PUT } from "./route";

useDatabase();

let shop: TestMarketplace;
let token = "";
beforeEach(async () => {
  shop = await createMarketplace();
  ({ token } = await anyStaff(shop.test, "DEVELOPER"));
});

const url = "https://hooks.example.com/events";
const read = (path = "/") => call(GET, { key: token, path });
const save = (body: unknown, path = "/") => call(PUT, { method: "PUT", key: token, body, path });
const rotate = (body: unknown = {}, path = "/") => call(POST, { method: "POST", key: token, body, path });

/** With what deliveries are signed at a moment, the newest first. */
async function signing(realNow = now()): Promise<string[]> {
  const [row] = await db().select().from(webhookEndpoints).where(inTenant(webhookEndpoints, shop.test));
  if (!row) throw new Error("There is no endpoint.");
  return secretsInForce(secretPurpose, row, realNow);
}

describe("the webhook endpoint", () => {
  test("is shown with the query of its address to whoever may set it, and to a viewer without", async () => {
    await save({ url: `${url}?token=s3cret&from=us` });
    expect((await read()).json).toMatchObject({ url: `${url}?token=s3cret&from=us` });
    const { token: viewer } = await anyStaff(shop.test, "VIEWER");
    expect((await call(GET, { key: viewer, path: "/" })).json).toMatchObject({ url: `${url}?[hidden]` });
    await save({ url });
    expect((await call(GET, { key: viewer, path: "/" })).json).toMatchObject({ url });
  });

  test("is registered as the Marketplace API does it, and shows its secret once", async () => {
    expect(await read()).toMatchObject({ status: 404, json: { code: "NOT_FOUND" } });
    const made = await save({ url });
    expect(made.json).toEqual({ url, events: null, status: "ENABLED", secret: expect.stringMatching(/^whsec_/) });
    expect((await save({ url, events: ["loan.approved"] })).json.secret).toBeUndefined();
    expect((await read()).json).toEqual({
      url,
      events: ["loan.approved"],
      status: "ENABLED",
      disabledReason: null,
      failingSince: null,
      answeredAt: null,
      rotatedAt: null,
      previousValidUntil: null,
    });
    expect((await read("/?environment=live")).status).toBe(404);
    expect(await save({ url: "http://127.0.0.1:9000/" }, "/?environment=live")).toMatchObject({
      status: 400,
      json: { errors: [{ field: "url" }] },
    });
  });

  test("tells why nothing is sent, until it is registered again", async () => {
    await save({ url });
    const failed = { status: "DISABLED", disabledReason: "GONE", failingSince: now(), answeredAt: now() } as const;
    await db().update(webhookEndpoints).set(failed).where(inTenant(webhookEndpoints, shop.test));
    const shown = { failingSince: failed.failingSince.toISOString(), answeredAt: failed.answeredAt.toISOString() };
    expect((await read()).json).toMatchObject({ status: "DISABLED", disabledReason: "GONE", ...shown });
    await save({ url });
    expect((await read()).json).toMatchObject({ status: "ENABLED", failingSince: null, answeredAt: shown.answeredAt });
    await save({ url: `${url}/other` });
    expect((await read()).json.answeredAt, "another address has answered nothing yet").toBeNull();
  });

  test("has deliveries signed with both secrets for 24 hours, or with the new one alone", async () => {
    expect(await rotate()).toMatchObject({ status: 404, json: { code: "NOT_FOUND" } });
    const one = (await save({ url })).json.secret;
    const { secret: two, previousValidUntil } = (await rotate({ immediate: null })).json;
    const until = new Date(String(previousValidUntil));
    expect(until.getTime()).toBeLessThanOrEqual(later(now(), day).getTime());
    expect((await read()).json).toMatchObject({ previousValidUntil, rotatedAt: expect.any(String) });
    expect(await signing()).toEqual([two, one]);
    expect(await signing(later(now(), day))).toEqual([two]);
    const { secret: three } = (await rotate()).json;
    expect(await signing()).toEqual([three, two]);
    const four = (await rotate({ immediate: true })).json;
    expect(four.previousValidUntil).toBeNull();
    expect(await signing()).toEqual([four.secret]);
    expect((await read()).json.previousValidUntil).toBeNull();
    expect((await read()).text).not.toContain(String(four.secret));
    const audited = await db().select().from(auditLog).where(inTenant(auditLog, shop.test));
    expect(audited.filter(({ action }) => action === "webhook.rotate-secret")).toHaveLength(3);
    const stored = JSON.stringify(await db().select().from(webhookEndpoints));
    expect(stored).not.toContain(String(four.secret).slice("whsec_".length));
  });

  test.each([{ immediate: "yes" }, { immediate: 1 }])("is not rotated by %j", async (body) => {
    await save({ url });
    expect(await rotate(body)).toMatchObject({ status: 400, json: { errors: [{ field: "immediate" }] } });
  });
});
