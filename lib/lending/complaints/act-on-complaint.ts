import { and, eq, inArray } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { complaints } from "@/db/schema/complaints";
import { operatorIn, tenantOf } from "@/lib/kernel/actor";
import type { Call, OperatorCall } from "@/lib/kernel/call";
import { CodedError, notFound } from "@/lib/kernel/errors";
import { businessTime } from "@/lib/kernel/time";
import { readClockAhead } from "@/lib/parties/marketplaces/queries";
import type { ComplaintState } from "@/lib/terms/complaints";
import { type Complaint, readComplaint } from "./queries";
import type { OperatorComplaint } from "./schema";

export type ComplaintCall = OperatorCall<{ complaintId: string }>;

type On = Call<{ complaint: Complaint }>;

/** What an operator does to a complaint, in one transaction with its row locked. @param from the states it may be in */
export async function actOnComplaint(
  { operator, complaintId, realNow }: ComplaintCall,
  from: readonly ComplaintState[],
  work: (on: On) => Promise<Partial<typeof complaints.$inferInsert>>,
): Promise<OperatorComplaint> {
  await transaction(async () => {
    const it = eq(complaints.id, complaintId);
    const [complaint] = await db().select().from(complaints).where(it).for("no key update");
    if (!complaint) throw notFound("complaint");
    if (!from.includes(complaint.status)) {
      throw new CodedError("COMPLAINT_STATE_CONFLICT", `The complaint is ${complaint.status}.`);
    }
    const tenant = tenantOf(complaint);
    const now = businessTime(realNow, await readClockAhead(tenant));
    const change = await work({ actor: operatorIn(tenant, operator), complaint, now });
    await db()
      .update(complaints)
      .set(change)
      .where(and(it, inArray(complaints.status, [...from])));
  });
  return readComplaint(complaintId, realNow);
}
actOnComplaint.errors = ["INSUFFICIENT_ROLE", "NOT_FOUND", "COMPLAINT_STATE_CONFLICT"] as const;

/** What the audit log names: the loan, so that it stands in its story, or else the merchant. */
export function auditedAs({ number, loanId, merchantId }: Complaint) {
  return { detail: { number }, subjectId: loanId ?? merchantId };
}
