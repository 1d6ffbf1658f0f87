import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, transaction } from "@/db/client";
import { workFailures } from "@/db/schema/operations";
import { deliveries, events, webhookEndpoints } from "@/db/schema/webhooks";
import { tasks } from "@/lib/edge/jobs/all-tasks";
import { isOfTenants, type Task } from "@/lib/edge/jobs/task";
import { hour, later, minute, second } from "@/lib/kernel/calendar";
import { retryDelays } from "@/lib/terms/work-failures";
import { useDatabase } from "@/test/database";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { createEndpoint } from "@/test/factories/webhook";
import { now } from "@/test/time";
import { dueRow } from "./due-row";
import { type Engine, engineNames, long, nearly, startEngine } from "./engine";
import { script } from "./scripted-tasks";
import { inngestEnvironment } from "./serve-inngest";

Object.assign(process.env, inngestEnvironment);
if (long) vi.setConfig({ testTimeout: 10 * minute });
vi.mock("@/lib/edge/jobs/all-tasks", async (original) => {
  const { scripted } = await import("./scripted-tasks");
  const real = await original<typeof import("@/lib/edge/jobs/all-tasks")>();
  return { ...real, tasks: scripted(real.tasks) };
});

// As a service has: how much is done at once goes by it.
process.env.DATABASE_POOL = "16";
useDatabase();

const failures = long ? 6 : 2;
const chores = tasks.filter(({ chore }) => chore);
const laned = tasks.filter(({ chore }) => !chore);

describe.each(engineNames)("on %s, every task", (name) => {
  let engine: Engine;
  let market: TestMarketplace;

  beforeAll(async () => {
    await db().execute("update chores set due_at = null");
    market = await createMarketplace({ live: true });
    for (const tenant of [market.test, market.live]) await createEndpoint(tenant, "http://127.0.0.1:9/");
    engine = await startEngine(name, tasks);
  });
  afterAll(async () => {
    await engine.stop();
    await db().delete(webhookEndpoints);
    // They were made up, and say nothing. The database keeps true ones.
    await transaction(async () => {
      await db().execute("set local session_replication_role = replica");
      await db().delete(deliveries);
      await db().delete(events);
    });
  });
  beforeEach(async () => {
    script.rewind();
    await db().delete(workFailures);
  });

  const ownerOf = (task: Task) => (isOfTenants(task) ? market.live : null);
  /** A row of each of these tasks. Answers their ids by task. */
  async function rows(of: readonly Task[], at: { dueAt: Date; leasedUntil?: Date }) {
    const ids = new Map<Task, string>();
    for (const task of of) ids.set(task, await dueRow(task, ownerOf(task), at));
    return ids;
  }
  function hintAll(ids: ReadonlyMap<Task, string>, hint = engine.hint) {
    for (const [task, id] of ids) if (!task.chore) hint(task.table, id, ownerOf(task));
  }
  /** By how much more than so long each try came after the one before, in milliseconds. */
  const late = (times: readonly number[], delays: readonly number[]) =>
    delays.map((delay, i) => (times[i + 1] ?? Number.NaN) - (times[i] ?? 0) - delay);
  const workedOn = (ids: ReadonlyMap<Task, string>, tries = 1) =>
    [...ids].every(
      ([task, id]) => script.worked.filter((one) => one.task === task.name && one.id === id).length >= tries,
    );
  const once = (ids: ReadonlyMap<Task, string>) => [...ids].map(([task, id]) => `${task.name} ${id}`).sort();
  const all = () => script.worked.map(({ task, id }) => `${task} ${id}`).sort();

  test("works after a hint, once", async () => {
    const ids = await rows(laned, { dueAt: now() });
    hintAll(ids);
    await engine.until(() => workedOn(ids));
    expect(all()).toEqual(once(ids));
    expect(engine.server?.problems ?? []).toEqual([]);
  });

  test("is found when its hint is lost", async () => {
    // A run that has just worked in a lane would find the row without a hint.
    await engine.until(() => laned.every((task) => !engine.server?.open(`financing-${task.name}`).length));
    const ids = await rows([...laned, ...chores], { dueAt: now() });
    await engine.loseHints((hint) => hintAll(ids, hint));
    if (engine.server) expect(script.worked).toEqual([]);
    await engine.until(() => workedOn(ids), engine.findsWithin);
    expect(all()).toEqual(once(ids));
  });

  test("that is due later works at its time, and is tried again at the time it says", async () => {
    const start = now();
    script.rewind(({ tries, at }) => (tries === 1 ? later(at, minute) : "done"));
    const ids = await rows(laned, { dueAt: later(start, 2 * minute) });
    hintAll(ids);
    await engine.until(() => workedOn(ids, 2), 4 * minute);
    for (const [task, id] of ids) {
      const times = nearly(script.times(id, start.getTime()), 20 * second);
      expect([task.name, times]).toEqual([task.name, [2 * minute, 3 * minute]]);
    }
  });

  test("that fails is tried again later and later, while operators are told", async () => {
    const start = now();
    const told = new Map<string, number | undefined>();
    script.rewind(async ({ task, id, tries }) => {
      if (tries <= failures) return new Error("a fault");
      const ofRow = and(eq(workFailures.task, task), eq(workFailures.id, id));
      const [failure] = await db().select().from(workFailures).where(ofRow);
      told.set(`${task} ${id}`, failure?.failures);
      return "done";
    });
    const ids = await rows([...laned, ...chores], { dueAt: start });
    hintAll(ids);
    await engine.until(() => told.size === ids.size, 10 * hour);
    const delays = Array.from({ length: failures }, (_, i) => retryDelays[i] ?? hour);
    for (const [task, id] of ids) {
      const waits = late(script.times(id, start.getTime()), delays);
      const most = (task.chore ? engine.findsWithin : 0) + 10 * second;
      const sound = Math.min(...waits) > -second && Math.max(...waits) < most;
      expect([task.name, waits, sound]).toEqual([task.name, waits, true]);
    }
    expect([...told].sort()).toEqual(once(ids).map((row) => [row, failures]));
  });

  test("whose worker was killed works again when its lease has ended", async () => {
    const start = now();
    const ids = await rows([...laned, ...chores], { dueAt: start, leasedUntil: later(start, minute) });
    await engine.until(() => workedOn(ids), minute + engine.findsWithin);
    expect(all()).toEqual(once(ids));
    for (const { at } of script.worked) expect(at - start.getTime()).toBeGreaterThanOrEqual(minute);
  });
});
