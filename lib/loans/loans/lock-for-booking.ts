import { sql } from "drizzle-orm";
import { z } from "zod";
import { koboValue, rowsOf, timestamp } from "@/db/rows";
import { environments } from "@/lib/kernel/actor";
import { onlyMerchantIn, type Reach } from "@/lib/kernel/reach";
import { type BusinessTime, businessTimeOf } from "@/lib/kernel/time";
import { defaultReasons, loanStates } from "@/lib/terms/loans/states";
import { installmentsColumn, installmentsFor, type LoanRecord } from "./load-loans";

const lockedRow = z.strictObject({
  id: z.string(),
  marketplaceId: z.string(),
  environment: z.enum(environments),
  reference: z.string(),
  merchantId: z.string(),
  thirdPartyCustomerId: z.string().nullable(),
  status: z.enum(loanStates),
  principal: koboValue,
  interest: koboValue,
  disbursedAt: timestamp.nullable(),
  returnedAt: timestamp.nullable(),
  cooledOffAt: timestamp.nullable(),
  defaultReason: z.enum(defaultReasons).nullable(),
  deductionBasisPoints: z.int(),
  received: koboValue,
  held: koboValue,
  receivedAtWriteOff: koboValue.nullable(),
  heldReversals: z.int(),
  balanceDisputed: z.boolean(),
  journalNumber: z.int(),
  pausedAt: timestamp.nullable(),
  dueAt: timestamp.nullable(),
  refundDueAt: timestamp.nullable(),
  installments: installmentsColumn,
});

export type LockedLoan = Pick<LoanRecord, keyof z.input<typeof lockedRow>>;

/** In id order, and only what booking needs: loading whole rows takes longer than the rest of the booking. */
export async function lockLoansForBooking(named: readonly { reach: Reach; loanId: string }[]): Promise<LockedLoan[]> {
  const keyOf = ({ reach, loanId }: (typeof named)[number]) =>
    `${reach.tenant.marketplaceId} ${reach.tenant.environment} ${onlyMerchantIn(reach)} ${loanId}`;
  const distinct = [...new Map(named.map((one) => [keyOf(one), one])).values()];
  const column = (values: readonly (string | null)[]) => sql`${sql.param(values)}::text[]`;
  const rows = await rowsOf(lockedRow)`
    select l.id, l.marketplace_id as "marketplaceId", l.environment, l.reference, l.merchant_id as "merchantId",
      m.third_party_customer_id as "thirdPartyCustomerId", l.status,
      l.principal::float8 as principal, l.interest::float8 as interest, l.disbursed_at as "disbursedAt",
      l.returned_at as "returnedAt",
      l.cooled_off_at as "cooledOffAt", l.default_reason as "defaultReason", l.deduction_basis_points as "deductionBasisPoints",
      l.received::float8 as received, l.held::float8 as held, l.received_at_write_off::float8 as "receivedAtWriteOff",
      l.held_reversals as "heldReversals", l.balance_disputed as "balanceDisputed", l.journal_number as "journalNumber",
      l.paused_at as "pausedAt", l.due_at as "dueAt", l.refund_due_at as "refundDueAt",
      ${installmentsFor({ id: sql`l.id`, cooledOffAt: sql`l.cooled_off_at` })} as installments
    from unnest(${column(distinct.map(({ loanId }) => loanId))}, ${column(distinct.map(({ reach }) => reach.tenant.marketplaceId))},
      ${column(distinct.map(({ reach }) => reach.tenant.environment))}, ${column(distinct.map(({ reach }) => onlyMerchantIn(reach)))})
      named(id, marketplace_id, environment, only_merchant_id)
    join loans l on l.id = named.id and l.marketplace_id = named.marketplace_id and l.environment = named.environment
      and l.merchant_id = coalesce(named.only_merchant_id, l.merchant_id)
    join merchants m on m.id = l.merchant_id
    order by l.id
    for no key update of l`;
  return rows.map((row) => ({
    ...row,
    disbursedAt: timeOf(row.disbursedAt),
    returnedAt: timeOf(row.returnedAt),
    cooledOffAt: timeOf(row.cooledOffAt),
    pausedAt: timeOf(row.pausedAt),
    dueAt: timeOf(row.dueAt),
    refundDueAt: timeOf(row.refundDueAt),
  }));
}

function timeOf(text: string | null): BusinessTime | null {
  return text === null ? null : businessTimeOf(text);
}
