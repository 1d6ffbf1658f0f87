import { eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { connection, db } from "@/db/client";
import { kycRecords } from "@/db/schema/kyc";
import { deliveries } from "@/db/schema/webhooks";
import { hour, later, minute } from "@/lib/kernel/calendar";
import { useDatabase } from "@/test/database";
import { submittedMerchant } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { createEvents, takeDelivery } from "@/test/factories/webhook";
import { now } from "@/test/time";
import { bringForward } from "./run-due-work";

useDatabase();

const at = now();
const soon = later(at, hour);

async function dueTimes(ids: string[]) {
  const rows = await db().select().from(deliveries).where(inArray(deliveries.id, ids)).orderBy(deliveries.id);
  return rows.map((row) => row.dueAt);
}

test("what waits is due now; retries and other tenants' rows keep their time", async () => {
  const { test: mine, live } = await createMarketplace({ live: true });
  const waiting = { at, delivery: { dueAt: soon } };
  const [first] = await createEvents(mine, 1, waiting);
  const [retry] = await createEvents(mine, 1, { at, delivery: { dueAt: soon, attempts: 1 } });
  const [other] = await createEvents(live, 1, waiting);
  const { merchantId } = await submittedMerchant(mine);
  await db().update(kycRecords).set({ dueAt: soon });

  await bringForward(mine, at);
  const ids = [first, retry, other].map((event) => event?.deliveryId ?? "");
  expect(await dueTimes(ids)).toEqual([at, soon, soon]);
  expect(await db().select().from(kycRecords).where(eq(kycRecords.merchantId, merchantId))).toMatchObject([
    { dueAt: at },
  ]);
});

test("what is overdue, in a worker's hands or being changed is left alone, and not waited for", async () => {
  const { test: tenant } = await createMarketplace();
  const [overdue, leased] = await createEvents(tenant, 2, {
    at: later(at, -minute),
    delivery: { dueAt: later(at, -minute) },
  });
  await takeDelivery(leased?.deliveryId ?? "", at);
  const [locked, free] = await createEvents(tenant, 2, { at, delivery: { dueAt: soon } });
  const holder = await connection().reserve();
  try {
    await holder`begin`;
    await holder`select from deliveries where id = ${locked?.deliveryId ?? ""} for update`;
    await bringForward(tenant, at);
    const ids = [overdue, leased, locked, free].map((event) => event?.deliveryId ?? "");
    expect(await dueTimes(ids)).toEqual([later(at, -minute), later(at, -minute), soon, at]);
  } finally {
    await holder`rollback`;
    holder.release();
  }
});
