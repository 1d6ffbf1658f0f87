import { inArray, isNotNull } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { nextClaim, readDueRows, readNext } from "@/db/due";
import { deliveries } from "@/db/schema/webhooks";
import { inTenant } from "@/db/tenancy";
import type { Tenant } from "@/lib/kernel/actor";
import { later, minute } from "@/lib/kernel/calendar";
import { laneOf } from "@/lib/kernel/lane";
import { failingReceiverCap, receiverCap } from "@/lib/terms/outbound-webhooks";
import { useDatabase } from "@/test/database";
import { setClockAhead } from "@/test/factories/clock";
import { createMarketplace } from "@/test/factories/marketplace";
import { createEndpoint, createEvents } from "@/test/factories/webhook";
import { now } from "@/test/time";
import { claimDueDeliveries, dueDeliveriesOf, leaseMs, nextDeliveryOf, takesDeliveries } from "./claim-deliveries";
import { inTurn } from "./receiver-places";

useDatabase();

const at = now();

async function receiver(due: number, endpoint: Parameters<typeof createEndpoint>[2] = {}): Promise<Tenant> {
  const { test } = await createMarketplace();
  await createEndpoint(test, "https://example.com/", endpoint);
  await createEvents(test, due, { at });
  return test;
}

const dueOf = (...asked: Parameters<typeof dueDeliveriesOf>) =>
  readDueRows([["deliver-webhook", dueDeliveriesOf(...asked)]]);

const nextOf = (tenant: Tenant, when: typeof at) => nextClaim(deliveries, tenant, when, takesDeliveries(tenant));

/** Puts away what an earlier test left due. */
async function nothingElseDue() {
  await db().update(deliveries).set({ dueAt: null, leasedUntil: null, status: "DELIVERED" });
}

/** Ends the work on some of the rows that are claimed. */
async function finish(tenant: Tenant, count: number) {
  const claimed = inTenant(deliveries, tenant, isNotNull(deliveries.leasedUntil));
  const some = db().select({ id: deliveries.id }).from(deliveries).where(claimed).limit(count);
  await db()
    .update(deliveries)
    .set({ dueAt: null, leasedUntil: null, status: "DELIVERED" })
    .where(inArray(deliveries.id, some));
}

function perLane(claimed: { lane: string }[]) {
  const counts = new Map<string, number>();
  for (const { lane } of claimed) counts.set(lane, (counts.get(lane) ?? 0) + 1);
  return counts;
}

describe("claimDueDeliveries", () => {
  it("shares a claim equally, and gives what one leaves to the others", async () => {
    await nothingElseDue();
    const [small, large, larger] = [await receiver(3), await receiver(60), await receiver(60)];
    const counts = perLane(await claimDueDeliveries(30, at));
    expect(counts.get(laneOf(small))).toBe(3);
    expect([counts.get(laneOf(large)), counts.get(laneOf(larger))].sort()).toEqual([13, 14]);
  });

  it("goes on until the limit or until nothing is left", async () => {
    await nothingElseDue();
    const [small, large] = [await receiver(2), await receiver(40)];
    const claimed = await claimDueDeliveries(100, at);
    expect(perLane(claimed)).toEqual(
      new Map([
        [laneOf(small), 2],
        [laneOf(large), 40],
      ]),
    );
    expect(new Set(claimed.map((one) => one.id)).size).toBe(42);
    expect(await claimDueDeliveries(100, at)).toEqual([]);
  });

  it("gives no endpoint more than its cap, counting what is under way", async () => {
    await nothingElseDue();
    const busy = await receiver(80);
    const failing = await receiver(10, { failingSince: at });
    const lane = laneOf(busy);
    expect(perLane(await claimDueDeliveries(200, at))).toEqual(
      new Map([
        [lane, receiverCap],
        [laneOf(failing), failingReceiverCap],
      ]),
    );
    const inFlight = new Map([
      [lane, receiverCap],
      [laneOf(failing), failingReceiverCap],
    ]);
    expect(await claimDueDeliveries(200, at, { inFlight })).toEqual([]);
    inFlight.set(lane, receiverCap - 7);
    expect(await claimDueDeliveries(200, at, { inFlight })).toEqual([]);
    await finish(busy, 7);
    expect(await claimDueDeliveries(200, at, { inFlight })).toHaveLength(7);
  });

  it("counts what another process has claimed against the cap", async () => {
    await nothingElseDue();
    const tenant = await receiver(80);
    expect(await claimDueDeliveries(30, at)).toHaveLength(30);
    expect(await claimDueDeliveries(200, at)).toHaveLength(receiverCap - 30);
    await finish(tenant, 3);
    expect(await claimDueDeliveries(200, at)).toHaveLength(3);
  });

  it("counts what a process has claimed whose clock is ahead", async () => {
    await nothingElseDue();
    await receiver(80);
    expect(await claimDueDeliveries(30, later(at, 2_000))).toHaveLength(30);
    expect(await claimDueDeliveries(200, at)).toHaveLength(receiverCap - 30);
  });

  it("has as many again ready for a receiver that answers quickly, unless another process has some of it", async () => {
    await nothingElseDue();
    const tenant = await receiver(300);
    const lane = laneOf(tenant);
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const exchange = { status: 200, body: "", error: null, durationMs: 5, retryAfterMs: null };
    const underWay = inTurn(lane, false, () => ended.then(() => exchange));
    await inTurn(lane, false, async () => exchange);
    const mine = await claimDueDeliveries(200, at, { inFlight: new Map([[lane, 0]]) });
    expect(mine).toHaveLength(2 * receiverCap);
    expect(await claimDueDeliveries(200, at, { inFlight: new Map([[lane, mine.length]]) })).toEqual([]);
    await finish(tenant, 70);
    // Of the thirty that are leased, ten are somebody else's.
    expect(await claimDueDeliveries(200, at, { inFlight: new Map([[lane, 20]]) })).toHaveLength(receiverCap - 30);
    end();
    await underWay;
  });

  it("takes the longest due first, and nothing before its time", async () => {
    await nothingElseDue();
    const tenant = await receiver(0);
    const [third] = await createEvents(tenant, 1, { at });
    const [first] = await createEvents(tenant, 1, { at: later(at, -minute) });
    await createEvents(tenant, 1, { at: later(at, 1) });
    expect((await claimDueDeliveries(1, at)).map((one) => one.id)).toEqual([first?.deliveryId]);
    expect((await claimDueDeliveries(9, at)).map((one) => one.id)).toEqual([third?.deliveryId]);
  });

  it("gives each endpoint its turn when there are more than places", async () => {
    await nothingElseDue();
    const lanes = new Set<string>();
    for (let i = 0; i < 6; i++) lanes.add(laneOf(await receiver(20)));
    const served = new Set<string>();
    for (let i = 0; i < 60 && served.size < 6; i++)
      for (const { lane } of await claimDueDeliveries(2, at)) served.add(lane);
    expect(served).toEqual(lanes);
  });

  it("brings back what a killed worker had, once its lease is over", async () => {
    await nothingElseDue();
    await receiver(2);
    const claimed = await claimDueDeliveries(10, at);
    expect(await claimDueDeliveries(10, later(at, leaseMs - 1))).toEqual([]);
    expect((await claimDueDeliveries(10, later(at, leaseMs))).map((one) => one.id).sort()).toEqual(
      claimed.map((one) => one.id).sort(),
    );
  });

  it("gives no row to two workers", async () => {
    await nothingElseDue();
    for (let i = 0; i < 4; i++) await receiver(40);
    const claims = await Promise.all(Array.from({ length: 8 }, () => claimDueDeliveries(25, at)));
    const ids = claims.flat().map((one) => one.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThanOrEqual(100);
  });

  it("leaves disabled endpoints alone", async () => {
    await nothingElseDue();
    const tenant = await receiver(1, { status: "DISABLED" });
    expect(await claimDueDeliveries(10, at)).toEqual([]);
    expect(await nextOf(tenant, at)).toBeNull();
    expect(await dueOf(tenant, 10, at)).toEqual([]);
  });

  it("can be kept to one tenant and to first attempts", async () => {
    await nothingElseDue();
    const [mine, other] = [await receiver(1), await receiver(2)];
    const [retry] = await createEvents(mine, 1, { at, delivery: { attempts: 1 } });
    expect(await dueOf(mine, 10, at, { firstAttemptsOnly: true })).toMatchObject([{ taken: false }]);
    expect(await claimDueDeliveries(10, at, { tenant: mine, firstAttemptsOnly: true })).toHaveLength(1);
    expect(await claimDueDeliveries(10, at, { tenant: mine, firstAttemptsOnly: true })).toHaveLength(0);
    expect((await claimDueDeliveries(10, at, { tenant: mine })).map((one) => one.id)).toEqual([retry?.deliveryId]);
    expect(await claimDueDeliveries(10, at, { tenant: other })).toHaveLength(2);
  });
});

describe("when a marketplace's clock has been moved", () => {
  it("takes its test deliveries by that clock, and others by the world's", async () => {
    await nothingElseDue();
    const [mine, other] = [await createMarketplace({ live: true }), await createMarketplace()];
    for (const tenant of [mine.test, mine.live, other.test]) await createEndpoint(tenant, "https://example.com/");
    const inAnHour = { at, delivery: { dueAt: later(at, 60 * minute), attempts: 1 } };
    const [due] = await createEvents(mine.test, 1, inAnHour);
    for (const tenant of [mine.live, other.test]) await createEvents(tenant, 1, inAnHour);
    await createEvents(mine.test, 1, { at, delivery: { dueAt: later(at, 60 * minute + 1) } });
    await setClockAhead(mine, 60 * minute);

    expect(await nextOf(mine.test, at)).toEqual(at);
    expect(await dueOf(mine.test, 10, at)).toMatchObject([{ id: due?.deliveryId, taken: false }]);
    expect(await dueOf(mine.test, 10, at, { firstAttemptsOnly: true })).toEqual([]);
    expect(await readNext([nextDeliveryOf(mine.test, later(at, 60 * minute))])).toEqual(later(at, 60 * minute + 1));
    expect(await claimDueDeliveries(10, at)).toEqual([
      { id: due?.deliveryId, lane: laneOf(mine.test), clockAhead: 60 * minute },
    ]);
    expect(await dueOf(mine.test, 10, at)).toMatchObject([{ id: due?.deliveryId, taken: true }]);
    for (const tenant of [mine.live, other.test]) expect(await nextOf(tenant, at)).toEqual(later(at, 60 * minute));
    // Moved again while a worker has it: the lease is real time.
    await setClockAhead(mine, 60 * 60 * minute);
    const claimedAt = async (when: typeof at) =>
      (await claimDueDeliveries(10, when, { tenant: mine.test })).map(({ id, clockAhead }) => [id, clockAhead]);
    expect(await claimedAt(later(at, leaseMs - 1))).not.toContainEqual([due?.deliveryId, 60 * 60 * minute]);
    expect(await claimedAt(later(at, leaseMs))).toContainEqual([due?.deliveryId, 60 * 60 * minute]);
  });

  it("says in real time when one may be had", async () => {
    const { test: tenant, marketplaceId } = await createMarketplace();
    await createEndpoint(tenant, "https://example.com/");
    await createEvents(tenant, 1, { at, delivery: { dueAt: later(at, 10 * minute) } });
    await setClockAhead({ marketplaceId }, 7 * minute);
    expect(await nextOf(tenant, at)).toEqual(later(at, 3 * minute));
  });
});

it("does not read another receiver's backlog to find its own", async () => {
  await nothingElseDue();
  const [flooded, quiet] = [await receiver(0), await receiver(0)];
  for (let i = 0; i < 10; i++) await createEvents(flooded, 500, { at: later(at, -minute) });
  const [event] = await createEvents(quiet, 1, { at });
  const inFlight = new Map([[laneOf(flooded), receiverCap]]);
  const claimed = await claimDueDeliveries(100, at, { inFlight });
  expect(claimed.map((one) => one.id)).toEqual([event?.deliveryId]);
  await db()
    .delete(deliveries)
    .where(inArray(deliveries.marketplaceId, [flooded.marketplaceId]));
});
