import { and, eq } from "drizzle-orm";
import { db, wakeWorkers } from "@/db/client";
import { mandates } from "@/db/schema/loans";
import { tenantOf } from "@/lib/kernel/actor";
import type { BusinessTime } from "@/lib/kernel/time";
import type { Debit } from "./serialize";

/** With the loan's row locked: what is overdue has changed, so the next debit is decided anew or the mandate ends. */
export async function recheckMandate({ mandateId, ...payment }: Debit, now: BusinessTime): Promise<void> {
  const active = and(eq(mandates.id, mandateId), eq(mandates.status, "ACTIVE"));
  await db().update(mandates).set({ dueAt: now }).where(active);
  wakeWorkers(mandates, mandateId, tenantOf(payment));
}
