import { sql } from "drizzle-orm";
import { z } from "zod";
import { jsonTimestamp, koboValue, rowsOf } from "@/db/rows";
import type { Kobo } from "@/lib/kernel/money";
import { openRecord } from "@/lib/sales/records/stored-record";
import { type Pause, pausesFrom } from "@/lib/terms/loans/delinquency";
import type { LoanStatusAnswer } from "@/lib/terms/loans/schema";
import { loanChangeKinds, type MandateStatus, mandateStatuses, openLoanStates } from "@/lib/terms/loans/states";
import type { CollectionSums } from "./collection";
import type { Sales } from "./forecast";
import type { LoanRecord } from "./load-loans";
import { collectionSums, collectionSumsColumn } from "./read-collection";
import type { TermProposal } from "./term-proposals";
import type { TermsChange } from "./terms-now";

type LoanContext = {
  lenderName: string;
  pauses: Pause[];
  changes: TermsChange[];
  sales: Sales | null;
  proposal: TermProposal | null;
  agreement: LoanStatusAnswer["agreement"];
  collection: CollectionSums;
  mandateStatus: MandateStatus | null;
  /** Payments from its account, which say nothing of how its sales will repay it. */
  paidFromAccount: Kobo;
};

const date = z.iso.date();

const proposedTerms = z.strictObject({
  deductionBasisPoints: z.int(),
  minimumDeduction: koboValue,
  dueDate: date,
  paused: z.boolean(),
});

const contextRow = z.strictObject({
  id: z.string(),
  lenderName: z.string(),
  changes: z.array(
    z.strictObject({
      kind: z.enum(loanChangeKinds),
      at: jsonTimestamp,
      dueBefore: date,
      dueAfter: date,
      shareBefore: z.int(),
    }),
  ),
  paidFromAccount: koboValue,
  record: z.string().nullable(),
  /** The earlier data whose sales history was carried over. */
  history: z.string().nullable(),
  proposal: z
    .strictObject({ id: z.string(), proposed: proposedTerms, reason: z.string(), proposedAt: jsonTimestamp })
    .nullable(),
  mandateStatus: z.enum(mandateStatuses).nullable(),
  agreement: z.strictObject({ sha256: z.string(), templateVersion: z.string(), acceptedAt: jsonTimestamp }).nullable(),
  collection: collectionSumsColumn,
});

/** The data behind the latest score comes only with loans that have something outstanding. */
export async function loanContexts(found: readonly LoanRecord[]): Promise<Map<string, LoanContext>> {
  if (found.length === 0) return new Map();
  const rows = await rowsOf(contextRow)`
    select l.id, lender.name as "lenderName", record.record, record.history,
      (select m.status from mandates m where m.loan_id = l.id and m.payout_account_id = l.payout_account_id
        order by m.id desc limit 1) as "mandateStatus",
      (select json_build_object('sha256', a.sha256, 'templateVersion', a.template_version, 'acceptedAt', a.accepted_at)
        from agreements a where a.id = l.id) as agreement,
      (select coalesce(sum(p.amount), 0)::float8 from payments p
        where p.loan_id = l.id and p.status = 'CONFIRMED') as "paidFromAccount",
      coalesce((select json_agg(json_build_object('kind', c.kind, 'at', c.effective_from,
          'dueBefore', c.previous ->> 'dueDate', 'dueAfter', c.current ->> 'dueDate',
          'shareBefore', c.previous -> 'deductionBasisPoints') order by c.id)
        from loan_changes c where c.loan_id = l.id), '[]'::json) as changes,
      (select json_build_object('id', p.id, 'proposed', p.proposed, 'reason', p.reason, 'proposedAt', p.proposed_at)
        from term_proposals p where p.loan_id = l.id and p.decided_at is null) as proposal,
      ${collectionSums(sql`l.id`)} as collection
    from loans l
    join lenders lender on lender.id = l.lender_id
    left join lateral (
      select s.record, earlier.record as history
      from scores score join submissions s on s.id = score.submission_id
      left join submissions earlier on earlier.id = score.carried ->> 'monthlySalesHistory'
      where score.merchant_id = l.merchant_id and l.status = any(${sql.param([...openLoanStates])}::text[])
      order by score.submitted_at desc, score.submission_id desc
      limit 1
    ) record on true
    where l.id = any(${sql.param(found.map(({ id }) => id))}::text[])`;
  const opened = new Map<string, Sales>();
  return new Map(
    rows.map(({ id, lenderName, record, history, ...row }) => {
      const { proposal, agreement, ...rest } = row;
      const changes = row.changes.map((change) => ({ ...change, at: new Date(change.at) }));
      const sales = record === null ? null : (opened.get(record) ?? salesIn(record, history));
      if (record !== null && sales) opened.set(record, sales);
      const pauses = pausesFrom(changes);
      const open = proposal && { ...proposal, proposedAt: new Date(proposal.proposedAt) };
      const accepted = agreement && { ...agreement, acceptedAt: new Date(agreement.acceptedAt).toISOString() };
      return [id, { ...rest, lenderName, changes, pauses, sales, proposal: open, agreement: accepted }];
    }),
  );
}

function salesIn(record: string, history: string | null): Sales {
  const sales = openRecord(record);
  return history === null ? sales : { ...sales, monthlySalesHistory: openRecord(history).monthlySalesHistory };
}
