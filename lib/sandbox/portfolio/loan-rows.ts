import { offerDays } from "@/lib/terms/loans/constants";
import { heldPayoutDays } from "@/lib/terms/payouts";
import { after, asked, drawn, type Filling, id, startOfDay } from "./expressions";
import { payoutAfter } from "./loan-stories";
import { breakState } from "./merchant-rows";

const merchant = { merchant_id: id("merchant") };
const loan = { loan_id: asked("loan") };
const stories = "join portfolio_stories st using (story)";
const accepted = "(b.is_out or b.status in ('ACCEPTED', 'PAYOUT_HELD', 'DISBURSING'))";
const account = asked("payoutAccount");
const at = (column: string) => `case when st.${column} is not null then ${after(`st.${column}`)} end`;
const term = (name: string) => `(st.terms->>'${name}')::numeric::bigint`;
const ofStory = (table: string, alias: string) => `join ${table} ${alias} using (story)`;
const deductionReference = "'DED-' || b.tag || '-' || r.number";
const judged = after("st.first_after");
/** Kobo of the first deduction that should have been more, of some. */
const missing = `(case when ${drawn("day")} % 9 = 0 then 50000 else 0 end)`;

/** Requests, and what became of them. Of loans: the rows of their stories (`loan-stories.ts`). */
export const loanRows = (lenderId: string, begun: string): readonly Filling[] => [
  {
    table: "funding_requests",
    from: `left ${stories}`,
    where: "b.request is not null",
    columns: {
      id: asked("fundingRequest"),
      ...merchant,
      amount_requested: `coalesce(${term("principal")}, (10 + ${drawn("amount")} % 90)::bigint * 1000000)`,
      tenor_days: "coalesce(st.tenor, 90)",
      purpose: "'Working capital'",
      financing_timeframe_days: "7",
      status: "b.request",
      failure_reason: "case when b.request = 'REJECTED' then b.reason end",
      created_at: "b.asked",
      decided_at: "case when b.request <> 'PENDING' then b.asked end",
      due_at: `case when b.request = 'PENDING' then timestamptz '${begun}' + b.n % 7 * interval '1 day' + interval '1 day' end`,
    },
  },
  {
    table: "payout_accounts",
    from: "join portfolio_sealed s on s.sample = b.n % (select count(*) from portfolio_sealed)",
    where: accepted,
    columns: {
      id: account,
      ...merchant,
      bank_code: "'058'",
      account_number_encrypted: "s.account_number",
      last_four: "s.last_four",
      account_name: "b.name",
      name_matches: "true",
      verified_at: "b.asked",
    },
  },
  {
    table: "loans",
    from: stories,
    columns: {
      id: asked("loan"),
      ...merchant,
      reference: "'LN-' || b.tag",
      funding_request_id: asked("fundingRequest"),
      lender_id: `'${lenderId}'`,
      status: "st.status",
      risk_tier: "b.tier",
      principal: term("principal"),
      interest: term("interest"),
      interest_parts_per_million: term("interestPartsPerMillion"),
      tenor_days: "st.tenor",
      deduction_basis_points: term("deductionBasisPoints"),
      minimum_deduction: term("minimumDeduction"),
      assumed_monthly_sales: term("assumedMonthlySales"),
      expected_days: term("expectedDays"),
      annual_percentage_basis_points: term("annualPercentageBasisPoints"),
      scheduled_annual_percentage_basis_points: term("scheduledAnnualPercentageBasisPoints"),
      start_date: "b.start",
      due_date: "b.start + st.tenor",
      approved_at: "b.asked",
      offer_expires_at: `b.asked + interval '${offerDays} days'`,
      accepted_at: `case when ${accepted} then b.asked end`,
      payout_account_id: `case when ${accepted} then ${account} end`,
      payout_held_until: `case when st.status = 'PAYOUT_HELD' then b.asked + interval '${heldPayoutDays} days' end`,
      disbursed_at: `case when st.is_out then ${after(payoutAfter)} end`,
      completed_at: at("completed"),
      defaulted_at: at("defaulted"),
      default_reason: "case when st.defaulted is not null then 'OVERDUE' end",
      written_off_at: at("written_off"),
      cancelled_at: at("cancelled"),
      cancel_reason: "st.cancel_reason",
      paused_at: at("paused"),
      aging_since: `case when st.aging_day is not null then ${startOfDay("st.aging_day")} end`,
      received: "st.received",
      received_at_write_off: "st.received_at_write_off",
      journal_number: "st.journals",
      due_at: `case when st.status in ('APPROVED', 'ACCEPTED') then b.asked + interval '${offerDays} days'
        when st.status = 'PAYOUT_HELD' then b.asked + interval '${heldPayoutDays} days'
        when st.due_day is not null then ${startOfDay("st.due_day")} end`,
    },
  },
  {
    table: "loan_installments",
    bare: true,
    from: ofStory("portfolio_installments", "i"),
    columns: {
      ...loan,
      number: "i.number",
      due_date: "b.start + i.day",
      amount: "i.amount",
      interest: "i.interest",
    },
  },
  {
    table: "loan_changes",
    from: stories,
    where: "st.paused is not null",
    columns: {
      id: asked("loanChange"),
      ...loan,
      kind: "'PAUSE'",
      previous: changeable(false),
      current: changeable(true),
      reason: "'Sales have dropped'",
      effective_from: after("st.paused"),
    },
  },
  {
    table: "payouts",
    from: stories,
    where: "st.payout is not null",
    columns: {
      id: asked("payout"),
      ...loan,
      purpose: "'DISBURSEMENT'",
      payout_account_id: account,
      amount: term("principal"),
      status: "st.payout",
      provider_reference: `case when st.is_out then 'BANK-' || b.tag end`,
      created_at: "b.asked",
      asked_at: `case when st.is_out then ${after(payoutAfter)} end`,
      finished_at: `case when st.is_out then ${after(payoutAfter)} end`,
      due_at: `case when st.payout = 'PENDING' then timestamptz '${begun}' + interval '1 day' end`,
    },
  },
  {
    table: "mandates",
    from: stories,
    where: "st.is_out",
    columns: {
      id: asked("mandate"),
      ...loan,
      payout_account_id: account,
      status: "case when st.status in ('ACTIVE', 'DEFAULTED', 'WRITTEN_OFF') then 'ACTIVE' else 'CANCELLED' end",
      provider_reference: "'MND-' || b.tag",
      created_at: "b.asked",
      activated_at: "b.asked",
      cancelled_at: at("completed"),
    },
  },
  {
    table: "repayment_events",
    from: ofStory("portfolio_deductions", "r"),
    columns: {
      id: asked("repayment", "r.number"),
      event_id: `'told-' || b.tag || '-' || r.number`,
      ...merchant,
      ...loan,
      fingerprint: "md5(b.tag || r.number)",
      type: "'repayment.deducted'",
      reference: deductionReference,
      amount: "r.amount",
      effect: "'APPLIED'",
      body: "'{}'",
      occurred_at: after("r.after"),
      received_at: after("r.after"),
      settlement_id: `case when r.number = 1 and b.unmatched is null then ${asked("settlement")} end`,
    },
  },
  {
    table: "journals",
    from: ofStory("portfolio_journals", "j"),
    columns: {
      id: asked("journal", "j.number"),
      ...loan,
      number: "j.number",
      type: "j.type",
      source: "j.source",
      repayment_event_id: `case when j.report is not null then ${asked("repayment", "j.report")} end`,
      payout_id: `case when j.type = 'DISBURSEMENT' then ${asked("payout")} end`,
      occurred_at: after("j.after"),
      recorded_at: after("j.after"),
    },
  },
  {
    table: "ledger_entries",
    bare: true,
    from: ofStory("portfolio_entries", "e"),
    columns: { journal_id: asked("journal", "e.number"), account: "e.account", amount: "e.amount" },
  },
  {
    table: "collection_days",
    from: stories,
    where: "st.first_deduction is not null",
    columns: {
      ...loan,
      day: `(${after("st.first_after")})::date`,
      agreed: `st.first_deduction + ${missing}`,
      taken: "st.first_deduction",
      missing,
      judged_at: judged,
    },
  },
  {
    table: "loan_watches",
    from: stories,
    where: "st.is_out",
    columns: {
      id: asked("loan"),
      watched_until: `timestamptz '${begun}'`,
      due_at: `case when st.status in ('ACTIVE', 'DEFAULTED')
        then timestamptz '${begun}' + interval '1 day' + ${drawn("watch")} % 60 * interval '12 hours' end`,
    },
  },
  {
    table: "loan_reminders",
    from: stories,
    where: "st.status in ('APPROVED', 'ACTIVE', 'DEFAULTED')",
    columns: {
      id: asked("loan"),
      due_at: `timestamptz '${begun}' + interval '1 day' + ${drawn("reminder")} % 168 * interval '1 hour'`,
    },
  },
  {
    table: "breaks",
    from: stories,
    where: `${missing} > 0 and st.first_deduction is not null`,
    columns: {
      id: asked("break", "1"),
      ...merchant,
      type: "'SHORT_DEDUCTION'",
      subject: "'loan ' || b.tag",
      ...loan,
      expected: `st.first_deduction + ${missing}`,
      actual: "st.first_deduction",
      evidence: "'{}'::jsonb",
      detected_at: judged,
      ...breakState(judged),
    },
  },
];

function changeable(paused: boolean): string {
  return `jsonb_build_object('deductionBasisPoints', ${term("deductionBasisPoints")}, 'minimumDeduction',
    ${term("minimumDeduction")}, 'dueDate', (b.start + st.tenor)::text, 'paused', ${paused})`;
}
