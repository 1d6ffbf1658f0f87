import { eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import type { Page } from "@/db/page";
import { repaymentEvents } from "@/db/schema/data-events";
import { loans, payouts } from "@/db/schema/loans";
import { payments } from "@/db/schema/payments";
import { inAnyReach } from "@/db/tenancy";
import { invalidField } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import { fromKobo } from "@/lib/kernel/money";
import { type Holding, reachesOf } from "./holding";
import { listHeldMovements } from "./list-held-movements";
import type { HeldMovement, HeldPaymentList, MovementWay } from "./schema";

type Asked = Page & {
  way?: MovementWay | undefined;
  merchantId?: string | undefined;
  loanId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

/** The list of movements as the account's API answers it, cut by the ids of neighbours. */
export async function listHeldPayments(holding: Holding, query: Asked): Promise<HeldPaymentList> {
  const { limit, way, merchantId: shop, loanId: loan, from, to } = query;
  if (query.startingAfter && query.endingBefore) {
    throw invalidField("endingBefore", "Cannot be combined with startingAfter");
  }
  const cut = {
    startingAfter: await placeOf(holding, query, "startingAfter"),
    endingBefore: await placeOf(holding, query, "endingBefore"),
  };
  const { rows, hasMore } = await listHeldMovements(holding, { limit, way, shop, loan, from, to, ...cut });
  const data = rows.flatMap((row) => {
    const merchant = holding.merchants.find(({ merchantId }) => merchantId === row.merchantId);
    return merchant ? [{ ...answerOf(row), ...shopOf(merchant) }] : [];
  });
  return { data, hasMore };
}

function shopOf({ businessName, environment, marketplaceId, marketplace }: Holding["merchants"][number]) {
  return { businessName, environment, marketplace: { marketplaceId, name: marketplace.name } };
}

function answerOf({ place: _, at, amount, orderAmount, reversed, ...row }: HeldMovement) {
  return {
    ...row,
    at: at.toISOString(),
    amount: fromKobo(amount),
    orderAmount: orderAmount === null ? null : fromKobo(orderAmount),
    reversedAmount: fromKobo(reversed),
  };
}

/** Where an entry stands in the list. */
async function placeOf(holding: Holding, query: Asked, field: "startingAfter" | "endingBefore") {
  const id = query[field];
  if (id === undefined) return undefined;
  const [found] = await momentsOf(id, holding);
  if (!found?.at) throw invalidField(field, "Must be the id of an entry in this list");
  return `${found.at.getTime()}.${id}`;
}

function momentsOf(id: string, holding: Holding): Promise<{ at: Date | null }[]> {
  const reaches = reachesOf(holding);
  if (isId("repayment", id)) {
    const those = inAnyReach(repaymentEvents, reaches, eq(repaymentEvents.id, id));
    return db().select({ at: repaymentEvents.occurredAt }).from(repaymentEvents).where(those);
  }
  if (isId("payment", id)) {
    const at = sql`coalesce(${payments.finishedAt}, ${payments.orderedAt})`.mapWith(payments.orderedAt);
    const those = inAnyReach(loans, reaches, eq(payments.id, id));
    return db().select({ at }).from(payments).innerJoin(loans, eq(loans.id, payments.loanId)).where(those);
  }
  const those = inAnyReach(loans, reaches, eq(payouts.id, id));
  const ofPayouts = db().select({ at: payouts.finishedAt }).from(payouts);
  return ofPayouts.innerJoin(loans, eq(loans.id, payouts.loanId)).where(those);
}
