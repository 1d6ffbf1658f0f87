import { eq, isNotNull } from "drizzle-orm";
import { afterEach, describe, expect, test, vi } from "vitest";
import { connection, db, transaction, wakeWorkers } from "@/db/client";
import { claimDue, leaseFor, nextClaim } from "@/db/due";
import { chores, mails, workFailures } from "@/db/schema/operations";
import { scores, submissions } from "@/db/schema/scoring";
import type { Tenant } from "@/lib/kernel/actor";
import { later, second } from "@/lib/kernel/calendar";
import { log } from "@/lib/kernel/log";
import { onWakeUp } from "@/lib/kernel/wake-up";
import { queueMail } from "@/lib/platform/messages/mails/queue-mail";
import { submitSalesData } from "@/lib/sales/records/submit-sales-data";
import { useDatabase } from "@/test/database";
import { anyMerchant, sandboxActor } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { merchantRecord } from "@/test/factories/merchant-record";
import { waitingRoom } from "@/test/factories/waiting-room";
import { now } from "@/test/time";
import { scoreSubmissionTask } from "./all-tasks";
import { startEmbeddedEngine } from "./embedded";
import { lastBeat } from "./heartbeat";
import { startNotifying } from "./notify-engines";
import { runDue } from "./run-due";
import { type Task, task as taskOver } from "./task";

// As a service has: how much is done at once goes by it.
process.env.DATABASE_POOL = "16";
useDatabase();

let stop: (() => Promise<void>) | undefined;
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await stop?.();
  stop = undefined;
});

async function submitMany(tenant: Tenant, count: number): Promise<void> {
  const { thirdPartyCustomerId: ref } = await anyMerchant(tenant);
  const input = merchantRecord({ merchantIdentity: { merchantId: ref } });
  const actor = sandboxActor(tenant);
  await Promise.all(Array.from({ length: count }, () => submitSalesData({ actor, ref, input, now: now() })));
}

const unscored = async () => (await db().select().from(submissions).where(isNotNull(submissions.dueAt))).length;

describe("due rows", () => {
  test("two workers that take at once never take the same row; a lease that ended gives it back", async () => {
    const { test: tenant } = await createMarketplace();
    await submitMany(tenant, 40);
    const at = now();
    const taken = (await Promise.all([1, 2, 3, 4].map(() => claimDue(submissions, 10, at)))).flat();
    const rest = await claimDue(submissions, 100, at);
    const ids = [...taken, ...rest].map((row) => row.id);
    expect(ids).toHaveLength(40);
    expect(new Set(ids).size).toBe(40);
    expect(await claimDue(submissions, 100, at)).toEqual([]);

    const until = later(at, leaseFor);
    expect(await nextClaim(submissions, tenant, at)).toEqual(until);
    expect(await claimDue(submissions, 100, later(until, -1))).toEqual([]);
    expect(await claimDue(submissions, 100, until)).toHaveLength(40);
    await db().update(submissions).set({ dueAt: null });
    expect(await nextClaim(submissions, tenant, until)).toBeNull();
    await db().delete(submissions);
  });
});

describe("the embedded engine", () => {
  test("does what is due, what becomes due, and gives a sign of life", async () => {
    expect(await lastBeat()).toBeNull();
    const { test: tenant } = await createMarketplace();
    await submitMany(tenant, 120);
    stop = await startEmbeddedEngine([scoreSubmissionTask]);
    await expect.poll(unscored).toBe(0);
    await submitMany(tenant, 120);
    await expect.poll(unscored).toBe(0);
    expect(await db().select().from(scores)).toHaveLength(240);
    expect(await lastBeat()).not.toBeNull();
  });

  test("takes nothing before requests are answered, and then what has gathered", async () => {
    let claims = 0;
    const claim: Task["claim"] = async () => {
      claims += 1;
      return [];
    };
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    stop = await startEmbeddedEngine([{ ...scoreSubmissionTask, claim }], opened);
    // Longer than the time between two polls.
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(claims).toBe(0);
    open();
    await expect.poll(() => claims).toBeGreaterThan(0);
  });

  test("a row whose work throws is put off and stops nothing else", async () => {
    const logged = vi.spyOn(log, "error").mockReturnValue();
    const done: string[] = [];
    const rows = new Set(["bad", "good-1", "good-2"]);
    const task: Task = {
      ...scoreSubmissionTask,
      claim: async (limit) => {
        const claimed = [...rows].slice(0, limit);
        for (const id of claimed) rows.delete(id);
        return claimed.map((id) => ({ id, lane: "", clockAhead: 0 }));
      },
      run: async (id) => {
        if (id === "bad") throw new Error("a fault");
        done.push(id);
        return null;
      },
    };
    stop = await startEmbeddedEngine([task]);
    await expect.poll(() => done.sort()).toEqual(["good-1", "good-2"]);
    await expect.poll(() => logged.mock.calls.length).toBe(1);
    expect(await db().select().from(workFailures)).toMatchObject([{ task: task.name, id: "bad", failures: 1 }]);
  });

  test("a tenant with many due rows leaves places for others, and has its own done in the end", async () => {
    const [busy, quiet] = [await createMarketplace(), await createMarketplace()];
    const queue = (tenant: Tenant) => queueMail({ topic: "webhook", tenant, subject: "s", body: "b", now: now() });
    for (let i = 0; i < 9; i++) await queue(busy.test);
    await queue(quiet.test);
    const room = waitingRoom();
    let others = 0;
    const task = taskOver({
      name: "send-mail",
      words: "sending a mail",
      table: mails,
      concurrency: 4,
      run: async (id) => {
        const [mail] = await db().select().from(mails).where(eq(mails.id, id));
        if (mail?.marketplaceId === quiet.marketplaceId) others += 1;
        else await room.wait();
        await db().update(mails).set({ dueAt: null, leasedUntil: null }).where(eq(mails.id, id));
        return null;
      },
    });
    stop = await startEmbeddedEngine([task]);
    await expect.poll(() => `${room.inside()} ${others}`).toBe("3 1");
    room.open();
    await expect.poll(room.inside).toBe(9);
  });

  test("live work is next, however much test work has waited longer", async () => {
    const [busy, quiet] = [await createMarketplace(), await createMarketplace({ live: true })];
    const queue = (tenant: Tenant) => queueMail({ topic: "webhook", tenant, subject: "s", body: "b", now: now() });
    for (let i = 0; i < 3; i++) await queue(busy.test);
    await queue(quiet.live);
    const soon = later(now(), second * 10);
    const task = taskOver({
      name: "send-mail",
      words: "sending a mail",
      table: mails,
      concurrency: 4,
      run: async () => null,
    });
    expect(await task.claim(1, soon, {})).toMatchObject([{ lane: `${quiet.marketplaceId}/live` }]);
    expect(await task.claim(4, soon, {})).toHaveLength(3);
  });

  test("stopping waits for what is in hand and takes nothing new", async () => {
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let claims = 0;
    const task: Task = {
      ...scoreSubmissionTask,
      claim: async () => (claims++ === 0 ? [{ id: "slow", lane: "", clockAhead: 0 }] : []),
      run: async () => {
        await finished;
        return null;
      },
    };
    const end = await startEmbeddedEngine([task]);
    await expect.poll(() => claims).toBeGreaterThan(0);
    let stopped = false;
    const stopping = end().then(() => {
      stopped = true;
    });
    const before = claims;
    expect(stopped).toBe(false);
    finish();
    await stopping;
    expect(claims).toBe(before);
  });

  test("is told by NOTIFY of what a process that only answers has made due, a burst once", async () => {
    const { test: tenant } = await createMarketplace();
    const heard: string[] = [];
    const listening = await connection().listen("task_due", (table) => void heard.push(table));
    const stopNotifying = startNotifying();
    for (const id of ["one", "two"]) wakeWorkers(submissions, id, tenant);
    wakeWorkers(mails, "three", tenant);
    await expect.poll(() => heard).toHaveLength(2);
    expect(heard.sort()).toEqual(["mails", "submissions"]);
    await stopNotifying();
    wakeWorkers(submissions, "four", tenant);
    await connection().notify("task_due", "the last");
    await expect.poll(() => heard).toHaveLength(3);
    await listening.unlisten();
  });

  test("once it stops it announces nothing: the connections are about to be closed", async () => {
    const { test: tenant } = await createMarketplace();
    const notify = vi.spyOn(connection(), "notify");
    const end = await startEmbeddedEngine([]);
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    wakeWorkers(chores, "due", tenant);
    vi.runAllTimers();
    expect(notify).toHaveBeenCalledTimes(1);
    wakeWorkers(chores, "due", tenant);
    await end();
    vi.runAllTimers();
    expect(notify).toHaveBeenCalledTimes(1);
  });
});

describe("hints", () => {
  test("are passed on after the outermost commit, and not at all when it rolls back", async () => {
    const { test: tenant } = await createMarketplace();
    const heard: string[] = [];
    onWakeUp((wakeUps) => heard.push(...wakeUps.map((hint) => hint.id)));
    await transaction(async () => {
      wakeWorkers(chores, "outer", tenant);
      await transaction(async () => wakeWorkers(chores, "inner", tenant));
      await transaction(async () => {
        wakeWorkers(chores, "undone", tenant);
        throw new Error("roll back");
      }).catch(() => {});
      expect(heard).toEqual([]);
    });
    expect(heard).toEqual(["outer", "inner"]);
    await transaction(async () => {
      wakeWorkers(chores, "lost", tenant);
      throw new Error("roll back");
    }).catch(() => {});
    expect(heard).toEqual(["outer", "inner"]);
    onWakeUp(undefined);
  });
});

test("running what is due touches one tenant alone", async () => {
  const mine = await createMarketplace();
  const theirs = await createMarketplace();
  await submitMany(mine.test, 3);
  await submitMany(theirs.test, 3);
  await runDue(mine.test);
  const left = await db().select().from(submissions).where(isNotNull(submissions.dueAt));
  expect(left.map((row) => row.marketplaceId)).toEqual(Array(3).fill(theirs.marketplaceId));
});
