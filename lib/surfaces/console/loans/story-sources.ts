import { type SQL, sql } from "drizzle-orm";
import type { StoryKind } from "@/lib/terms/console/story";

/**
 * Where the entries of each kind come from: a statement each, by an index on the loan, of the columns `at`, `key` (unique
 * in the story), `what` (a word of a closed list), `amount` (kobo), `who` (as the audit log names actors), `said` (words as
 * they are stored), `sealed` (words that are encrypted), `about` (an id or a name to look it up by) and `more`.
 */
export const storySources: Record<StoryKind, readonly ((loanId: string) => SQL)[]> = {
  STATE: [
    (loanId) => sql`select s.at, s.what as key, s.what, null::float8 as amount, null as who,
        case s.what when 'DEFAULTED' then l.default_reason when 'CANCELLED' then l.cancel_reason end as said,
        null as sealed, null as about, null::jsonb as more
      from loans l cross join lateral (values ('APPROVED', l.approved_at), ('ACCEPTED', l.accepted_at),
        ('DISBURSED', l.disbursed_at), ('REPAID', l.completed_at), ('COOLED_OFF', l.cooled_off_at),
        ('DEFAULTED', l.defaulted_at), ('WRITTEN_OFF', l.written_off_at), ('CANCELLED', l.cancelled_at),
        ('RETURNED', l.returned_at), ('PAID_AGAIN', l.paid_again_at)) s(what, at)
      where l.id = ${loanId} and s.at is not null`,
  ],
  LEDGER: [
    (loanId) => sql`select j.recorded_at as at, j.id as key, j.type as what, coalesce(
          (select e.amount from ledger_entries e where e.journal_id = j.id and e.account = 'CASH'),
          (select sum(e.amount) from ledger_entries e where e.journal_id = j.id and e.amount > 0))::float8 as amount,
        null as who, j.source as said, null as sealed, null as about,
        jsonb_build_object('number', j.number, 'occurredAt', j.occurred_at) as more
      from journals j where j.loan_id = ${loanId}`,
  ],
  REPORT: [
    (
      loanId,
    ) => sql`select r.received_at as at, r.id as key, r.type as what, r.amount::float8 as amount, 'webhook' as who,
        r.reference as said, null as sealed, r.order_id as about, jsonb_build_object('effect', r.effect) as more
      from repayment_events r where r.loan_id = ${loanId}`,
  ],
  DAY: [
    (loanId) => sql`select d.day::timestamp at time zone 'UTC' as at, d.day::text as key,
        case when d.judged_at is null then 'OPEN' when d.missing > 0 then 'MISSING' when d.excess > 0 then 'EXCESS' else 'EVEN' end as what,
        d.taken::float8 as amount, null as who, null as said, null as sealed, d.day::text as about,
        jsonb_build_object('agreed', d.agreed, 'missing', d.missing, 'excess', d.excess) as more
      from collection_days d where d.loan_id = ${loanId} and (d.agreed > 0 or d.taken <> 0)`,
  ],
  BREAK: [
    (loanId) => sql`select b.detected_at as at, b.id || ' found' as key, b.type as what, b.expected::float8 as amount,
        null as who, null as said, null as sealed, b.id as about, jsonb_build_object('step', 'FOUND', 'status', b.status) as more
      from breaks b where b.loan_id = ${loanId}`,
    (loanId) => sql`select b.answered_at as at, b.id || ' answered' as key, b.type as what, null::float8 as amount,
        b.answered_by as who, b.answer_note as said, null as sealed, b.id as about,
        jsonb_build_object('step', 'ANSWERED', 'reason', b.answer_reason) as more
      from breaks b where b.loan_id = ${loanId} and b.answered_at is not null`,
    (loanId) => sql`select b.resolved_at as at, b.id || ' resolved' as key, b.type as what, null::float8 as amount,
        b.resolved_by as who, b.note as said, null as sealed, b.id as about,
        jsonb_build_object('step', 'RESOLVED', 'resolution', b.resolution) as more
      from breaks b where b.loan_id = ${loanId} and b.resolved_at is not null`,
  ],
  PAYMENT: [
    (loanId) => sql`select p.ordered_at as at, p.id as key, p.source as what, p.amount::float8 as amount, null as who,
        p.failure as said, null as sealed, p.reference as about,
        jsonb_build_object('status', p.status, 'reversed', p.reversed_at is not null) as more
      from payments p where p.loan_id = ${loanId}`,
  ],
  PAYOUT: [
    (loanId) => sql`select p.created_at as at, p.id as key, p.purpose as what, p.amount::float8 as amount, null as who,
        p.failure_reason as said, null as sealed, p.reference as about,
        jsonb_build_object('status', p.status, 'reversed', p.reversed_at is not null) as more
      from payouts p where p.loan_id = ${loanId}`,
  ],
  TERMS: [
    (loanId) => sql`select c.effective_from as at, c.id as key, c.kind as what, null::float8 as amount, null as who,
        c.reason as said, null as sealed, null as about,
        jsonb_build_object('previous', c.previous, 'current', c.current) as more
      from loan_changes c where c.loan_id = ${loanId}`,
    (loanId) => sql`select t.proposed_at as at, t.id as key, 'PROPOSED' as what, null::float8 as amount,
        t.proposed_by as who, t.reason as said, null as sealed, null as about,
        jsonb_build_object('previous', t.previous, 'current', t.proposed, 'decision', t.decision) as more
      from term_proposals t where t.loan_id = ${loanId}`,
  ],
  PROPOSAL: [
    (
      loanId,
    ) => sql`select p.proposed_at as at, p.id as key, p.kind as what, null::float8 as amount, p.proposed_by as who,
        p.reason as said, null as sealed, p.id as about,
        jsonb_build_object('decision', p.decision, 'decidedBy', p.decided_by) as more
      from proposals p where p.subject_id = ${loanId}`,
  ],
  PROMISE: [
    (
      loanId,
    ) => sql`select p.taken_at as at, p.id as key, 'PROMISED' as what, p.amount::float8 as amount, p.taken_by as who,
        null as said, null as sealed, null as about, jsonb_build_object('payBy', p.pay_by) as more
      from payment_promises p where p.loan_id = ${loanId}`,
  ],
  CONTACT: [
    (loanId) => sql`select c.noted_at as at, c.id as key, c.channel as what, null::float8 as amount, c.noted_by as who,
        null as said, c.words_encrypted as sealed, null as about, null::jsonb as more
      from loan_contacts c where c.loan_id = ${loanId}`,
  ],
  COMPLAINT: [
    (
      loanId,
    ) => sql`select c.made_at as at, c.id || ' made' as key, 'MADE' as what, null::float8 as amount, c.made_by as who,
        null as said, c.words_encrypted as sealed, c.number as about, jsonb_build_object('id', c.id) as more
      from complaints c where c.loan_id = ${loanId}`,
    (loanId) => sql`select c.answered_at as at, c.id || ' answered' as key, 'ANSWERED' as what, null::float8 as amount,
        c.answered_by as who, null as said, c.answer_encrypted as sealed, c.number as about,
        jsonb_build_object('id', c.id) as more
      from complaints c where c.loan_id = ${loanId} and c.answered_at is not null`,
  ],
  MAIL: [
    (loanId) => sql`select m.created_at as at, m.id as key, m.kind as what, null::float8 as amount, null as who,
        m.subject as said, null as sealed, null as about, jsonb_build_object('sent', m.sent_at is not null) as more
      from mails m where m.loan_id = ${loanId}`,
  ],
  ACT: [
    (loanId) => sql`select a.at, lpad(a.number::text, 16, '0') as key, a.action as what, null::float8 as amount,
        a.actor as who, null as said, null as sealed, null as about, a.detail as more
      from audit_log a where a.subject_id = ${loanId}`,
  ],
};
