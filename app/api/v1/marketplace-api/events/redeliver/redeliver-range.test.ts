import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { POST as redeliverOne } from "@/app/api/v1/marketplace-api/events/[eventId]/redeliver/route";
import { db } from "@/db/client";
import { deliveries } from "@/db/schema/webhooks";
import { inTenant } from "@/db/tenancy";
import { later, minute } from "@/lib/kernel/calendar";
import { claimDueDeliveries } from "@/lib/platform/messages/webhooks/claim-deliveries";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { expectOrderedLocks } from "@/test/factories/locks";
import { createMarketplace } from "@/test/factories/marketplace";
import { createEndpoint, createEvents } from "@/test/factories/webhook";
import { now } from "@/test/time";
import { POST as redeliverMany } from "./route";

useDatabase();

const at = now();
const elsewhere = "https://example.com/";

const again = (key: string, eventId: string) => call(redeliverOne, { key, method: "POST", params: { eventId } });
const range = (key: string, body: unknown) => call(redeliverMany, { key, body });

async function setStatus(deliveryId: string, status: "DELIVERED" | "FAILED" | "NOT_SENT") {
  const done = { status, dueAt: null, leasedUntil: null, finishedAt: at };
  await db().update(deliveries).set(done).where(eq(deliveries.id, deliveryId));
}

async function stateOf(deliveryId: string) {
  const [row] = await db().select().from(deliveries).where(eq(deliveries.id, deliveryId));
  return row;
}

describe("POST /events/redeliver", () => {
  it("sends a period again, from inclusive, to exclusive, all or one status", async () => {
    const { testKey, test } = await createMarketplace();
    await createEndpoint(test, elsewhere);
    const made = [];
    for (const [i, status] of (["FAILED", "FAILED", "DELIVERED", "NOT_SENT", "FAILED"] as const).entries()) {
      const [event] = await createEvents(test, 1, { at: later(at, i * minute) });
      await setStatus(event?.deliveryId ?? "", status);
      made.push(event?.deliveryId ?? "");
    }
    const between = (from: number, to: number) => ({
      from: later(at, from * minute).toISOString(),
      to: later(at, to * minute).toISOString(),
    });
    expect((await range(testKey, { ...between(1, 4), deliveryStatus: "FAILED" })).json).toEqual({ redelivered: 1 });
    expect((await stateOf(made[1] ?? ""))?.status).toBe("PENDING");
    expect((await range(testKey, between(2, 4))).json).toEqual({ redelivered: 2 });
    expect((await stateOf(made[0] ?? ""))?.status).toBe("FAILED");
    expect((await stateOf(made[4] ?? ""))?.status).toBe("FAILED");
    expect((await range(testKey, between(0, 5))).json).toEqual({ redelivered: 5 });
    await claimDueDeliveries(1, later(now(), minute), { tenant: test });
    expect((await range(testKey, between(0, 5))).json).toEqual({ redelivered: 4 });
  });

  it("sends only what the endpoint subscribes to, unless an event is asked for by its id", async () => {
    const { testKey, test } = await createMarketplace();
    await createEndpoint(test, elsewhere, { events: ["kyc.approved", "loan.approved"] });
    const failed = { at, delivery: { status: "FAILED" as const, dueAt: null, finishedAt: at } };
    const [wanted] = await createEvents(test, 1, { ...failed, type: "kyc.approved" });
    const [unwanted] = await createEvents(test, 1, { ...failed, type: "merchant.created" });
    const body = { from: at.toISOString(), to: later(at, 1).toISOString() };
    expect((await range(testKey, body)).json).toEqual({ redelivered: 1 });
    expect((await stateOf(wanted?.deliveryId ?? ""))?.status).toBe("PENDING");
    expect((await stateOf(unwanted?.deliveryId ?? ""))?.status).toBe("FAILED");
    expect((await again(testKey, unwanted?.eventId ?? "")).status).toBe(200);
    expect((await stateOf(unwanted?.deliveryId ?? ""))?.status).toBe("PENDING");
  });

  it("sends a long stretch, each delivery once", async () => {
    const { testKey, test } = await createMarketplace();
    await createEndpoint(test, elsewhere);
    const failed = { at, delivery: { status: "FAILED" as const, dueAt: null, finishedAt: at, attempts: 5 } };
    await createEvents(test, 1_000, failed);
    await createEvents(test, 34, failed);
    const body = { from: at.toISOString(), to: later(at, 1).toISOString() };
    expect((await range(testKey, { ...body, deliveryStatus: "FAILED" })).json).toEqual({ redelivered: 1_034 });
    expect((await range(testKey, { ...body, deliveryStatus: "FAILED" })).json).toEqual({ redelivered: 0 });
    const rows = await db().select().from(deliveries).where(inTenant(deliveries, test));
    expect(rows.filter((row) => row.status === "PENDING" && row.attempts === 0 && row.dueAt)).toHaveLength(1_034);
  });

  it("takes the deliveries in one order", async () => {
    const { testKey, test } = await createMarketplace();
    await createEndpoint(test, elsewhere);
    const made = await createEvents(test, 3, { at });
    const body = { from: at.toISOString(), to: later(at, 1).toISOString() };
    const ids = made.map((event) => event.deliveryId);
    await expectOrderedLocks("deliveries", ids, () => range(testKey, body));
  });

  it.each([
    [{}, "from"],
    [{ from: "yesterday", to: at.toISOString() }, "from"],
    [{ from: at.toISOString(), to: at.toISOString() }, "to"],
    [{ from: at.toISOString(), to: later(at, 1).toISOString(), deliveryStatus: "LOST" }, "deliveryStatus"],
  ])("refuses %j", async (body, field) => {
    const { testKey } = await createMarketplace();
    const { status, json } = await range(testKey, body);
    expect(status).toBe(400);
    expect(json.errors).toContainEqual(expect.objectContaining({ field }));
  });
});
