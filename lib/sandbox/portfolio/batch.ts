import type postgres from "postgres";
import type { Environment } from "@/lib/kernel/actor";
import { kobo } from "@/lib/kernel/money";
import type { BusinessTime } from "@/lib/kernel/time";
import { failureReasons } from "@/lib/terms/funding/constants";
import { isOffer } from "@/lib/terms/loans/states";
import { drawn, makeHead, oneOf } from "./expressions";
import { ageNames, ages } from "./lives";
import { type LoanStory, loanStories, payoutAfter } from "./loan-stories";
import { eventSamples, scoreSamples, sealedSamples } from "./samples";

/** What a portfolio is made of, the same however often it is taken up again. `begun`: its "now". */
export type Portfolio = {
  marketplaceId: string;
  environment: Environment;
  lenderId: string;
  merchants: number;
  /** 0 to 9999. */
  seed: number;
  begun: BusinessTime;
};

/** For this session: what the statements below join. */
export async function prepareSession(
  sql: postgres.Sql,
  { begun, marketplaceId, environment }: Portfolio,
): Promise<void> {
  await sql.unsafe(makeHead);
  const [cap] = await sql<{ most: number }[]>`
    select maximum_lending_cap::float8 as most from marketplaces where id = ${marketplaceId}`;
  const stories = loanStories();
  await keep(sql, "portfolio_scores", scoreSamples(begun, kobo(cap?.most ?? 0)), scoreColumns);
  await keep(sql, "portfolio_sealed", sealedSamples(), sealedColumns);
  await keep(sql, "portfolio_events", eventSamples(environment), "sample int, type text, body text");
  await keep(sql, "portfolio_stories", stories.map(rowOf), storyColumns);
  await keep(sql, "portfolio_choices", choicesOf(stories), "age text, tier text, stories int[]");
  await keep(sql, "portfolio_installments", of(stories, "installments"), installmentColumns);
  await keep(
    sql,
    "portfolio_deductions",
    of(stories, "deductions"),
    "story int, number int, amount bigint, after float8",
  );
  await keep(sql, "portfolio_journals", of(stories, "journals"), journalColumns);
  const entries = stories.flatMap(({ story, journals }) =>
    journals.flatMap((journal) => journal.entries.map((entry) => ({ story, number: journal.number, ...entry }))),
  );
  await keep(sql, "portfolio_entries", entries, "story int, number int, account text, amount bigint");
}

const scoreColumns = "sample int, record text, limits jsonb, model_version text, tier text, cap bigint, result jsonb";
const sealedColumns = `sample int, account_number text, last_four text, info jsonb, identity_number text,
  identity_masked text, personal text`;
const storyColumns = `story int, status text, payout text, tenor int, terms jsonb, is_out boolean, received bigint,
  received_at_write_off bigint, cancel_reason text, completed float8, defaulted float8, written_off float8,
  cancelled float8, paused float8, aging_day int, due_day int, journals int, first_deduction bigint, first_after float8`;
const installmentColumns = "story int, number int, day int, amount bigint, interest bigint";
const journalColumns = "story int, number int, type text, source text, report int, after float8";

async function keep(sql: postgres.Sql, name: string, rows: readonly object[], columns: string): Promise<void> {
  await sql.unsafe(`create temp table ${name} as select * from json_to_recordset($1::text::json) r(${columns})`, [
    JSON.stringify(rows),
  ]);
  await sql.unsafe(`analyze ${name}`);
}

function rowOf(story: LoanStory) {
  const [first] = story.deductions;
  return {
    ...{ story: story.story, status: story.status, payout: story.payout, tenor: story.terms.tenorDays },
    ...{ terms: story.terms, received: story.received, received_at_write_off: story.receivedAtWriteOff },
    is_out: !isOffer(story.status) && story.status !== "CANCELLED",
    ...{ cancel_reason: story.cancelReason, completed: story.completedAfter, defaulted: story.defaultedAfter },
    ...{ written_off: story.writtenOffAfter, cancelled: story.cancelledAfter, paused: story.pausedAfter },
    ...{ aging_day: story.agingDay, due_day: story.dueDay, journals: story.journals.length },
    ...{ first_deduction: first?.amount ?? null, first_after: first?.after ?? null },
  };
}

function of(stories: readonly LoanStory[], part: "installments" | "deductions" | "journals") {
  return stories.flatMap(({ story, [part]: rows }) => rows.map((row) => ({ story, ...row })));
}

/** The stories of an age and tier, each as often as it weighs. */
function choicesOf(stories: readonly LoanStory[]) {
  return ageNames.flatMap((age) =>
    [...new Set(stories.map(({ riskTier }) => riskTier))].map((tier) => {
      const members = stories.filter((one) => one.age === age && one.riskTier === tier);
      return { age, tier, stories: members.flatMap(({ story, weight }) => Array(weight).fill(story)) };
    }),
  );
}

const connections = ["ACTIVE", "ACTIVE", "ACTIVE", "ACTIVE", "ACTIVE", "SUSPENDED", "DISCONNECTED", "PENDING"];
const kyc = ["APPROVED", "APPROVED", "APPROVED", "IN_REVIEW", "IN_REVIEW", "REJECTED", "REQUIRES_UPDATE", "PENDING"];
const first = ["Bright", "Golden", "Royal", "Blessed", "Prime", "Unity", "Lagoon", "Savannah"];
const second = ["Foods", "Textiles", "Gadgets", "Beauty", "Stores", "Traders", "Kitchens", "Motors", "Farms"];
const refusals = failureReasons.filter((reason) => reason !== "KYC_REJECTED");

/**
 * The merchants of these numbers, in a table of the transaction: what is drawn for each, and what became of it. The first
 * joined 360 days before `begun`, the last half a day before it; half a day later each asked for money, or did not.
 */
export function batchOf({ merchants, seed, begun }: Portfolio, from: number, to: number): string {
  const now = `timestamptz '${begun.toISOString()}'`;
  const age = ageNames
    .toReversed()
    .map((name) => `when m.asked <= ${now} - interval '${ages[name].from} days' then '${name}'`)
    .join(" ");
  const key = "m.key";
  const wants = drawn("wants", key);
  return `create temp table batch on commit drop as
    select c.*,
      (array['FULFILLED', 'REJECTED', 'CANCELLED', 'PENDING'])[case when c.story is not null then 1
        when c.wants < 850 then 2 when c.wants < 920 then 3 when c.wants < 960 then 4 end] as request,
      case when c.story is not null then 'APPROVED' else ${oneOf("kyc", kyc, "c.key")} end as kyc,
      case when c.is_out and c.status in ('ACTIVE', 'DISBURSING') or c.status = 'APPROVED' then 'ACTIVE'
        else ${oneOf("connection", connections, "c.key")} end as connection,
      (array['PENDING', 'BROKEN', 'BROKEN'])[1 + ${drawn("match", "c.key")} % 20] as unmatched,
      case when c.story is null then ${oneOf("reason", refusals, "c.key")} end as reason,
      (c.asked + case when c.is_out then ${payoutAfter} else 0 end * interval '1 millisecond')::timestamp(3)::date as start
    from (
      select m.*, pg_temp.head(m.at) as head, pg_temp.head(m.asked) as asked_head, ${wants} as wants,
        s.tier, s.cap, st.status, st.is_out, st.story,
        ${oneOf("first name", first, key)} || ' ' || ${oneOf("second name", second, key)} || ' ' || m.n as name,
        'customer-' || left(md5(m.n::text), 12) as customer
      from (
        select n, ${seed}::bigint * 1000000000 + n as key, lpad('${seed}', 4, '0') || lpad(n::text, 9, '0') as tag, at,
          at + interval '12 hours' as asked, ${drawn("score", `(${seed}::bigint * 1000000000 + n)`)} % scores.count as sample
        from (
          select n, date_trunc('milliseconds', ${now} - interval '13 hours' - interval '360 days' * (1 - n::float8 / ${merchants})) as at
          from generate_series(${from}, ${to}) n
        ) each, (select count(*)::int from portfolio_scores) scores
      ) m
      join portfolio_scores s using (sample)
      left join portfolio_choices g on g.tier = s.tier and g.age = case ${age} end and ${wants} < 700
      left join portfolio_stories st on st.story = g.stories[1 + ${drawn("loan", key)} % cardinality(g.stories)]
    ) c`;
}
