import { and, asc, eq, gt, isNull, lt, notExists, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { loanContacts, paymentPromises } from "@/db/schema/contacts";
import { loans } from "@/db/schema/loans";
import { marketplaces } from "@/db/schema/marketplaces";
import { merchants } from "@/db/schema/merchants";
import { clockAheadOf } from "@/db/tenancy";
import { addDays } from "@/lib/kernel/calendar";
import { dayEnds, lagosDate } from "@/lib/kernel/lagos-days";
import { minus } from "@/lib/kernel/money";
import { businessTime } from "@/lib/kernel/time";
import { receivedSince, stateOf } from "@/lib/lending/contacts/promises";
import { payableStates } from "@/lib/terms/loans/states";
import type { WorkSource } from "./source";

/** Older ones are told by the loan's arrears. */
const shownForDays = 30;

/** Of so many the ledger is asked. */
const mostJudged = 500;

/** Promises that were not kept, until somebody has spoken with the merchant since. */
export const promiseWork: WorkSource = {
  name: "promises",
  label: "Broken promise",
  permission: "collect",
  read: async ({ environment, realNow, limit }) => {
    // In test some clocks are ahead: their days are over sooner.
    const today = lagosDate(realNow);
    const until = environment === "live" ? today : addDays(today, 3_650);
    const spoken = db()
      .select({ id: loanContacts.id })
      .from(loanContacts)
      .where(
        and(
          eq(loanContacts.loanId, paymentPromises.loanId),
          sql`${loanContacts.notedAt} >= (${paymentPromises.payBy} + 1)::timestamp at time zone 'Africa/Lagos'`,
        ),
      );
    const rows = await db()
      .select({
        given: paymentPromises,
        reference: loans.reference,
        status: loans.status,
        businessName: merchants.businessName,
        received: receivedSince,
        ahead: clockAheadOf(paymentPromises),
      })
      .from(paymentPromises)
      .innerJoin(loans, eq(loans.id, paymentPromises.loanId))
      .innerJoin(merchants, eq(merchants.id, loans.merchantId))
      .innerJoin(marketplaces, eq(marketplaces.id, loans.marketplaceId))
      .where(
        and(
          eq(paymentPromises.environment, environment),
          lt(paymentPromises.payBy, until),
          gt(paymentPromises.payBy, addDays(today, -shownForDays)),
          isNull(paymentPromises.replacedAt),
          notExists(spoken),
        ),
      )
      .orderBy(asc(paymentPromises.payBy), asc(paymentPromises.id))
      .limit(mostJudged);
    const broken = rows.filter(
      ({ given, received, ahead, status }) =>
        payableStates.some((one) => one === status) &&
        stateOf(given, received, businessTime(realNow, ahead)) === "BROKEN",
    );
    return {
      count: broken.length,
      items: broken.slice(0, limit).map(({ given, reference, businessName, received }) => ({
        ...{ id: given.id, title: businessName, href: `loans/${given.loanId}`, since: dayEnds(given.payBy) },
        detail: `Loan ${reference}: promised by ${given.payBy} and not paid`,
        cost: { amount: minus(given.amount, received) },
        risk: 2 as const,
      })),
    };
  },
};
