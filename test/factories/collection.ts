import { db } from "@/db/client";
import { collectionDays } from "@/db/schema/collection";
import { ownedBy } from "@/db/tenancy";
import type { Tenant } from "@/lib/kernel/actor";
import { kobo } from "@/lib/kernel/money";
import { businessTimeOf } from "@/lib/kernel/time";

/** A day of collection in naira; judged on the day itself unless told that it is not. */
export type DayOfCollection = {
  day: string;
  agreed?: number;
  taken?: number;
  missing?: number;
  excess?: number;
  judged?: boolean;
};

/** Writes a loan's days of collection as they are kept, past what computes them. */
export async function keepCollection(tenant: Tenant, loanId: string, ...days: DayOfCollection[]): Promise<void> {
  const amount = (naira = 0) => kobo(Math.round(naira * 100));
  await db()
    .insert(collectionDays)
    .values(
      days.map(({ day, agreed, taken, missing, excess, judged = true }) => ({
        ...ownedBy(tenant),
        loanId,
        day,
        agreed: amount(agreed),
        taken: amount(taken),
        missing: amount(missing),
        excess: amount(excess),
        judgedAt: judged ? businessTimeOf(`${day}T23:59:59Z`) : null,
      })),
    );
}
