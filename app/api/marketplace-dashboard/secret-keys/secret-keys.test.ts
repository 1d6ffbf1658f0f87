import { beforeEach, describe, expect, test } from "vitest";
import { GET as ping } from "@/app/api/v1/marketplace-api/refused-webhooks/route";
import { db } from "@/db/client";
import { secretKeys } from "@/db/schema/marketplaces";
import { auditLog } from "@/db/schema/operations";
import { inTenant } from "@/db/tenancy";
import { newId } from "@/lib/kernel/ids";
import { mostSecretKeys } from "@/lib/parties/marketplaces/create-secret-key";
import { listSecretKeys } from "@/lib/parties/marketplaces/secret-key-queries";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { anyStaff } from "@/test/factories/staff";
import { DELETE } from "./[keyId]/route";
import { GET, POST } from "./route";

useDatabase();

let shop: TestMarketplace;
let token = "";
let userId = "";
beforeEach(async () => {
  shop = await createMarketplace({ live: true });
  ({ token, id: userId } = await anyStaff(shop.test, "DEVELOPER"));
});

const create = (body: unknown = {}, path = "/", key = token) => call(POST, { method: "POST", key, body, path });
const list = (path = "/", key = token) => call(GET, { key, path });
const revoke = (keyId: unknown, path = "/", key = token) =>
  call(DELETE, { method: "DELETE", key, path, params: { keyId: String(keyId) } });
const opens = async (secretKey: unknown) => (await call(ping, { key: String(secretKey) })).status === 200;
const listed = ({ json }: { json: Record<string, unknown> }) => json.data as Record<string, unknown>[];

describe("a secret key", () => {
  test("is shown once, opens its environment, and can be revoked at once", async () => {
    const made = await create({ name: " Nightly import " });
    expect(made.status).toBe(201);
    const { secretKey, ...shown } = made.json;
    const { id, createdAt } = shown;
    expect(secretKey).toMatch(/^sk_test_[0-9A-Za-z]{39}$/);
    const facts = { id, name: "Nightly import", createdAt, lastUsedAt: null, revokedAt: null };
    expect(shown).toEqual({ ...facts, shown: `sk_test_…${String(secretKey).slice(-4)}` });
    expect(listed(await list())[0]).toEqual(shown);
    expect(JSON.stringify([(await list()).json, await db().select().from(secretKeys)])).not.toContain(secretKey);

    expect(await opens(secretKey)).toBe(true);
    await expect.poll(async () => listed(await list())[0]?.lastUsedAt).toEqual(expect.any(String));
    expect((await revoke(id)).status).toBe(204);
    expect(await opens(secretKey)).toBe(false);
    const [revoked] = listed(await list());
    expect(revoked).toMatchObject({ id, revokedAt: expect.any(String) });
    expect((await revoke(id)).status).toBe(204);
    expect(listed(await list())[0]).toEqual(revoked);
    const audited = await db().select().from(auditLog).where(inTenant(auditLog, shop.test));
    expect(audited.map(({ action, actor, subjectId }) => [action, actor, subjectId]).slice(-2)).toEqual([
      ["secret-key.create", userId, id],
      ["secret-key.revoke", userId, id],
    ]);
  });

  test("belongs to one environment of one marketplace", async () => {
    const { json } = await create(undefined, "/?environment=live");
    expect(json.secretKey).toMatch(/^sk_live_/);
    const stranger = await anyStaff((await createMarketplace()).test);
    for (const answer of [await revoke(json.id), await revoke(json.id, "/?environment=live", stranger.token)]) {
      expect(answer).toMatchObject({ status: 404, json: { code: "NOT_FOUND" } });
    }
    expect(await opens(json.secretKey)).toBe(true);
    expect(listed(await list()).map(({ id }) => id)).not.toContain(json.id);
    expect(listed(await list("/?environment=live")).map(({ id }) => id)).toContain(json.id);
  });

  test("is one of at most twenty in force, however many are asked for at once", async () => {
    // The marketplace came with one.
    const answers = await Promise.all(Array.from({ length: mostSecretKeys + 2 }, () => create()));
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused.map(({ json }) => json.code)).toEqual(Array(3).fill("TOO_MANY_SECRET_KEYS"));
    expect((await create({}, "/?environment=live")).status, "the other environment counts apart").toBe(201);
    const made = answers.find(({ status }) => status === 201);
    await revoke(made?.json.id);
    expect((await create()).status).toBe(201);
  });

  test("is listed page by page, newest first", async () => {
    for (const name of ["one", "two", "three"]) await create({ name });
    const first = await list("/?limit=2");
    expect([listed(first).map(({ name }) => name), first.json.hasMore]).toEqual([["three", "two"], true]);
    const next = await list(`/?limit=2&startingAfter=${listed(first)[1]?.id}`);
    expect([listed(next).map(({ name }) => name), next.json.hasMore]).toEqual([["one", null], false]);
    expect((await list("/?startingAfter=evt_1")).json).toMatchObject({ code: "VALIDATION_FAILED" });
    const elsewhere = (await listSecretKeys((await createMarketplace()).test, { limit: 1 })).data[0]?.id;
    const refused = await Promise.all([elsewhere, newId("secretKey")].map((id) => list(`/?endingBefore=${id}`)));
    const [other, none] = refused.map(({ status, json: { requestId: _, ...problem } }) => ({ status, ...problem }));
    expect(other).toEqual(none);
    expect(other).toMatchObject({ status: 400, errors: [{ field: "endingBefore" }] });
  });

  test.each([
    [{ name: "" }, "name"],
    [{ name: 7 }, "name"],
    [{ name: "x".repeat(81) }, "name"],
  ])("is not made of %j", async (body, field) => {
    expect(await create(body)).toMatchObject({ status: 400, json: { errors: [{ field }] } });
  });

  test("has no name where none is given", async () => {
    for (const body of [{}, { name: null }]) expect((await create(body)).json.name).toBeNull();
  });
});
