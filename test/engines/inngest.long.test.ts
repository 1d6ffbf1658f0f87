import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { loans } from "@/db/schema/loans";
import { chores, workFailures } from "@/db/schema/operations";
import { tasks } from "@/lib/edge/jobs/all-tasks";
import { startInngestHints } from "@/lib/edge/jobs/inngest";
import { type Tenant, tenantOf } from "@/lib/kernel/actor";
import { hour, later, minute, second } from "@/lib/kernel/calendar";
import { env } from "@/lib/kernel/env";
import { newId } from "@/lib/kernel/ids";
import { laneOf } from "@/lib/kernel/lane";
import { useDatabase } from "@/test/database";
import { waitingRoom } from "@/test/factories/waiting-room";
import type { InngestServer } from "@/test/inngest/server";
import { now } from "@/test/time";
import { dueRow } from "./due-row";
import { type Engine, long, startEngine } from "./engine";
import { script } from "./scripted-tasks";
import { inngestEnvironment } from "./serve-inngest";

Object.assign(process.env, inngestEnvironment);
vi.mock("@/lib/edge/jobs/all-tasks", async (original) => {
  const { scripted } = await import("./scripted-tasks");
  const real = await original<typeof import("@/lib/edge/jobs/all-tasks")>();
  return { ...real, tasks: scripted(real.tasks) };
});

// As a service has: how much is done at once goes by it.
process.env.DATABASE_POOL = "16";
useDatabase();

const task = "service-loan";
let engine: Engine;
let server: InngestServer;

beforeAll(async () => {
  await db().update(chores).set({ dueAt: null });
  engine = await startEngine("Inngest", tasks);
  if (!engine.server) throw new Error("Inngest has a server.");
  server = engine.server;
});
afterAll(() => engine.stop());
beforeEach(() => script.rewind());

const anybody = (): Tenant => tenantOf({ marketplaceId: newId("marketplace"), environment: "live" });
const worked = (id: string) => script.worked.filter((one) => one.id === id).length;
const eventsOf = (tenant: Tenant) => server.events.filter(({ data }) => data.lane === laneOf(tenant)).length;
const openRuns = (tenant: Tenant) =>
  server.open(`financing-${task}`).filter(({ event }) => event.data.lane === laneOf(tenant)).length;

/** A row that is due, of which the engine is told. */
async function hinted(tenant: Tenant, dueAt = now()): Promise<string> {
  const id = await dueRow({ name: task, table: loans }, tenant, { dueAt });
  engine.hint(loans, id, tenant);
  return id;
}

test("no event is sent for a lane whose run is queued or at work", async () => {
  const tenant = anybody();
  const room = waitingRoom();
  script.rewind(() => room.wait().then(() => "done" as const));
  await hinted(tenant);
  await engine.until(() => room.inside() === 1);
  const others: string[] = [];
  for (let i = 0; i < 20; i++) others.push(await hinted(tenant));
  room.open();
  await engine.until(() => others.every((id) => worked(id) === 1), 2 * second);
  expect(eventsOf(tenant)).toBe(1);
});

test("two runs in one lane do nothing twice, and hold up no other lane", async () => {
  const [tenant, neighbour] = [anybody(), anybody()];
  const room = waitingRoom();
  script.rewind(({ id }) => (own.includes(id) ? room.wait().then(() => "done" as const) : Promise.resolve("done")));
  const own: string[] = [];
  for (let i = 0; i < 3; i++) own.push(await dueRow({ name: task, table: loans }, tenant, { dueAt: now() }));
  const event = { name: `financing/${task}.due`, data: { lane: laneOf(tenant) } };
  // As when an event is taken for lost: the second comes before the run of the first has begun.
  const send = () =>
    server.fetch(
      new Request(`http://inngest.test/e/${inngestEnvironment.INNGEST_EVENT_KEY}`, {
        ...{ method: "POST", body: JSON.stringify([event, event]) },
      }),
    );
  await send();
  await engine.until(() => room.inside() === 3);
  const next = await hinted(neighbour);
  await engine.until(() => worked(next) === 1, 2 * second);
  room.open();
  await engine.until(() => own.every((id) => worked(id) === 1), 2 * second);
  await engine.until(() => openRuns(tenant) === 0, minute);
  expect(own.map(worked)).toEqual([1, 1, 1]);
});

test("a newer event ends the run that sleeps in its lane, and what was waited for is done in time", async () => {
  const tenant = anybody();
  const start = now();
  const sleeping = await hinted(tenant, later(start, 3 * minute));
  const sleeps = () => server.open(`financing-${task}`).some(({ status }) => status === "sleeping");
  await engine.until(sleeps);
  for (let i = 0; i < 3; i++) {
    const id = await hinted(tenant);
    await engine.until(() => worked(id) === 1, 2 * second);
  }
  await engine.until(() => worked(sleeping) === 1, 4 * minute);
  await engine.until(() => openRuns(tenant) === 0);
  expect(script.times(sleeping, start.getTime())[0]).toBeLessThan(3 * minute + 10 * second);
  const runs = server.runs.filter(({ event }) => event.data.lane === laneOf(tenant));
  expect(runs.slice(0, -1).every(({ status }) => status === "cancelled")).toBe(true);
  expect([runs[0]?.status, runs.at(-1)?.status]).toEqual(["cancelled", "completed"]);
});

test("time in which nothing is due costs a run a minute at most, and no event", async () => {
  const idle = long ? hour : 10 * minute;
  const [runs, events] = [server.runs.length, server.events.length];
  const end = Date.now() + idle;
  await engine.until(() => Date.now() >= end, idle + minute);
  expect(server.runs.slice(runs).filter(({ madeAt }) => madeAt < end).length).toBeLessThanOrEqual(idle / minute);
  expect(server.events.length).toBe(events);
});

test("lanes of all marketplaces together have no more places than there are connections", async () => {
  const tenants = Array.from({ length: env().databasePool * 3 }, anybody);
  const room = waitingRoom();
  script.rewind(() => room.wait().then(() => "done" as const));
  const ids = await Promise.all(tenants.map((tenant) => hinted(tenant)));
  await engine.until(() => server.places.under("env database") === env().databasePool);
  room.open();
  await engine.until(() => ids.every((id) => worked(id) === 1), 2 * minute);
  expect(server.places.mostUnder("env database")).toBe(env().databasePool);
});

test("calls that are cut off or delivered twice do nothing twice, and none is lost", async () => {
  const tenant = anybody();
  server.faults.cut = 1;
  const cut = await hinted(tenant);
  await engine.until(() => worked(cut) === 1, minute);
  server.faults.twice = 1;
  const twice = await hinted(tenant);
  await engine.until(() => worked(twice) === 1, engine.findsWithin);
  await engine.until(() => openRuns(tenant) === 0, 2 * minute);
  expect([worked(cut), worked(twice)]).toEqual([1, 1]);
});

test("while the app cannot be reached nothing is lost; a lane whose run has failed is recorded and taken up again", async () => {
  const tenant = anybody();
  server.faults.unreachable = Number.POSITIVE_INFINITY;
  const id = await hinted(tenant);
  await engine.until(
    () => server.runs.some(({ status, event }) => status === "failed" && event.data.lane === laneOf(tenant)),
    hour,
  );
  server.faults.unreachable = 0;
  await engine.until(() => worked(id) === 1, 3 * engine.findsWithin);
  const recorded = db()
    .select()
    .from(workFailures)
    .where(eq(workFailures.lane, laneOf(tenant)));
  await engine.until(async () => (await recorded).length > 0, 2 * minute);
  expect(await recorded).toMatchObject([{ task, failures: 1 }]);
});

test("a server that forgets everything is told again", async () => {
  const tenant = anybody();
  server.faults.down = true;
  server.faults.streamDelay = 250;
  const id = await dueRow({ name: task, table: loans }, tenant, { dueAt: now() });
  server.faults.down = false;
  engine.hint(loans, id, tenant);
  await expect.poll(() => eventsOf(tenant)).toBe(1);
  server.forget();
  await server.register();
  await engine.until(() => worked(id) === 1, engine.findsWithin);
  server.faults.streamDelay = 0;
});

test("a process that does no background work gives hints, and is not called", async () => {
  await engine.stop();
  vi.stubGlobal("fetch", (input: string | URL | Request, init?: RequestInit) => server.fetch(new Request(input, init)));
  const tenant = anybody();
  const stop = await startInngestHints(tasks);
  await hinted(tenant);
  await stop();
  expect(eventsOf(tenant)).toBe(1);
  vi.resetModules();
  vi.stubEnv("JOBS", "off");
  const { PUT } = await import("@/app/api/inngest/route");
  expect((await PUT(new Request(`${env().baseUrl}/api/inngest`, { method: "PUT", body: "{}" }))).status).toBe(404);
});
