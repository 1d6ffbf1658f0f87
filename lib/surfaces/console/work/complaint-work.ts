import { and, eq, inArray } from "drizzle-orm";
import { db } from "@/db/client";
import { complaints } from "@/db/schema/complaints";
import { listWaitingComplaints } from "@/lib/lending/complaints/queries";
import { unansweredStates } from "@/lib/terms/complaints";
import { type WorkSource, workCountedUpTo } from "./source";

/** Complaints without an answer: those whose deadline has passed are the riskiest there is. */
export const complaintWork: WorkSource = {
  name: "complaints",
  label: "Complaint",
  permission: "collect",
  read: async ({ environment, realNow, limit }) => {
    const waiting = and(eq(complaints.environment, environment), inArray(complaints.status, unansweredStates));
    const counted = db().select({ id: complaints.id }).from(complaints).where(waiting).limit(workCountedUpTo);
    const [ids, found] = await Promise.all([counted, listWaitingComplaints(environment, limit, realNow)]);
    return {
      count: ids.length,
      items: found.map(({ id, number, merchant, late, madeAt, takenBy, loan }) => ({
        ...{ id, title: merchant.businessName, href: `complaints/${id}`, since: new Date(madeAt) },
        detail: `Complaint ${number}${loan ? ` about loan ${loan.reference}` : ""}${takenBy ? `, taken by ${takenBy.name}` : ""}`,
        cost: { who: late ? "Its deadline has passed" : "A merchant waits" },
        risk: late ? 3 : 1,
      })),
    };
  },
};
