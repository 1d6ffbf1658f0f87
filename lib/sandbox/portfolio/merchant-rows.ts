import { after, asked, drawn, type Filling, id, oneOf } from "./expressions";

const merchant = { merchant_id: id("merchant") };
const submitted = "b.kyc <> 'PENDING'";
const decided = "b.kyc in ('APPROVED', 'REJECTED')";
/** What its settlement names, and when that was: the first deduction of its loan. */
const deducted = "case when b.is_out then st.first_deduction end";
const settledAt = after("coalesce(st.first_after, 0)");
const sealed = `join portfolio_sealed s on s.sample = b.n % (select count(*) from portfolio_sealed)`;

/** What every merchant has, whether or not it ever asks for money. */
export const merchantRows: readonly Filling[] = [
  {
    table: "merchants",
    columns: {
      id: id("merchant"),
      third_party_customer_id: "b.customer",
      business_name: "b.name",
      email: "'owner-' || b.n || '@merchants.example'",
      phone_number: "'+23481' || lpad((b.n * 7919::bigint % 100000000)::text, 8, '0')",
      event_sequence: "1",
      created_at: "b.at",
      announced_at: "b.at",
    },
  },
  {
    table: "connections",
    columns: {
      id: id("connection"),
      ...merchant,
      status: "b.connection",
      created_at: "b.at",
      activated_at: "case when b.connection <> 'PENDING' then b.at end",
      disconnected_at: "case when b.connection = 'DISCONNECTED' then b.asked end",
      disconnected_by: "case when b.connection = 'DISCONNECTED' then 'MARKETPLACE' end",
    },
  },
  {
    table: "kyc_records",
    from: sealed,
    columns: {
      id: id("kyc"),
      ...merchant,
      status: "b.kyc",
      business_info: `case when ${submitted} then s.info || jsonb_build_object('businessName', b.name,
        'businessEmail', 'owner-' || b.n || '@merchants.example',
        'businessPhone', '+23481' || lpad((b.n * 7919::bigint % 100000000)::text, 8, '0')) end`,
      requirements: "'[]'::jsonb",
      urgency: drawn("urgency").concat(" % 4"),
      submitted_at: `case when ${submitted} then b.at end`,
      decided_at: `case when ${decided} then b.asked end`,
      created_at: "b.at",
    },
  },
  {
    table: "directors",
    from: sealed,
    where: submitted,
    columns: {
      id: id("director"),
      kyc_id: id("kyc"),
      list_position: "0",
      first_name: oneOf("given", ["Ada", "Bola", "Chidi", "Dupe", "Emeka", "Funke", "Halima", "Ibrahim", "Yetunde"]),
      last_name: oneOf("family", ["Okafor", "Balogun", "Eze", "Adeleke", "Nwosu", "Bello", "Danjuma", "Lawal"]),
      nationality: "'Nigerian'",
      role: "'CEO'",
      personal_encrypted: "s.personal",
      identity_type: "'BVN'",
      identity_number_encrypted: "s.identity_number",
      // Each is one person: equal digests are one borrower.
      identity_digest: "md5(b.tag) || md5('2' || b.tag)",
      identity_masked: "s.identity_masked",
      is_primary: "true",
      verification_status: "'VERIFIED'",
    },
  },
  {
    table: "submissions",
    from: "join portfolio_scores s using (sample)",
    columns: { id: id("submission"), ...merchant, status: "'SCORED'", record: "s.record", submitted_at: "b.at" },
  },
  {
    table: "scores",
    from: "join portfolio_scores s using (sample)",
    columns: {
      id: id("score"),
      ...merchant,
      submission_id: id("submission"),
      submitted_at: "b.at",
      model_version: "s.model_version",
      limits: "s.limits",
      risk_tier: "s.tier",
      max_lending_cap: "s.cap",
      result: "s.result",
      computed_at: "b.at",
    },
  },
  {
    table: "settlements",
    from: "left join portfolio_stories st using (story)",
    columns: {
      id: asked("settlement"),
      ...merchant,
      reference: "'STL-' || b.tag",
      gross_amount: "60000000",
      total_deductions: `coalesce(${deducted}, 0)`,
      net_amount: `60000000 - coalesce(${deducted}, 0)`,
      period_start: "b.asked - interval '7 days'",
      period_end: settledAt,
      transferred_at: `case when b.unmatched is distinct from 'PENDING' then ${settledAt} + interval '20 minutes' end`,
      deduction_references: `case when ${deducted} is not null then array['DED-' || b.tag || '-1'] end`,
      match_status: "coalesce(b.unmatched, 'MATCHED')",
      matched_amount: `case when b.unmatched is null then coalesce(${deducted}, 0) end`,
      matched_at: `case when b.unmatched is null then ${settledAt} + interval '30 minutes' end`,
      created_at: settledAt,
    },
  },
  {
    table: "breaks",
    from: "left join portfolio_stories st using (story)",
    where: "b.unmatched = 'BROKEN'",
    columns: {
      id: asked("break"),
      ...merchant,
      type: oneOf("type", ["MISSING", "AMOUNT", "LATE"]),
      subject: "'settlement ' || b.tag",
      settlement_id: asked("settlement"),
      expected: "100000",
      actual: "0",
      evidence: "'{}'::jsonb",
      detected_at: settledAt,
      ...breakState(settledAt),
    },
  },
];

/** How a break about something that was found at a moment stands. */
export function breakState(found: string): Record<string, string> {
  const states = ["OPEN", "ANSWERED", "RESOLVED", "RESOLVED", "RESOLVED", "RESOLVED", "RESOLVED", "RESOLVED"];
  const status = oneOf("break", states);
  return {
    status,
    resolution: `case when ${status} = 'RESOLVED' then 'ARRIVED' end`,
    resolved_at: `case when ${status} = 'RESOLVED' then ${found} end`,
    answer_reason: `case when ${status} = 'ANSWERED' then 'OTHER' end`,
    answered_at: `case when ${status} = 'ANSWERED' then ${found} end`,
  };
}
