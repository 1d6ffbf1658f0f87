import { desc, eq, type SQL } from "drizzle-orm";
import { db } from "@/db/client";
import { repaymentEvents, salesEvents } from "@/db/schema/data-events";
import { loans } from "@/db/schema/loans";
import { merchants } from "@/db/schema/merchants";
import { inReach } from "@/db/tenancy";
import type { Kobo } from "@/lib/kernel/money";
import type { Reach } from "@/lib/kernel/reach";
import { inSeat } from "@/lib/kernel/seats";
import type { BusinessTime } from "@/lib/kernel/time";
import { table } from "@/lib/surfaces/lists/list";
import { toMerchant } from "@/lib/surfaces/lists/list-columns";
import type { Table } from "@/lib/terms/dashboard/table-schema";
import { lists } from "./lists";

/** What was found of a kind. Where there is more: the list that has all of it, by its address, or what is left out. */
export type Group = { table: Table; all: string | null; note: string | null };

/** Of each kind so many are shown. */
const shownOfKind = 5;

/**
 * What staff look for, wherever it is: merchants by a name, an id or an e-mail address, loans and settlements also by their
 * merchants, reports of sales and deductions by the order or the reference, and anything by its id.
 */
export async function findAnything(reach: Reach, q: string, now: BusinessTime): Promise<Group[]> {
  const isAnId = /^[a-z]+_\w/.test(q);
  const among = lists.filter(({ everywhere }) => everywhere || isAnId);
  // One kind after another and in turn with the tenant's exports: a search may look through everything it has.
  return inSeat(reach.tenant, "heavy", async () => {
    const groups: Group[] = [];
    for (const { open, path } of among) {
      const { chosen, hasOlder, ...page } = await open(reach, { q, status: "ALL" }, now, shownOfKind);
      groups.push({ table: page.table, all: hasOlder ? `${path}?${queryOf(chosen)}` : null, note: null });
    }
    const orders = await findOrders(reach, q);
    const note =
      orders.length > shownOfKind ? `The newest ${shownOfKind} are shown. A loan’s page has all of its.` : null;
    groups.push({ table: ordersTable(orders.slice(0, shownOfKind), now), all: null, note });
    return groups.filter(({ table }) => table.rows.length > 0);
  });
}

function queryOf(chosen: Readonly<Record<string, string | undefined>>): URLSearchParams {
  return new URLSearchParams(Object.entries(chosen).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

type Report = {
  id: string;
  kind: string;
  reference: string;
  orderId: string | null;
  amount: Kobo;
  occurredAt: BusinessTime;
  merchantId: string;
  businessName: string;
  loanId: string | null;
  loanReference: string | null;
};

const ordersTable = table<Report>({
  caption: "Orders and deductions",
  id: ({ id }) => id,
  href: ({ loanId, merchantId }) => (loanId ? `loans/${loanId}?part=repayments` : toMerchant({ merchantId })),
  columns: ({ text, money, moment, shown }) => ({
    reference: shown("Reference", ({ reference, orderId }) => [
      { text: reference },
      ...(orderId && orderId !== reference ? [{ note: `Order ${orderId}` }] : []),
    ]),
    kind: text("What", ({ kind }) => kind),
    merchant: text("Merchant", ({ businessName }) => businessName, { href: toMerchant, below: true }),
    loan: shown("Loan", ({ loanId, loanReference }) =>
      loanId ? [{ text: loanReference ?? loanId, href: `loans/${loanId}` }] : [],
    ),
    amount: money("Amount", ({ amount }) => amount),
    occurredAt: moment("Happened", ({ occurredAt }) => occurredAt),
  }),
  shown: { reference: 1, kind: 1, merchant: 2, loan: 3, amount: 2, occurredAt: 3 },
});

const kinds = {
  "repayment.deducted": "Deduction",
  "repayment.failed": "Deduction that failed",
  "repayment.reversed": "Reversal",
};

/** Each by an index of its own; newest first, and more than are shown where there are more. */
async function findOrders(reach: Reach, q: string): Promise<Report[]> {
  const told = (where: SQL) =>
    db()
      .select({
        ...{ id: repaymentEvents.id, type: repaymentEvents.type, reference: repaymentEvents.reference },
        ...{ orderId: repaymentEvents.orderId, amount: repaymentEvents.amount },
        ...{ occurredAt: repaymentEvents.occurredAt, merchantId: repaymentEvents.merchantId },
        ...{ businessName: merchants.businessName, loanId: loans.id, loanReference: loans.reference },
      })
      .from(repaymentEvents)
      .innerJoin(merchants, eq(merchants.id, repaymentEvents.merchantId))
      .innerJoin(loans, eq(loans.id, repaymentEvents.loanId))
      .where(inReach(repaymentEvents, reach, where))
      .orderBy(desc(repaymentEvents.id))
      .limit(shownOfKind + 1);
  const sold = db()
    .select({
      ...{
        id: salesEvents.id,
        reference: salesEvents.orderId,
        amount: salesEvents.amount,
        refundOf: salesEvents.refundOf,
      },
      ...{ occurredAt: salesEvents.occurredAt, merchantId: salesEvents.merchantId },
      businessName: merchants.businessName,
    })
    .from(salesEvents)
    .innerJoin(merchants, eq(merchants.id, salesEvents.merchantId))
    .where(inReach(salesEvents, reach, eq(salesEvents.orderId, q)))
    .orderBy(desc(salesEvents.id))
    .limit(shownOfKind + 1);
  const [byReference, byOrder, sales] = await Promise.all([
    told(eq(repaymentEvents.reference, q)),
    told(eq(repaymentEvents.orderId, q)),
    sold,
  ]);
  const deductions = new Map([...byReference, ...byOrder].map((one) => [one.id, one]));
  const found = [
    ...sales.map(({ refundOf, ...sale }) => ({
      ...{ ...sale, kind: refundOf ? "Return" : "Sale", orderId: null, loanId: null, loanReference: null },
    })),
    ...[...deductions.values()].map(({ type, ...one }) => ({ ...one, kind: kinds[type] })),
  ];
  return found.sort((one, other) => other.occurredAt.getTime() - one.occurredAt.getTime());
}
