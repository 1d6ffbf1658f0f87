import { sql } from "drizzle-orm";
import { z } from "zod";
import { rowsOf, timestamp } from "@/db/rows";
import { notFound } from "@/lib/kernel/errors";
import { fromKobo, minus, totalOf } from "@/lib/kernel/money";
import type { Reach } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { outstanding } from "@/lib/loans/ledger/balances";
import { readLedger } from "@/lib/loans/ledger/check";
import { figuresByTotals } from "@/lib/loans/ledger/loan-transactions";
import { loanContexts } from "@/lib/loans/loans/loan-context";
import { loansById } from "@/lib/loans/loans/queries";
import { merchantNames } from "@/lib/merchants/merchants/merchant-names";
import { type PayoutPurpose, payoutPurposes } from "@/lib/terms/loans/states";
import { type Movement, movementsOf } from "./movements";
import type { Statement } from "./schema";

/** Newest first. `most`: maximum entries; the totals always cover all. */
export async function readStatement(call: {
  reach: Reach;
  loanId: string;
  now: BusinessTime;
  most?: number;
}): Promise<Statement> {
  const { reach, loanId, now, most = Number.POSITIVE_INFINITY } = call;
  const [loan] = await loansById(reach, [loanId]);
  if (!loan) throw notFound("loan");
  const ledger = await readLedger(loan.id);
  const movements = movementsOf(ledger);
  const shown = movements.slice(0, most);
  const orders = await ordersOf(shown);
  const transfers = await transfersOf(loan.id, movements);
  const [businessName = ""] = await merchantNames(reach, loan.merchantId);
  const sum = (...kinds: Movement["kind"][]) => totalOf(movements.filter(({ kind }) => kinds.includes(kind)));
  const moved = (kind: Movement["kind"]) => fromKobo(sum(kind));
  return {
    loanId: loan.id,
    reference: loan.reference,
    businessName,
    lenderName: (await loanContexts([loan])).get(loan.id)?.lenderName ?? "",
    asOf: now.toISOString(),
    totals: {
      disbursed: fromKobo(minus(sum("DISBURSEMENT", "PAID_AGAIN"), sum("PAYOUT_REVERSED"))),
      deducted: moved("DEDUCTION"),
      paidDirectly: fromKobo(minus(sum("PAYMENT"), sum("DEBIT_REVERSED"))),
      reversed: moved("REVERSAL"),
      refunded: fromKobo(minus(sum("REFUND"), sum("REFUND_REVERSED"))),
      outstanding: fromKobo(outstanding(figuresByTotals(ledger)).total),
    },
    entries: shown.map(({ id, kind, at, amount, source, reference, reverses, reversed }) => ({
      id,
      kind,
      at: at.toISOString(),
      amount: fromKobo(amount),
      source,
      reference: reference ?? transfers.get(id) ?? id,
      orderId: orders.get(id)?.orderId ?? null,
      orderAmount: orders.get(id)?.orderAmount ?? null,
      reverses,
      reversedAmount: fromKobo(reversed),
    })),
    truncated: movements.length > shown.length,
  };
}
readStatement.errors = ["NOT_FOUND"] as const;

const orderRow = z.strictObject({
  id: z.string(),
  orderId: z.string().nullable(),
  orderAmount: z.number().nullable(),
});
type Order = Omit<z.input<typeof orderRow>, "id">;

const transferRow = z.strictObject({
  purpose: z.enum(payoutPurposes),
  reference: z.string(),
  cameBack: timestamp.nullable(),
});

/** How a transfer of each purpose shows when it goes out, and when it has come back. */
const shownAs = {
  DISBURSEMENT: { out: ["DISBURSEMENT", "PAID_AGAIN"], back: ["PAYOUT_REVERSED"] },
  REFUND: { out: ["REFUND"], back: ["REFUND_REVERSED"] },
} as const satisfies Record<PayoutPurpose, Record<"out" | "back", readonly Movement["kind"][]>>;

async function ordersOf(movements: readonly Movement[]): Promise<Map<string, Order>> {
  const ids = movements.filter(({ kind }) => kind === "DEDUCTION").map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const rows = await rowsOf(orderRow)`
    select r.id, sale.value->>'id' as "orderId", (sale.value->>'grossAmount')::float8 as "orderAmount"
    from repayment_events r cross join lateral (select r.body::json->'sourceTransaction' as value) sale
    where r.id = any(${sql.param(ids)}::text[])`;
  return new Map(rows.map(({ id, ...order }) => [id, order]));
}

/** By the id of the movement. Both are in one order: a transfer is booked in the transaction that confirms it. */
async function transfersOf(loanId: string, movements: readonly Movement[]): Promise<Map<string, string>> {
  const rows = await rowsOf(transferRow)`
    select p.purpose, coalesce(p.provider_reference, p.id) as reference, p.reversed_at as "cameBack" from payouts p
    where p.loan_id = ${loanId} and p.status = 'CONFIRMED' order by p.finished_at, p.id`;
  const named = new Map<string, string>();
  for (const purpose of payoutPurposes) {
    const out = rows.filter((row) => row.purpose === purpose);
    const back = out
      .filter(({ cameBack }) => cameBack !== null)
      .sort((one, other) => ((one.cameBack ?? "") < (other.cameBack ?? "") ? -1 : 1));
    for (const [kinds, transfers] of [
      [shownAs[purpose].out, out],
      [shownAs[purpose].back, back],
    ] as const) {
      const booked = movements.filter(({ kind }) => kinds.some((one) => one === kind)).reverse();
      for (const [i, { id }] of booked.entries()) {
        const reference = transfers[i]?.reference;
        if (reference !== undefined) named.set(id, reference);
      }
    }
  }
  return named;
}
