import { beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { auditLog } from "@/db/schema/operations";
import { inTenant } from "@/db/tenancy";
import { day, later } from "@/lib/kernel/calendar";
import { regenerateClientSecret } from "@/lib/sales/oauth/clients/regenerate-secret";
import { introspect } from "@/lib/sales/oauth/introspect-token";
import { basic, call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { sandboxActor } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { anyStaff } from "@/test/factories/staff";
import { askToken } from "@/test/oauth-calls";
import { now } from "@/test/time";
import { POST } from "./regenerate-secret/route";
import { GET, PUT } from "./route";

useDatabase();

let shop: TestMarketplace;
let token = "";
beforeEach(async () => {
  shop = await createMarketplace();
  ({ token } = await anyStaff(shop.test, "DEVELOPER"));
});

const read = (path = "/") => call(GET, { key: token, path });
const save = (redirectUris: unknown, path = "/") =>
  call(PUT, { method: "PUT", key: token, body: { redirectUris }, path });
const regenerate = (body: unknown = {}, path = "/") => call(POST, { method: "POST", key: token, body, path });

/** Whether the token endpoint takes this secret now. */
async function takes(clientId: unknown, clientSecret: unknown): Promise<boolean> {
  const client = { clientId: String(clientId), clientSecret: String(clientSecret) };
  const { status } = await askToken(client, { grant_type: "client_credentials" });
  return status === 200;
}

describe("the OAuth client", () => {
  test("is made by the first call about it, and shows its secret once", async () => {
    expect(await read()).toMatchObject({ status: 404, json: { code: "NOT_FOUND" } });
    const made = await save(["https://shop.example/back", "https://shop.example/back"]);
    const { clientId, clientSecret } = made.json;
    expect(made.json).toEqual({
      clientId: expect.stringMatching(/^cli_/),
      clientSecret: expect.stringMatching(/^ocs_/),
      redirectUris: ["https://shop.example/back"],
    });
    expect((await save([])).json).toEqual({ clientId, redirectUris: [] });
    const facts = await read();
    expect(facts.json).toEqual({
      clientId,
      redirectUris: [],
      rotatedAt: expect.any(String),
      lastUsedAt: null,
      previousValidUntil: null,
      previousLastUsedAt: null,
    });
    expect(facts.text).not.toContain(String(clientSecret));
    expect((await read("/?environment=live")).status).toBe(404);
    const live = await regenerate({}, "/?environment=live");
    expect(live.json).toMatchObject({ previousValidUntil: null, clientSecret: expect.stringMatching(/^ocs_/) });
    expect(live.json.clientId).not.toBe(clientId);
  });

  test("refuses addresses that its environment may not have, and too many", async () => {
    const back = "http://localhost:3000/back";
    expect((await save([back])).status).toBe(200);
    expect(await save([back], "/?environment=live")).toMatchObject({
      status: 400,
      json: { errors: [{ field: "redirectUris.0", error: "Must be https" }] },
    });
    const many = Array.from({ length: 21 }, (_, i) => `https://shop.example/${i}`);
    for (const wrong of [undefined, "x", [7], many]) expect((await save(wrong)).status).toBe(400);
    expect((await read()).json.redirectUris).toEqual([back]);
  });

  test("takes the former secret beside the new one, and tells which is in use", async () => {
    const first = (await regenerate()).json;
    const { clientId } = first;
    expect(await takes(clientId, first.clientSecret)).toBe(true);
    await expect.poll(async () => (await read()).json.lastUsedAt).toEqual(expect.any(String));
    const usedAt = (await read()).json.lastUsedAt;

    const second = (await regenerate()).json;
    expect(second).toMatchObject({ clientId, previousValidUntil: expect.any(String) });
    expect((await read()).json).toMatchObject({
      lastUsedAt: null,
      previousLastUsedAt: usedAt,
      previousValidUntil: second.previousValidUntil,
    });
    expect([await takes(clientId, first.clientSecret), await takes(clientId, second.clientSecret)]).toEqual([
      true,
      true,
    ]);
    await expect.poll(async () => (await read()).json.lastUsedAt).toEqual(expect.any(String));

    const third = (await regenerate()).json;
    const all = async () => {
      const held = [];
      for (const { clientSecret } of [first, second, third]) held.push(await takes(clientId, clientSecret));
      return held;
    };
    expect(await all(), "the next rotation ends the one before the one before").toEqual([false, true, true]);
    const fourth = (await regenerate({ immediate: true })).json;
    expect(fourth.previousValidUntil).toBeNull();
    expect([...(await all()), await takes(clientId, fourth.clientSecret)]).toEqual([false, false, false, true]);
    expect((await read()).json).toMatchObject({ previousValidUntil: null, previousLastUsedAt: null });
    const audited = await db().select().from(auditLog).where(inTenant(auditLog, shop.test));
    expect(audited.filter(({ action }) => action === "oauth.regenerate-secret")).toHaveLength(4);
  });

  test("takes the former secret for 24 hours to the millisecond, at every endpoint for clients", async () => {
    const at = now();
    const actor = sandboxActor(shop.test);
    const regenerated = () => regenerateClientSecret({ actor, input: { immediate: false }, realNow: at });
    const { clientId, clientSecret } = await regenerated();
    const { previousValidUntil } = await regenerated();
    expect(previousValidUntil).toBe(later(at, day).toISOString());
    const authorization = basic({ clientId, clientSecret });
    const asked = (realNow = at) => introspect({ authorization, input: { token: "nothing" }, realNow });
    expect(await asked(later(at, day - 1))).toEqual({ active: false });
    await expect(asked(later(at, day))).rejects.toMatchObject({ error: "invalid_client" });
    const other = await regenerateClientSecret({
      actor: sandboxActor((await createMarketplace()).test),
      input: { immediate: false },
      realNow: at,
    });
    expect(await takes(other.clientId, clientSecret)).toBe(false);
  });

  test("leaves one secret and the one before it, however many regenerate at once", async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => regenerate()));
    const taken = [];
    for (const { json } of answers) taken.push(await takes(json.clientId, json.clientSecret));
    expect(taken.filter(Boolean)).toHaveLength(2);
    expect(new Set(answers.map(({ json }) => json.clientId)).size).toBe(1);
  });
});
