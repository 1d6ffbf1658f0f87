import { asc, desc, eq, inArray } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { accountFlagEvents } from "@/db/schema/data-events";
import { connections } from "@/db/schema/merchants";
import { auditLog } from "@/db/schema/operations";
import { scores, submissions } from "@/db/schema/scoring";
import type { Tenant } from "@/lib/kernel/actor";
import { day, hour, later } from "@/lib/kernel/calendar";
import { everyMerchantOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { scoreSubmission } from "@/lib/sales/records/score-submission";
import { openRecord } from "@/lib/sales/records/stored-record";
import { submitSalesData } from "@/lib/sales/records/submit-sales-data";
import { score } from "@/lib/sales/scoring/score";
import { mintEmbedToken } from "@/lib/surfaces/journey/mint-token";
import { readMerchantStatus } from "@/lib/surfaces/merchant-status/queries";
import type { ConnectionStatus } from "@/lib/terms/connections";
import type { MerchantRecord } from "@/lib/terms/merchant-data/schema";
import { withFlags } from "@/lib/terms/scoring/account-flags";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { accessTokenOf } from "@/test/factories/access-token";
import { anyMerchant, sandboxActor } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { merchantRecord } from "@/test/factories/merchant-record";
import { now } from "@/test/time";
import { POST } from "./route";

useDatabase();

let tenant: Tenant;
let token = "";
beforeAll(async () => {
  tenant = (await createMarketplace()).test;
  token = await accessTokenOf(tenant, { scopes: ["events.write"] });
});

let made = 0;
const today = now();
/** Days before this test ran. */
const ago = (days: number) => later(today, -days * day).toISOString();

async function flag(merchantId: string, name: string, more: Record<string, unknown> = {}): Promise<void> {
  made += 1;
  const body = { eventId: `flag-${made}`, merchantId, flag: name, occurredAt: ago(1), ...more };
  const answer = await call(POST, { key: token, body });
  expect([answer.status, answer.json.errors]).toEqual([200, undefined]);
}

async function submit(ref: string, at: BusinessTime, over: Partial<MerchantRecord> = {}): Promise<void> {
  const input = { ...merchantRecord({ merchantIdentity: { merchantId: ref } }, today), ...over };
  const { submissionId } = await submitSalesData({ actor: sandboxActor(tenant), ref, input, now: at });
  await scoreSubmission(submissionId, at);
}

/** A merchant whose data came an hour ago and was scored. */
async function scored(over: Partial<MerchantRecord> = {}) {
  const merchant = await anyMerchant(tenant);
  await submit(merchant.thirdPartyCustomerId, later(today, -hour), over);
  return merchant;
}

async function connectionOf(merchantId: string) {
  const [row] = await db().select().from(connections).where(eq(connections.merchantId, merchantId));
  if (!row) throw new Error("no connection");
  return row;
}
const statusOf = async (merchantId: string) => (await connectionOf(merchantId)).status;

async function latestScore(merchantId: string) {
  const [row] = await db()
    .select()
    .from(scores)
    .innerJoin(submissions, eq(submissions.id, scores.submissionId))
    .where(eq(scores.merchantId, merchantId))
    .orderBy(desc(scores.submissionId))
    .limit(1);
  if (!row) throw new Error("no score");
  return { ...row.scores, submission: row.submissions };
}

describe("the connection", () => {
  test.each([
    ["ACTIVE", ["SUSPENDED"], "SUSPENDED"],
    ["ACTIVE", ["SUSPENDED", "REINSTATED"], "ACTIVE"],
    ["ACTIVE", ["SUSPENDED", "SUSPENDED"], "SUSPENDED"],
    ["ACTIVE", ["REINSTATED"], "ACTIVE"],
    ["ACTIVE", ["FRAUD", "POLICY_VIOLATION"], "ACTIVE"],
    ["PENDING", ["SUSPENDED"], "SUSPENDED"],
    ["PENDING", ["SUSPENDED", "REINSTATED"], "PENDING"],
    ["PENDING", ["FRAUD", "REINSTATED"], "PENDING"],
    ["ACTIVE", ["SUSPENDED", "FRAUD", "CLEARED"], "SUSPENDED"],
    ["ACTIVE", ["SUSPENDED", "CLEARED", "REINSTATED"], "ACTIVE"],
  ] as [ConnectionStatus, string[], ConnectionStatus][])("%s, then %j: %s", async (from, flags, to) => {
    const { merchantId } = from === "ACTIVE" ? await scored() : await anyMerchant(tenant);
    for (const [i, name] of flags.entries()) await flag(merchantId, name, { occurredAt: ago(9 - i) });
    expect(await statusOf(merchantId)).toBe(to);
  });

  test("what occurred last decides, in whatever order it is received", async () => {
    const { merchantId } = await scored();
    await flag(merchantId, "REINSTATED", { occurredAt: ago(3) });
    await flag(merchantId, "SUSPENDED", { occurredAt: ago(4) });
    expect(await statusOf(merchantId)).toBe("ACTIVE");
    await flag(merchantId, "SUSPENDED", { occurredAt: ago(2) });
    await flag(merchantId, "REINSTATED", { occurredAt: ago(2.5) });
    expect(await statusOf(merchantId)).toBe("SUSPENDED");
    await flag(merchantId, "REINSTATED", { occurredAt: ago(2) });
    expect(await statusOf(merchantId)).toBe("SUSPENDED");
    await flag(merchantId, "REINSTATED", { occurredAt: ago(1) });
    expect(await statusOf(merchantId)).toBe("ACTIVE");
  });

  test("suspended: data is accepted and scored, the journey opens; a first submission counts once it is lifted", async () => {
    const { merchantId, thirdPartyCustomerId: ref } = await anyMerchant(tenant);
    await flag(merchantId, "SUSPENDED", { occurredAt: ago(2) });
    await submit(ref, now());
    const status = await readMerchantStatus(everyMerchantOf(tenant), ref);
    expect(status).toMatchObject({ connectionStatus: "SUSPENDED", creditScore: { score: expect.any(Number) } });
    expect(await mintEmbedToken({ actor: sandboxActor(tenant), ref, realNow: now() })).toMatchObject({
      expiresIn: 900,
    });
    await flag(merchantId, "REINSTATED");
    expect(await connectionOf(merchantId)).toMatchObject({ status: "ACTIVE", activatedAt: expect.any(Date) });
  });

  test("when it was activated stays what it was, and every change is in the audit log", async () => {
    const { merchantId } = await scored();
    const { id, activatedAt } = await connectionOf(merchantId);
    await flag(merchantId, "SUSPENDED", { occurredAt: ago(2) });
    await flag(merchantId, "SUSPENDED", { occurredAt: ago(1.5) });
    await flag(merchantId, "REINSTATED");
    expect((await connectionOf(merchantId)).activatedAt).toEqual(activatedAt);
    const audited = await db().select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.number);
    expect(audited.map(({ action }) => action)).toEqual(["connection.suspend", "connection.reinstate"]);
    const flags = await db().select().from(accountFlagEvents).where(eq(accountFlagEvents.merchantId, merchantId));
    const received = await db()
      .select()
      .from(auditLog)
      .where(
        inArray(
          auditLog.subjectId,
          flags.map((row) => row.id),
        ),
      )
      .orderBy(auditLog.number);
    expect(received).toMatchObject(
      ["SUSPENDED", "SUSPENDED", "REINSTATED"].map((flag) => ({ action: "account-flag.receive", detail: { flag } })),
    );
  });
});

describe("the score", () => {
  test("is tier E when the answer to FRAUD comes, and what it was when the answer to CLEARED does", async () => {
    const { merchantId, thirdPartyCustomerId: ref } = await scored();
    const before = await latestScore(merchantId);
    expect(before).toMatchObject({ riskTier: "A", flags: null });
    await flag(merchantId, "FRAUD", { occurredAt: ago(2), severity: "CRITICAL", reason: "Chargebacks" });
    expect((await readMerchantStatus(everyMerchantOf(tenant), ref)).creditScore).toMatchObject({
      riskTier: "E",
      maxLendingCap: 0,
    });
    expect((await latestScore(merchantId)).result.riskFlags).toContain("FRAUD_FLAG");
    await flag(merchantId, "CLEARED", { occurredAt: ago(3) });
    await flag(merchantId, "REINSTATED", { occurredAt: ago(1) });
    expect(await latestScore(merchantId)).toMatchObject({ riskTier: "E", flags: { fraud: true } });
    await flag(merchantId, "CLEARED", { occurredAt: ago(1) });
    expect(await latestScore(merchantId)).toMatchObject({ result: before.result, flags: null });
  });

  test("FRAUD outlives later data that does not mention it; suspensions and violations then follow the record", async () => {
    const { merchantId, thirdPartyCustomerId: ref } = await scored();
    await flag(merchantId, "SUSPENDED", { occurredAt: ago(3) });
    await flag(merchantId, "POLICY_VIOLATION", { occurredAt: ago(3), severity: "MEDIUM" });
    await flag(merchantId, "POLICY_VIOLATION", { occurredAt: ago(2) });
    await flag(merchantId, "FRAUD", { occurredAt: ago(1) });
    expect((await latestScore(merchantId)).flags).toEqual({ fraud: true, suspensions: 1, severity: "MEDIUM" });
    await submit(ref, later(now(), hour));
    expect(await latestScore(merchantId)).toMatchObject({
      riskTier: "E",
      flags: { fraud: true, suspensions: 0, severity: null },
    });
  });

  test("a flag that comes twice counts once", async () => {
    const { merchantId } = await scored();
    const body = { eventId: "flag-twice", merchantId, flag: "SUSPENDED", occurredAt: ago(1) };
    for (let i = 0; i < 2; i++) await call(POST, { key: token, body });
    expect((await latestScore(merchantId)).flags).toMatchObject({ suspensions: 1 });
    expect(await db().select().from(scores).where(eq(scores.merchantId, merchantId))).toHaveLength(2);
  });

  test("a new score is of the same data and moment, and can be recomputed bit for bit", async () => {
    const { merchantId } = await scored();
    const before = await latestScore(merchantId);
    await flag(merchantId, "SUSPENDED");
    const after = await latestScore(merchantId);
    const { id, record, submittedAt } = after.submission;
    expect({ record, submittedAt }).toEqual({
      record: before.submission.record,
      submittedAt: before.submission.submittedAt,
    });
    expect(id > before.submission.id).toBe(true);
    if (!after.flags) throw new Error("no flags");
    const again = score({
      record: withFlags(openRecord(record), after.flags),
      asOf: submittedAt,
      limits: after.limits,
    });
    expect(JSON.parse(JSON.stringify(again))).toEqual(after.result);
    expect(after.result.totalScore).toBeLessThan(before.result.totalScore);
  });

  test("without data there is nothing to score; earlier flags count once data comes", async () => {
    const { merchantId, thirdPartyCustomerId: ref } = await anyMerchant(tenant);
    await flag(merchantId, "FRAUD");
    expect(await db().select().from(submissions).where(eq(submissions.merchantId, merchantId))).toEqual([]);
    await submit(ref, now());
    expect(await latestScore(merchantId)).toMatchObject({ riskTier: "E" });
  });
});

test("twenty flags of two merchants at once, with scoring under way: each counts once, and none waits for ever", async () => {
  const both = [await scored(), await scored()];
  const names = ["SUSPENDED", "FRAUD", "SUSPENDED", "REINSTATED", "SUSPENDED"];
  await Promise.all(
    Array.from({ length: 20 }, async (_, i) => {
      const merchant = both[i % 2] ?? both[0];
      if (!merchant) throw new Error("no merchant");
      await flag(merchant.merchantId, names[Math.floor(i / 2) % 5] ?? "", { occurredAt: ago(3) });
      if (i < 2) await submit(merchant.thirdPartyCustomerId, later(today, -hour));
    }),
  );
  for (const { merchantId } of both) {
    const rows = await db()
      .select()
      .from(submissions)
      .where(eq(submissions.merchantId, merchantId))
      .orderBy(asc(submissions.id));
    expect(rows.map(({ status }) => status)).toEqual(Array(12).fill("SCORED"));
    expect(await db().select().from(scores).where(eq(scores.merchantId, merchantId))).toHaveLength(12);
    expect(await latestScore(merchantId)).toMatchObject({ riskTier: "E", flags: { fraud: true, suspensions: 6 } });
    expect(await statusOf(merchantId)).toBe("SUSPENDED");
  }
});
