import { day, later, latest } from "@/lib/kernel/calendar";
import { type BusinessTime, type RealTime, realTime } from "@/lib/kernel/time";
import { listQuiet } from "@/lib/surfaces/console/loans/arrears-list";
import { type WorkSource, workCountedUpTo } from "./source";

/** Whoever is late for longer than a month should have been spoken with in the last two weeks. */
const long = { pastDue: 31, quiet: 14 };

/** Loans long past due with whose merchant nobody has spoken, the longest late first. */
export const arrearsWork: WorkSource = {
  name: "arrears",
  label: "No contact",
  permission: "collect",
  read: async ({ environment, realNow, limit }) => {
    const { count, rows } = await listQuiet({ environment, realNow, ...long, most: workCountedUpTo, limit });
    return {
      count,
      items: rows.map(({ id, reference, businessName, daysPastDue, overdue, contact, aging, ahead }) => ({
        ...{ id, title: businessName, href: `loans/${id}`, since: since(aging, contact, ahead) ?? realNow },
        detail: `Loan ${reference}, ${daysPastDue} days past due: ${contact ? "nobody has spoken with them for two weeks" : "nobody has spoken with them"}`,
        cost: { amount: overdue },
        risk: 1 as const,
      })),
    };
  },
};

/** When it became work: the same moment at each look, so that nobody is told of it twice. */
function since(aging: BusinessTime | null, contact: BusinessTime | null, ahead: number): RealTime | null {
  if (!aging) return null;
  const late = later(aging, long.pastDue * day);
  return realTime(contact ? latest(late, later(contact, long.quiet * day)) : late, ahead);
}
