import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { fundingRequests } from "@/db/schema/funding";
import { kycRecords } from "@/db/schema/kyc";
import type { Actor } from "@/lib/actor";
import { later, minute, second } from "@/lib/calendar";
import type { CreateFundingRequest } from "@/lib/funding/schema";
import { log } from "@/lib/log";
import type { BusinessTime, RealTime } from "@/lib/time";
import { useDatabase } from "@/test/database";
import { createMarketplace } from "@/test/factories/marketplace";
import { InngestRun, startInngestStandIn } from "@/test/inngest-stand-in";
import { type Instant, instant, now } from "@/test/time";
import type { Pending, Task } from "./task";

const signingKey = "signkey-test-5f6d7a2b9c3e4f10";
const start = instant("2026-11-21T09:00:00.250Z");

const script = vi.hoisted(() => ({ tasks: [] as Task[] }));
vi.mock("@/lib/jobs/all-tasks", () => ({ tasks: script.tasks }));

useDatabase();

// One row, in memory: the rules of a claim without a database, so that every moment is exact.
const row = { id: "dlv_1", dueAt: start as Instant | null, leasedUntil: null as RealTime | null, clockAhead: 0 };
const work = vi.fn<Task["run"]>();
const peek = vi.fn<(limit: number, realNow: RealTime) => Promise<Pending[]>>();
const stub: Task = {
  name: "deliver-webhook",
  concurrency: 100,
  peek,
  claimDue: async () => [],
  claimDueOf: async () => [],
  dueRowsOf: () => null,
  dueLanes: () => sql`select '' as lane, now() as since, false as busy where false`,
  nextDueOf: () => null,
  release: async () => {},
  claimOne: async (_, realNow) => {
    const again = row.leasedUntil && row.dueAt && row.leasedUntil > row.dueAt ? row.leasedUntil : row.dueAt;
    if (!again || again > realNow) return { taken: false, again };
    row.leasedUntil = later(realNow, minute);
    return { taken: true, clockAhead: row.clockAhead };
  },
  run: work,
};

/** The work ends and says when it is due again. */
function done(again: BusinessTime | null) {
  return async () => {
    Object.assign(row, { dueAt: again, leasedUntil: null });
    return again;
  };
}

let inngest: Awaited<ReturnType<typeof startInngestStandIn>>;
let post: (request: Request) => Promise<Response>;

beforeAll(async () => {
  inngest = await startInngestStandIn();
  Object.assign(process.env, {
    INNGEST_EVENT_KEY: "event-key-of-the-tests",
    INNGEST_SIGNING_KEY: signingKey,
    INNGEST_BASE_URL: inngest.url,
  });
  const { tasks } = await vi.importActual<typeof import("./all-tasks")>("@/lib/jobs/all-tasks");
  script.tasks.push(stub, ...tasks.filter(({ name }) => name === "decide-funding-request"));
  ({ POST: post } = await import("@/app/api/inngest/route"));
});

afterAll(() => inngest.stop());

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: start });
  Object.assign(row, { dueAt: start, leasedUntil: null, clockAhead: 0 });
  work.mockReset();
  peek.mockReset();
  inngest.forget();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const dueEvent = { name: "financing/deliver-webhook.due", data: { id: row.id, marketplaceId: "mkt_1" } };
const wish: CreateFundingRequest = {
  amountRequested: 50_000,
  tenorDays: 30,
  purpose: "Inventory purchase",
  financingTimeframeDays: 7,
};
const runOf = (functionId: string, event: { name: string; data: Record<string, unknown> } = dueEvent) =>
  new InngestRun(post, signingKey, functionId, event);

describe("a run of a row", () => {
  test("that fails sleeps until exactly its next try, and ends when it succeeds", async () => {
    const again = later(start, 37 * second + 123);
    work.mockImplementationOnce(done(again)).mockImplementationOnce(done(null));
    const run = runOf("deliver-webhook");

    expect(await run.next()).toMatchObject({
      op: "StepRun",
      displayName: "attempt 1",
      data: { taken: true, again: again.toISOString() },
    });
    expect(await run.next()).toMatchObject({ op: "Sleep", displayName: "until 1", name: again.toISOString() });
    vi.setSystemTime(again);
    expect(await run.next()).toMatchObject({ displayName: "attempt 2", data: { taken: true, again: null } });
    expect(await run.call()).toMatchObject({ status: 200, result: { rounds: 2, followedBy: "nobody" } });
    expect(work).toHaveBeenCalledTimes(2);
  });

  test("that belongs to no marketplace is done like any other", async () => {
    work.mockImplementationOnce(done(null));
    const run = runOf("deliver-webhook", { ...dueEvent, data: { id: row.id, marketplaceId: "" } });
    expect(await run.next()).toMatchObject({ displayName: "attempt 1", data: { taken: true, again: null } });
  });

  test("of a marketplace whose clock is ahead sleeps by the world's", async () => {
    const ahead = 30 * 24 * 60 * minute;
    row.clockAhead = ahead;
    const again = later(start, ahead + 5 * minute);
    work.mockImplementationOnce(async (_, businessTime) => {
      expect(businessTime()).toEqual(later(start, ahead));
      return done(again)();
    });
    const run = runOf("deliver-webhook");
    const inFiveMinutes = later(start, 5 * minute).toISOString();
    expect(await run.next()).toMatchObject({ data: { taken: true, again: inFiveMinutes } });
    expect(await run.next()).toMatchObject({ op: "Sleep", name: inFiveMinutes });
  });

  test("whose work throws waits for the lease, and tells Inngest nothing of why", async () => {
    const logged = vi.spyOn(log, "error").mockReturnValue();
    work.mockRejectedValueOnce(new Error("insert failed: BVN 22212345678")).mockImplementationOnce(done(null));
    const run = runOf("deliver-webhook");

    const failed = await run.call();
    expect(failed.ops[0]).toMatchObject({ op: "StepError", displayName: "attempt 1" });
    expect(failed.text).not.toContain("BVN");
    expect(logged).toHaveBeenCalledWith("background work failed", expect.any(Error), {
      task: "deliver-webhook",
      id: row.id,
    });

    const leaseEnd = later(start, minute);
    vi.setSystemTime(later(start, 10 * second));
    expect(await run.next()).toMatchObject({ op: "StepRun", data: { taken: false, again: leaseEnd.toISOString() } });
    expect(await run.next()).toMatchObject({ op: "Sleep", name: leaseEnd.toISOString() });
    vi.setSystemTime(leaseEnd);
    expect(await run.next()).toMatchObject({ displayName: "attempt 2", data: { taken: true, again: null } });
    expect((await run.call()).status).toBe(200);
  });

  test("that finds the row in other hands waits once, then leaves it to the other run", async () => {
    const next = later(start, 2 * minute);
    work.mockImplementationOnce(done(next)).mockImplementationOnce(done(later(next, minute)));
    const owner = runOf("deliver-webhook");
    await owner.next();

    const other = runOf("deliver-webhook");
    expect(await other.next()).toMatchObject({ data: { taken: false, again: next.toISOString() } });
    expect(await other.next()).toMatchObject({ op: "Sleep", name: next.toISOString() });
    vi.setSystemTime(next);
    await owner.next();
    expect(await owner.next()).toMatchObject({ displayName: "attempt 2", data: { taken: true } });
    expect(await other.next()).toMatchObject({ displayName: "attempt 2", data: { taken: false } });
    expect(await other.call()).toMatchObject({ status: 200, result: { followedBy: "another run" } });
    expect(work).toHaveBeenCalledTimes(2);
  });

  test("takes over from a worker that died", async () => {
    row.leasedUntil = later(start, 40 * second);
    work.mockImplementationOnce(done(null));
    const run = runOf("deliver-webhook");
    await run.next();
    expect(await run.next()).toMatchObject({ op: "Sleep", name: row.leasedUntil.toISOString() });
    vi.setSystemTime(row.leasedUntil);
    expect(await run.next()).toMatchObject({ data: { taken: true, again: null } });
  });

  test("that is finished already ends, and one due in weeks is left to the sweep", async () => {
    row.dueAt = null;
    const finished = runOf("deliver-webhook");
    expect(await finished.next()).toMatchObject({ data: { taken: false, again: null } });
    expect(await finished.call()).toMatchObject({ status: 200, result: { rounds: 1 } });

    row.dueAt = later(start, 20 * 24 * 60 * minute);
    expect(await runOf("deliver-webhook").next()).toMatchObject({ data: { taken: false, again: null } });
    expect(work).not.toHaveBeenCalled();
  });

  test("hands over to a new run after fifty rounds", async () => {
    work.mockImplementation(async () => done(later(now(), minute))());
    const run = runOf("deliver-webhook");
    for (let round = 1; round <= 50; round++) {
      expect(await run.next()).toMatchObject({ op: "StepRun", displayName: `attempt ${round}` });
      const sleep = await run.next();
      vi.setSystemTime(new Date(sleep.name ?? ""));
    }
    expect(await run.next()).toMatchObject({ displayName: "hand over" });
    expect(inngest.events()).toMatchObject([dueEvent]);
    expect(await run.call()).toMatchObject({ status: 200, result: { followedBy: "a new run" } });
  });

  test("is reported step by step while the call goes on, when Inngest offers checkpoints", async () => {
    const again = later(start, minute);
    work.mockImplementationOnce(done(again));
    const run = new InngestRun(post, signingKey, "deliver-webhook", dueEvent, true);
    expect(await run.next()).toMatchObject({ op: "Sleep", name: again.toISOString() });
    expect(inngest.checkpoints.flat()).toMatchObject([{ op: "StepRun", data: { taken: true } }]);
  });

  test("whose event names no row is not tried again", async () => {
    const { status, text } = await runOf("deliver-webhook", { ...dueEvent, data: { id: "" } }).call();
    expect(status).toBe(400);
    expect(text).toContain("names no row");
  });
});

test("a funding request is followed until it is decided", async () => {
  const { db } = await import("@/db/client");
  const { createMerchant } = await import("@/lib/merchants/create-merchant");
  const { createFundingRequest } = await import("@/lib/funding/create-funding-request");
  const { test: tenant, marketplaceId } = await createMarketplace();
  const actor: Actor = { kind: "job", tenant, task: "test" };
  const at = now();
  const shop = { thirdPartyCustomerId: "shop-1", businessName: "Ada Provisions" };
  const { merchantId } = await createMerchant({ actor, input: shop, now: at });
  const { id } = await createFundingRequest({ actor, ref: merchantId, input: wish, now: at });

  const event = { name: "financing/decide-funding-request.due", data: { id, marketplaceId } };
  const run = runOf("decide-funding-request", event);
  const inTwoMinutes = later(start, 2 * minute);
  expect(await run.next()).toMatchObject({ data: { taken: true, again: inTwoMinutes.toISOString() } });
  expect(await run.next()).toMatchObject({ op: "Sleep", name: inTwoMinutes.toISOString() });

  await db().update(kycRecords).set({ status: "REJECTED" }).where(eq(kycRecords.merchantId, merchantId));
  vi.setSystemTime(inTwoMinutes);
  expect(await run.next()).toMatchObject({ data: { taken: true, again: null } });
  expect((await run.call()).status).toBe(200);
  const [decided] = await db().select().from(fundingRequests).where(eq(fundingRequests.id, id));
  expect(decided).toMatchObject({ status: "REJECTED", failureReason: "KYC_REJECTED", dueAt: null });
});

describe("the sweep", () => {
  const cron = { name: "inngest/scheduled.timer", data: { cron: "* * * * *" } };

  test("sends for what has been due for a while, in chunks, every time it finds it", async () => {
    peek.mockResolvedValue(Array.from({ length: 260 }, (_, i) => ({ id: `dlv_${i}`, marketplaceId: "mkt_1" })));
    for (const _ of ["once", "again"]) {
      inngest.forget();
      const run = runOf("deliver-webhook-sweep", cron);
      await run.next();
      expect(peek).toHaveBeenLastCalledWith(1_000, later(start, -30 * second));
      expect(await run.next()).toMatchObject({ displayName: "send from 0" });
      expect(await run.next()).toMatchObject({ displayName: "send from 250" });
      expect(await run.call()).toMatchObject({ status: 200, result: { sent: 260 } });
      expect(inngest.requests.map(({ events }) => events.length)).toEqual([250, 10]);
      expect(inngest.events()[259]).toMatchObject({ ...dueEvent, data: { id: "dlv_259", marketplaceId: "mkt_1" } });
      expect(inngest.events().every((event) => event.id === undefined)).toBe(true);
    }
  });

  test("sends nothing when nothing waits", async () => {
    peek.mockResolvedValue([]);
    const run = runOf("deliver-webhook-sweep", cron);
    await run.next();
    expect(await run.call()).toMatchObject({ status: 200, result: { sent: 0 } });
    expect(inngest.requests).toEqual([]);
  });

  test("finds forgotten rows in the database, not the fresh ones", async () => {
    const { db } = await import("@/db/client");
    const { createMerchant } = await import("@/lib/merchants/create-merchant");
    const { createFundingRequest } = await import("@/lib/funding/create-funding-request");
    const { live: tenant, marketplaceId } = await createMarketplace();
    const actor: Actor = { kind: "job", tenant, task: "test" };
    const shop = { thirdPartyCustomerId: "shop-2", businessName: "Bola Stores" };
    const { merchantId } = await createMerchant({ actor, input: shop, now: start });
    const ask = (now: BusinessTime) => createFundingRequest({ actor, ref: merchantId, input: wish, now });
    const forgotten = await ask(later(start, -31 * second));
    await ask(later(start, -5 * second));
    const busy = await ask(later(start, -31 * second));
    const leased = { leasedUntil: later(start, minute) };
    await db().update(fundingRequests).set(leased).where(eq(fundingRequests.id, busy.id));

    const run = runOf("decide-funding-request-sweep", cron);
    await run.next();
    await run.next();
    expect(inngest.events()).toMatchObject([{ data: { id: forgotten.id, marketplaceId } }]);
  });
});
