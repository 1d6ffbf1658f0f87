import { eq } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { claimDue, dueRows, postpone, readDueRows } from "@/db/due";
import { auditLog, mails, workFailures } from "@/db/schema/operations";
import { ownedBy } from "@/db/tenancy";
import type { Tenant } from "@/lib/kernel/actor";
import { hour, later, minute } from "@/lib/kernel/calendar";
import { newId } from "@/lib/kernel/ids";
import { laneOf } from "@/lib/kernel/lane";
import { queueMail } from "@/lib/platform/messages/mails/queue-mail";
import { recordFailure } from "@/lib/platform/work-failures/record-failure";
import { stuckAfter } from "@/lib/terms/work-failures";
import { useDatabase } from "@/test/database";
import { createMarketplace } from "@/test/factories/marketplace";
import { as, run } from "@/test/operator-terminal";
import { now } from "@/test/time";
import { usage } from "./run-command";

useDatabase();

let tenant: Tenant;
beforeAll(() => run(`operator add ${as} First Reviewer`, {}));
beforeEach(async () => {
  await db().delete(workFailures);
  await db().delete(mails);
  ({ live: tenant } = await createMarketplace({ live: true }));
});
afterEach(() => void vi.restoreAllMocks());

/** Mails whose sending has failed so often. Answers their ids, what failed first first. */
async function failedMails(count: number, failures = stuckAfter): Promise<string[]> {
  for (let i = 0; i < count; i++)
    await queueMail({ topic: "webhook", tenant, subject: "s", body: "Dear Ada", now: now() });
  const ids = (await db().select({ id: mails.id }).from(mails).orderBy(mails.id)).slice(-count).map(({ id }) => id);
  for (const [i, id] of ids.entries()) await fail(id, failures, later(now(), i));
  return ids;
}

async function fail(id: string, times: number, at = now()): Promise<void> {
  await claimDue(mails, 99, at, { owner: tenant });
  const failed = { task: "send-mail", id, lane: laneOf(tenant), at, cause: new RangeError("Ada") } as const;
  for (let i = 0; i < times; i++) await postpone(mails, id, (await recordFailure(failed)).nextTryAt);
}

async function isDue(id: string): Promise<boolean> {
  const due = await readDueRows([["send-mail", dueRows(mails, tenant, 99, later(now(), 1))]]);
  return due.some((row) => row.id === id && !row.taken);
}

const audited = () => db().select().from(auditLog).where(eq(auditLog.action, "work.retry"));

test("stuck work is listed: what, whose, how often, since when, why and when again", async () => {
  expect(await run("work list", {})).toBe("No work is stuck.");
  await failedMails(1, stuckAfter - 1);
  expect(await run("work list", {})).toBe("No work is stuck.");
  const [id] = await failedMails(1);
  const moment = "20\\S+Z";
  expect(await run("work list", {})).toMatch(
    new RegExp(
      `^send-mail ${id}\n    sending a mail, for .+ \\(${tenant.marketplaceId}\\), live\n` +
        `    failed 4 times since ${moment}, last ${moment}: RangeError\n    next try ${moment}$`,
    ),
  );
  expect(await run("work list", {})).not.toContain("Ada");
  await db().update(mails).set({ dueAt: null });
  expect(await run("work list", {})).toBe("No work is stuck.");
});

test("what belongs to nobody, and a whole lane, are named so", async () => {
  const at = now();
  for (let i = 0; i < stuckAfter; i++) {
    await recordFailure({ task: "purge", id: "", lane: "", at, cause: "" });
    const lane = laneOf(tenant);
    await recordFailure({ task: "deliver-webhook", id: lane, lane, at: later(at, minute), cause: "" });
  }
  const listed = await run("work list", {});
  expect(listed).toMatch(/^purge all there is in a lane\n {4}deleting what is past its time, for the service itself\n/);
  expect(listed).toContain("\ndeliver-webhook all there is in a lane\n    delivering an event, for ");
  const shown = await run(`work retry deliver-webhook ${laneOf(tenant)}`);
  expect(shown).toMatch(/\nThe next sweep of Inngest takes it up\.$/);
});

test("only so many are listed", async () => {
  const [at, nextTryAt] = [now(), later(now(), hour)];
  const ids = Array.from({ length: 52 }, () => newId("mail"));
  const row = { ...ownedBy(tenant), recipient: "a@b.example", subject: "s", body: "b", createdAt: at, dueAt: at };
  await db()
    .insert(mails)
    .values(ids.map((id) => ({ id, ...row, leasedUntil: nextTryAt })));
  const times = { failures: stuckAfter, firstFailedAt: at, lastFailedAt: at, nextTryAt };
  await db()
    .insert(workFailures)
    .values(ids.map((id) => ({ task: "send-mail" as const, id, lane: laneOf(tenant), ...times, cause: "" })));
  const lines = (await run("work list", {})).split("\n");
  expect(lines.filter((line) => line.startsWith("send-mail "))).toHaveLength(50);
  expect(lines.at(-1)).toBe("2 more");
});

test("a row is tried again now, which is audited, and its failures stay counted", async () => {
  const [id = "", other = ""] = await failedMails(2, 3);
  expect(await run(`work retry send-mail ${id}`, { as }, () => false)).toMatch(/Nothing was done\.$/);
  expect(await isDue(id)).toBe(false);
  expect(await run(`work retry send-mail ${id}`)).toMatch(/\nTry this again now\nDue now: 1\.$/);
  expect(await audited()).toMatchObject([{ subjectId: id, detail: { task: "send-mail", rows: 1 } }]);
  expect(await isDue(other)).toBe(false);
  expect(await isDue(id)).toBe(true);

  // A worker has it now.
  expect(await run(`work retry send-mail ${id}`)).toMatch(/Nothing waits for a later try: .+\.$/);
  await fail(id, 1);
  expect(await run("work list", {})).toMatch(new RegExp(`^send-mail ${id}\n.+\n    failed 4 times `));
});

test("all stuck rows of a task are tried again together, and no others", async () => {
  const [first = "", second = ""] = await failedMails(2);
  const [failing = ""] = await failedMails(1, 2);
  expect(await run("work retry send-mail")).toMatch(/\nTry all of these again now\nDue now: 2\.$/);
  expect([await isDue(first), await isDue(second), await isDue(failing)]).toEqual([true, true, false]);
  expect(await run("work retry purge")).toBe("No work is stuck.");
});

test("what is none is said", async () => {
  await expect(run("work retry send-letters")).rejects.toThrow("The task is one of process-batch, ");
  await expect(run("work retry")).rejects.toThrow("The task is missing.");
  await expect(run("work retry send-mail mail_none")).rejects.toThrow("No such failing work.");
  await expect(run("work retry send-mail", {})).rejects.toThrow("Say who acts");
  expect(usage().join("\n")).toContain("work retry TASK [ROW]");
});
