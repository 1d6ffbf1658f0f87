import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { apiSecrets } from "@/db/schema/marketplaces";
import { auditLog, idempotentAnswers } from "@/db/schema/operations";
import { day, later } from "@/lib/kernel/calendar";
import { hasChecksum } from "@/lib/kernel/crypto";
import { currentApiSecret } from "@/lib/parties/marketplaces/api-secret-queries";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { createMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { POST } from "./route";

useDatabase();

const rotate = (key: string, body?: unknown, headers: Record<string, string> = {}) =>
  call(POST, { key, method: "POST", body, headers });

describe("POST /api-secret/rotate", () => {
  it("makes the first secret of the key's environment, then the next, the one before good for a day", async () => {
    const { testKey, liveKey, test, live, marketplaceId } = await createMarketplace({ live: true });
    const first = await rotate(testKey);
    expect([first.status, first.json]).toEqual([200, { apiSecret: expect.any(String), previousValidUntil: null }]);
    expect(first.json.apiSecret).toMatch(/^apisec_test_[0-9A-Za-z]{32}[0-9a-z]{7}$/);
    expect(hasChecksum(String(first.json.apiSecret))).toBe(true);
    expect(await currentApiSecret(live)).toBeUndefined();

    const before = now();
    const second = await rotate(testKey, {});
    expect(second.json.apiSecret).not.toBe(first.json.apiSecret);
    const until = new Date(String(second.json.previousValidUntil));
    expect(until.getTime()).toBeGreaterThanOrEqual(later(before, day).getTime());
    expect(until.getTime()).toBeLessThanOrEqual(later(now(), day).getTime());
    expect(await currentApiSecret(test)).toBe(second.json.apiSecret);

    const third = await rotate(testKey, { immediate: true });
    expect(third.json.previousValidUntil).toBeNull();
    const [row] = await db().select().from(apiSecrets).where(eq(apiSecrets.marketplaceId, marketplaceId));
    expect(row).toMatchObject({ previousSecret: null, previousSecretUntil: null });

    expect((await rotate(liveKey)).json.apiSecret).toMatch(/^apisec_live_/);
    expect(await currentApiSecret(test)).toBe(third.json.apiSecret);
    const audited = await db().select().from(auditLog).where(eq(auditLog.marketplaceId, marketplaceId));
    expect(audited.map(({ action, environment }) => `${action} ${environment}`)).toEqual([
      ...Array(3).fill("api-secret.rotate test"),
      "api-secret.rotate live",
    ]);
    expect(audited[0]).toMatchObject({ actor: expect.stringMatching(/^key_/), subjectId: marketplaceId });
  });

  it("rotates once for an Idempotency-Key, and stores no secret in plain text", async () => {
    const { testKey, test } = await createMarketplace();
    const first = await rotate(testKey, {}, { "idempotency-key": "rotate-1" });
    const again = await rotate(testKey, {}, { "idempotency-key": "rotate-1" });
    expect([again.text, again.headers.get("idempotency-replayed")]).toEqual([first.text, "true"]);
    expect(await currentApiSecret(test)).toBe(first.json.apiSecret);
    const stored = JSON.stringify([
      await db().select().from(apiSecrets),
      await db().select().from(auditLog),
      await db().select().from(idempotentAnswers),
    ]);
    expect(stored).not.toContain(String(first.json.apiSecret).slice("apisec_test_".length, -7));
  });

  it("at the same moment from many sides leaves one secret and the one before it", async () => {
    const { testKey, test } = await createMarketplace();
    const answers = await Promise.all(Array.from({ length: 8 }, () => rotate(testKey)));
    const made = answers.map(({ json }) => json.apiSecret);
    expect(new Set(made).size).toBe(8);
    expect(made).toContain(await currentApiSecret(test));
    expect(answers.filter(({ json }) => json.previousValidUntil === null)).toHaveLength(1);
  });
});
