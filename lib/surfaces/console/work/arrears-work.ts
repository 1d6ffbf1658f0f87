import { day, later } from "@/lib/kernel/calendar";
import { listArrears } from "@/lib/surfaces/console/loans/arrears-list";
import type { WorkSource } from "./source";

/** Whoever is late for longer than a month should have been spoken with in the last two weeks. */
const quietDays = 14;
const looked = 200;

/** Loans long past due with whose merchant nobody has spoken, the longest late first. */
export const arrearsWork: WorkSource = {
  name: "arrears",
  label: "No contact",
  permission: "collect",
  read: async ({ environment, realNow, limit }) => {
    const scope = { environment, realNow };
    const { rows } = await listArrears(scope, { limit: looked });
    const since = later(realNow, -quietDays * day);
    const quiet = rows.filter(({ daysPastDue, contact }) => daysPastDue > 30 && (contact === null || contact < since));
    return {
      count: quiet.length,
      items: quiet.slice(0, limit).map(({ id, reference, businessName, daysPastDue, overdue, contact }) => ({
        ...{ id, title: businessName, href: `loans/${id}`, since: later(realNow, -daysPastDue * day) },
        detail: `Loan ${reference}, ${daysPastDue} days past due: ${contact ? "nobody has spoken with them for two weeks" : "nobody has spoken with them"}`,
        cost: { amount: overdue },
        risk: 1 as const,
      })),
    };
  },
};
