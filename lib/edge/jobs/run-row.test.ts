import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from "vitest";
import { db } from "@/db/client";
import type { ClaimedRow } from "@/db/due";
import { releaseAll } from "@/db/due";
import { chores, mails, workFailures } from "@/db/schema/operations";
import type { Tenant } from "@/lib/kernel/actor";
import { hour, later, minute } from "@/lib/kernel/calendar";
import { laneOf } from "@/lib/kernel/lane";
import { log } from "@/lib/kernel/log";
import { queueAccountMail } from "@/lib/platform/messages/mails/queue-account-mail";
import { queueMail } from "@/lib/platform/messages/mails/queue-mail";
import { forgetFailures } from "@/lib/platform/work-failures/forget-failures";
import { recordFailure } from "@/lib/platform/work-failures/record-failure";
import { useDatabase } from "@/test/database";
import { createMarketplace } from "@/test/factories/marketplace";
import { createEndpoint, createEvents } from "@/test/factories/webhook";
import { now } from "@/test/time";
import { tasks } from "./all-tasks";
import { runRow } from "./run-row";
import type { Task } from "./task";

useDatabase();

let tenant: Tenant;
let logged: MockInstance<typeof log.error>;
beforeEach(async () => {
  await db().delete(workFailures);
  await db().delete(mails);
  ({ test: tenant } = await createMarketplace());
  logged = vi.spyOn(log, "error").mockImplementation(() => {});
});
afterEach(() => void vi.restoreAllMocks());

const fault = new RangeError("the name of somebody");

function taskNamed(name: Task["name"]): Task {
  const task = tasks.find((one) => one.name === name);
  if (!task) throw new Error(`There is no task ${name}.`);
  return task;
}

const failing = (name: Task["name"]): Task => ({ ...taskNamed(name), run: () => Promise.reject(fault) });

async function claim(task: Task): Promise<ClaimedRow> {
  const [row] = await task.claim(1, now(), {});
  if (!row) throw new Error(`Nothing is due for ${task.name}.`);
  return row;
}

const failures = () => db().select().from(workFailures);
const queue = () => queueMail({ topic: "webhook", tenant, subject: "s", body: "b", now: now() });
/** Lets the row's lease end, as if the time of its next try had come. */
const endLease = () => db().update(mails).set({ leasedUntil: now() });

describe("a row whose work throws", () => {
  test.each<{ name: Task["name"]; make: () => Promise<unknown> }>([
    { name: "send-mail", make: queue },
    {
      name: "send-account-mail",
      make: () =>
        queueAccountMail({
          recipient: "a@b.example",
          mail: { kind: "PASSWORD_CHANGED", userKind: "operator", at: now().toISOString() },
          realNow: now(),
        }),
    },
    {
      name: "deliver-webhook",
      make: async () => {
        await createEndpoint(tenant, "https://example.com/");
        await createEvents(tenant, 1);
      },
    },
    { name: "check-ledgers", make: async () => {} },
  ])("of $name is kept from everybody until its next try", async ({ name, make }) => {
    await make();
    const task = failing(name);
    const row = await claim(task);
    expect(await runRow(task, row)).toBe(false);
    const [failure] = await failures();
    expect(failure).toMatchObject({ task: name, id: row.id, lane: row.lane, failures: 1, cause: "RangeError" });
    const { lastFailedAt, nextTryAt } = failure ?? { lastFailedAt: now(), nextTryAt: now() };
    expect(nextTryAt).toEqual(later(lastFailedAt, minute));
    expect(await task.nextClaim(row.lane, later(nextTryAt, -1))).toEqual(nextTryAt);
    expect(await task.claim(1, later(nextTryAt, -1), { lane: row.lane })).toEqual([]);
    expect(await task.claim(1, nextTryAt, { lane: row.lane })).toEqual([row]);
  });

  test("is logged once for each failure, with their number, and not told to be done", async () => {
    await queue();
    const task = failing("send-mail");
    for (const count of [1, 2, 3, 4, 5]) {
      expect(await runRow(task, await claim(task))).toBe(false);
      expect(logged).toHaveBeenCalledTimes(count);
      const [{ id = "", nextTryAt } = {}] = await failures();
      const fields = { task: "send-mail", id, failures: count, nextTryAt };
      expect(logged).toHaveBeenLastCalledWith("background work failed", fault, fields);
      await endLease();
    }
    const [failure] = await failures();
    expect(failure?.nextTryAt).toEqual(later(failure?.lastFailedAt ?? now(), hour));
  });

  test("becomes due when its lease ends if its failure cannot be recorded", async () => {
    await queue();
    const task = failing("send-mail");
    const row = await claim(task);
    const lease = () => db().select({ until: mails.leasedUntil }).from(mails).where(eq(mails.id, row.id));
    const before = await lease();
    await db().execute("alter table work_failures rename to gone");
    try {
      expect(await runRow(task, row)).toBe(false);
    } finally {
      await db().execute("alter table gone rename to work_failures");
    }
    expect(await lease()).toEqual(before);
    expect(logged.mock.calls.map(([, error]) => error === fault)).toEqual([true, false]);
  });
});

describe("a failure", () => {
  test("is remembered as long as the row is due, and forgotten once its work has succeeded", async () => {
    await queue();
    const bad = failing("send-mail");
    await runRow(bad, await claim(bad));
    await forgetFailures(tasks, now());
    expect(await failures()).toHaveLength(1);
    // The process is started anew: leases end, and the count goes on.
    await releaseAll(bad.table, now());
    await forgetFailures(tasks, now());
    expect(await failures()).toHaveLength(1);
    const claimed = await claim(bad);
    await forgetFailures(tasks, now());
    expect(await runRow(bad, claimed)).toBe(false);
    expect(await failures()).toMatchObject([{ failures: 2 }]);

    await endLease();
    const good = taskNamed("send-mail");
    expect(await runRow(good, await claim(good))).toBe(true);
    expect(await failures()).toHaveLength(1);
    await forgetFailures(tasks, now());
    expect(await failures()).toEqual([]);
  });

  test("is forgotten when the row was done and is due again, or is gone", async () => {
    const bad = failing("send-mail");
    for (const change of [
      () => db().update(mails).set({ leasedUntil: null }),
      () => db().update(mails).set({ dueAt: null }),
      () => db().delete(mails),
    ]) {
      await queue();
      await runRow(bad, await claim(bad));
      expect(await failures()).toHaveLength(1);
      await change();
      await forgetFailures(tasks, now());
      expect(await failures()).toEqual([]);
      await db().delete(mails);
    }
  });

  test("of a chore is not that of another", async () => {
    const bad = failing("purge");
    await runRow(bad, await claim(bad));
    const at = now();
    await recordFailure({ task: "check-ledgers", id: "check-ledgers", lane: "", at, cause: fault });
    await db().update(chores).set({ leasedUntil: null }).where(eq(chores.id, "check-ledgers"));
    await forgetFailures(tasks, at);
    expect(await failures()).toMatchObject([{ task: "purge" }]);
    await releaseAll(bad.table, now());
  });

  test("of a whole lane's run is forgotten half an hour after the last", async () => {
    const at = now();
    for (const lane of [laneOf(tenant), ""]) {
      await recordFailure({ task: "send-mail", id: lane, lane, at, cause: fault });
    }
    await forgetFailures(tasks, later(at, 30 * minute));
    expect(await failures()).toHaveLength(2);
    await forgetFailures(tasks, later(at, 30 * minute + 1));
    expect(await failures()).toEqual([]);
  });
});
