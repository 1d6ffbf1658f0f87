import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { z } from "zod";
import { koboValue, rowsOf, timestamp } from "@/db/rows";
import { merchants } from "@/db/schema/merchants";
import { isId } from "@/lib/kernel/ids";
import type { Reach } from "@/lib/kernel/reach";
import { list } from "@/lib/surfaces/lists/list";
import { choice, listQuery } from "@/lib/surfaces/lists/list-query";
import { connectionStatuses } from "@/lib/terms/connections";
import { connectionLabels, kycLabels, loanLabels, tierLabels } from "@/lib/terms/dashboard/labels";
import { kycStatuses, publicKycStatus } from "@/lib/terms/kyc/states";
import { loanStates, loanStatuses, shownStatus } from "@/lib/terms/loans/states";
import { riskTiers } from "@/lib/terms/scoring/constants";
import { findPage, namedSo, type Question } from "./find-page";
import { wordsOf } from "./merchants-named";
import { walkById } from "./walk-tenant";

/** What a merchant without a score, or without a loan, is found by. */
const nothing = "NONE";

export const merchantQuery = listQuery("merchant", {
  connection: choice("Connection", connectionLabels),
  kyc: choice("KYC", kycLabels),
  tier: choice("Tier", { ...tierLabels, [nothing]: "No score" }),
  /** Whether it has a loan in this state. */
  loans: choice("Loans", { ...loanLabels, [nothing]: "No loan yet" }),
});
type Query = Partial<z.output<typeof merchantQuery>>;

/** Newest first, without archived ones. A search is for an id, parts of a name or id there, or an e-mail address. */
export async function listMerchants(reach: Reach, query: Query & { limit: number }) {
  const { q } = query;
  const walk = { ...walkById("merchant", merchants, reach.tenant, query), rest: sql`archived_at is null` };
  const known = q && isId("merchant", q) ? [sql`${merchants.id} = ${q}`] : [];
  const words = known.length > 0 ? [] : wordsOf(q);
  const wanted = { few: known, questions: [...namedSo(reach, words), ...questionsOf(reach, query)] };
  const read = (chosen: SQL) => readListed(chosen, walk.order);
  return findPage(reach, query, { walk, wanted, read });
}

// These expressions stand in the indexes `kyc_records_shown` and `loans_shown`, word for word.
const shownKyc = sql`(case when status = 'IN_REVIEW' then 'SUBMITTED' else status end)`;
const shownLoan = sql`(case when status in ('ACCEPTED', 'PAYOUT_HELD', 'DISBURSING') then 'APPROVED' else status end)`;

/** What the filters ask of a merchant, the one that usually finds fewest first. */
function questionsOf({ tenant }: Reach, { loans, tier, kyc, connection }: Query): Question[] {
  const within = sql`marketplace_id = ${tenant.marketplaceId} and environment = ${tenant.environment}`;
  const having = (table: SQL, column: SQL, value: string): Question => ({
    among: sql`select merchant_id from ${table} where ${within} and ${column} = ${value}`,
    holds: (one) => sql`(select true from ${table} where merchant_id = ${one} and ${column} = ${value} limit 1)`,
  });
  const without = (table: SQL) =>
    sql`select id as merchant_id from merchants m where ${within} and not exists (select from ${table} where merchant_id = m.id)`;
  const questions: Question[] = [];
  if (loans && loans !== nothing) questions.push(having(sql`loans`, shownLoan, loans));
  // Those that were ever of the tier, or have never had one: whether they still are is asked of each.
  if (tier && tier !== nothing) questions.push({ ...having(sql`scores`, sql`risk_tier`, tier), holds: isOfTier(tier) });
  if (kyc) questions.push(having(sql`kyc_records`, shownKyc, kyc));
  if (connection) questions.push(having(sql`connections`, sql`status`, connection));
  if (tier === nothing) {
    const ended = sql`select merchant_id from connections where ${within} and status = 'DISCONNECTED'`;
    questions.push({ among: sql`${without(sql`scores`)} union all ${ended}`, holds: isOfTier(null) });
  }
  if (loans === nothing) {
    const none = (one: PgColumn) => sql`(select true from loans where merchant_id = ${one} limit 1) is null`;
    questions.push({ among: without(sql`loans`), holds: none });
  }
  return questions;
}

/** Whether a merchant's newest data have such a tier; none while it is disconnected, as in its status. */
const isOfTier = (tier: string | null) => (one: PgColumn) =>
  sql`(select s.risk_tier from scores s join connections c using (merchant_id)
    where s.merchant_id = ${one} and c.status <> 'DISCONNECTED'
    order by s.submitted_at desc, s.submission_id desc limit 1) is not distinct from ${tier}`;

const listedRow = z.strictObject({
  id: z.string(),
  businessName: z.string(),
  thirdPartyCustomerId: z.string().nullable(),
  connection: z.enum(connectionStatuses),
  kyc: z.enum(kycStatuses),
  score: z.strictObject({ total: z.number(), tier: z.enum(riskTiers), cap: koboValue }).nullable(),
  loans: z.array(z.enum(loanStates)),
  createdAt: timestamp,
});

async function readListed(chosen: SQL, order: SQL) {
  const rows = await rowsOf(listedRow)`
    select merchants.id, business_name as "businessName", third_party_customer_id as "thirdPartyCustomerId",
      c.status as connection, k.status as kyc, merchants.created_at as "createdAt",
      (select json_build_object('total', s.result -> 'totalScore', 'tier', s.risk_tier, 'cap', s.max_lending_cap)
        from scores s where s.merchant_id = merchants.id and c.status <> 'DISCONNECTED'
        order by s.submitted_at desc, s.submission_id desc limit 1) as score,
      array_to_json(array(select distinct l.status from loans l where l.merchant_id = merchants.id)) as loans
    from merchants
    join connections c on c.merchant_id = merchants.id
    join kyc_records k on k.merchant_id = merchants.id
    where ${chosen}
    order by ${order}`;
  return rows.map(({ kyc, loans, createdAt, ...row }) => {
    const states = new Set(loans.map(shownStatus));
    return {
      ...row,
      kyc: publicKycStatus(kyc),
      loans: loanStatuses.filter((status) => states.has(status)),
      createdAt: new Date(createdAt),
    };
  });
}

export const merchantList = list({
  path: "merchants",
  title: "Merchants",
  lead: "Everybody you have sent to financing, newest first.",
  nav: { group: "Programme", key: "m" },
  search: "Name, id, or part of one",
  everywhere: true,
  query: merchantQuery,
  read: listMerchants,
  href: ({ id }) => `merchants/${id}`,
  columns: ({ text, number, money, moment, state, shown }) => ({
    id: text("Merchant id", ({ id }) => id),
    thirdPartyCustomerId: text("Your merchant id", ({ thirdPartyCustomerId }) => thirdPartyCustomerId),
    businessName: text("Business name", ({ businessName }) => businessName),
    connection: state("Connection", ({ connection }) => connection, connectionLabels),
    kyc: state("KYC", ({ kyc }) => kyc, kycLabels),
    score: number("Score", ({ score }) => score?.total ?? null, { digits: 1 }),
    tier: state("Tier", ({ score }) => score?.tier ?? null, tierLabels),
    cap: money("Lending cap", ({ score }) => score?.cap ?? null),
    loans: text("Loans", ({ loans }) => loans.join(" ")),
    createdAt: moment("Since", ({ createdAt }) => createdAt, { align: "end" }),
    merchant: shown("Merchant", ({ businessName, thirdPartyCustomerId }) => [
      { text: businessName },
      { note: thirdPartyCustomerId ?? "No id of yours yet" },
    ]),
    states: shown("Loans", ({ loans }) =>
      loans.length === 0 ? [{ text: "–", look: "quiet" }] : loans.map((status) => ({ state: loanLabels[status] })),
    ),
  }),
  table: { merchant: 1, connection: 2, kyc: 1, tier: 2, score: 3, cap: 2, states: 3, createdAt: 3 },
  none: {
    title: "No merchants yet",
    text: "A merchant appears here as soon as you create it by the API, send its sales figures, or it agrees to share them.",
    action: { href: "getting-started", label: "Create your first" },
  },
  noneFits: () => ({
    title: "No such merchants",
    text: "Nobody fits what you look for. Type less of the name, or clear the filters.",
  }),
});
