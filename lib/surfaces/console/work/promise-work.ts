import { and, asc, eq, gt, gte, inArray, isNull, lt, notExists, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { businessName } from "@/db/business-name";
import { db } from "@/db/client";
import { loanContacts, paymentPromises } from "@/db/schema/contacts";
import { loans } from "@/db/schema/loans";
import { marketplaces } from "@/db/schema/marketplaces";
import { merchants } from "@/db/schema/merchants";
import { clockAheadOf } from "@/db/tenancy";
import type { Environment } from "@/lib/kernel/actor";
import { dayEnds, lagosDate } from "@/lib/kernel/lagos-days";
import { minus } from "@/lib/kernel/money";
import type { RealTime } from "@/lib/kernel/time";
import { receivedSince } from "@/lib/lending/contacts/promises";
import { payableStates } from "@/lib/terms/loans/states";
import { type WorkSource, workCountedUpTo } from "./source";

/** Older ones are told by the loan's arrears. */
const shownForDays = 30;

/** Promises that were not kept, until somebody has spoken with the merchant since. */
export const promiseWork: WorkSource = {
  name: "promises",
  label: "Broken promise",
  permission: "collect",
  read: async ({ environment, realNow, limit }) => {
    const today = todayIn(environment, realNow);
    const newer = alias(paymentPromises, "newer");
    const other = alias(loans, "other");
    const overAt = sql`(${paymentPromises.payBy} + 1)::timestamp at time zone 'Africa/Lagos'`;
    const spoken = db()
      .select({ id: loanContacts.id })
      .from(loanContacts)
      .innerJoin(other, eq(other.id, loanContacts.loanId))
      .where(and(eq(other.merchantId, loans.merchantId), gte(loanContacts.notedAt, overAt)));
    const promisedAnew = db()
      .select({ id: newer.id })
      .from(newer)
      .where(and(eq(newer.loanId, paymentPromises.loanId), gte(newer.takenAt, overAt)));
    const broken = await db()
      .select({
        given: paymentPromises,
        reference: loans.reference,
        businessName,
        received: receivedSince,
      })
      .from(paymentPromises)
      .innerJoin(loans, eq(loans.id, paymentPromises.loanId))
      .innerJoin(merchants, eq(merchants.id, loans.merchantId))
      .innerJoin(marketplaces, eq(marketplaces.id, loans.marketplaceId))
      .where(
        and(
          eq(paymentPromises.environment, environment),
          lt(paymentPromises.payBy, today),
          gt(paymentPromises.payBy, sql`${today} - ${sql.raw(String(shownForDays))}`),
          isNull(paymentPromises.replacedAt),
          inArray(loans.status, [...payableStates]),
          notExists(spoken),
          notExists(promisedAnew),
          lt(receivedSince, paymentPromises.amount),
        ),
      )
      .orderBy(asc(paymentPromises.payBy), asc(paymentPromises.id))
      .limit(workCountedUpTo);
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

/** The date in Lagos; in test by the clock of the loan's marketplace, of which there are few enough to ask each. */
function todayIn(environment: Environment, realNow: RealTime): SQL {
  if (environment === "live") return sql`${lagosDate(realNow)}::date`;
  const ahead = sql`${clockAheadOf(paymentPromises)} * interval '1 millisecond'`;
  return sql`((${realNow.toISOString()}::timestamptz + ${ahead}) at time zone 'Africa/Lagos')::date`;
}
