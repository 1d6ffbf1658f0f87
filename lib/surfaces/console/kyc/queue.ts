import { and, asc, desc, eq, gt, ilike, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { businessName } from "@/db/business-name";
import { db } from "@/db/client";
import { type Page, pageOf, pageRows } from "@/db/page";
import { kycRecords } from "@/db/schema/kyc";
import { marketplaces } from "@/db/schema/marketplaces";
import { merchants } from "@/db/schema/merchants";
import { proposals } from "@/db/schema/proposals";
import { users } from "@/db/schema/users";
import { clockAheadOf } from "@/db/tenancy";
import type { Environment, Operator } from "@/lib/kernel/actor";
import { dateOf } from "@/lib/kernel/calendar";
import { invalidField } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import type { Kobo } from "@/lib/kernel/money";
import { businessTime, type RealTime } from "@/lib/kernel/time";
import { countAccepted, judgedItems, readAcceptances } from "@/lib/merchants/kyc/review/read-acceptances";
import { readFindings } from "@/lib/merchants/kyc/review/read-findings";
import { type Finding, type Risk, riskOf } from "@/lib/terms/kyc/findings";

/** Whose queue it is; `operator` null: anybody's. */
type QueueScope = { operator: Operator | null; environment: Environment; realNow: RealTime };

/** Which cases, and in which order: as an address asks for it, and as whoever opens one goes on to the next. */
export type QueueQuery = {
  order?: "RISK" | undefined;
  whose?: "MINE" | "NOBODYS" | undefined;
  state?: "SUBMITTED" | "IN_REVIEW" | undefined;
  marketplace?: string | undefined;
  q?: string | undefined;
};

export type QueueRow = {
  /** The merchant's. */
  id: string;
  href: string;
  businessName: string;
  marketplace: string;
  submittedAt: Date | null;
  findings: Finding[];
  risk: Risk;
  amount: Kobo | null;
  takenBy: string | null;
  /** Items; null where nobody has gone through them one by one. */
  accepted: { accepted: number; of: number } | null;
};

// Spelled out like the condition of the indexes: one with parameters would not be known to be it.
const waiting = sql`${kycRecords.status} in ('SUBMITTED', 'IN_REVIEW')`;

/** The order of the queue: the index of each has its columns, after the environment. */
const placeOf = ({ order }: QueueQuery) =>
  order === "RISK"
    ? [kycRecords.urgency, kycRecords.submittedAt, kycRecords.id]
    : [kycRecords.submittedAt, kycRecords.id];

/** As many queries however many wait, and however many are on the page; each walks along an index. */
export async function readKycQueue(
  scope: QueueScope,
  query: QueueQuery & Page,
): Promise<{ rows: QueueRow[]; hasMore: boolean }> {
  const { startingAfter, endingBefore } = query;
  const cut = startingAfter ?? endingBefore;
  const place = cut === undefined ? undefined : await findPlace(cut);
  if (place === null) throw invalidField("startingAfter", "Must be the id of an entry in this list");
  const beyond = place && beyondPlace(query, place, startingAfter !== undefined);
  const found = await db()
    .select({
      id: merchants.id,
      kycId: kycRecords.id,
      businessName,
      marketplace: marketplaces.name,
      submittedAt: kycRecords.submittedAt,
      takenBy: users.name,
      ahead: clockAheadOf(kycRecords),
    })
    .from(kycRecords)
    .innerJoin(merchants, eq(merchants.id, kycRecords.merchantId))
    .innerJoin(marketplaces, eq(marketplaces.id, kycRecords.marketplaceId))
    .leftJoin(users, eq(users.id, kycRecords.takenBy))
    .where(and(chosen(scope, query), beyond))
    .orderBy(...placeOf(query).map((column) => (endingBefore === undefined ? asc(column) : desc(column))))
    .limit(pageRows(query));
  const { rows, hasMore } = pageOf(found, query);
  const days = new Map(rows.map(({ kycId, ahead }) => [kycId, dateOf(businessTime(scope.realNow, ahead))]));
  const findings = await readFindings([...days.keys()], (kycId) => days.get(kycId) ?? "");
  const inForce = await readAcceptances([...days.keys()]);
  return {
    rows: rows.map(({ kycId, ahead: _, ...row }) => {
      const { findings: its = [], requested = null, cap = null, items = [] } = findings.get(kycId) ?? {};
      const judged = judgedItems(
        items,
        inForce.filter((one) => one.kycId === kycId),
      );
      const href = `kyc/${row.id}${addressOf(query)}`;
      return {
        ...{ ...row, href, findings: its, risk: riskOf(its), amount: requested ?? cap },
        accepted: countAccepted(judged),
      };
    }),
    hasMore,
  };
}

/** How many wait in an environment, up to `most`. */
export async function countWaiting(environment: Environment, most: number): Promise<number> {
  const some = db().select({ id: kycRecords.id }).from(kycRecords);
  const next = some.where(and(eq(kycRecords.environment, environment), waiting)).limit(most);
  return db().$count(next.as("next"));
}

/**
 * The case to go on to: after this one in the queue, where it has a place there, else its first. Not what another reviewer has, nor what waits for a
 * second operator.
 * @param after a merchant's id; null: from the beginning
 */
export async function nextCase(scope: QueueScope, query: QueueQuery, after: string | null): Promise<string | null> {
  const own = or(isNull(kycRecords.takenBy), eq(kycRecords.takenBy, scope.operator?.userId ?? ""));
  const proposed = db()
    .select({ subjectId: proposals.subjectId })
    .from(proposals)
    .where(
      and(
        isNull(proposals.decision),
        gt(proposals.expiresAt, scope.realNow),
        sql`${proposals.kind} in ('KYC_APPROVE', 'KYC_REJECT')`,
      ),
    );
  const undecided = sql`${kycRecords.merchantId} not in ${proposed}`;
  const place = after === null ? null : await findPlace(after);
  for (const beyond of place === null ? [undefined] : [beyondPlace(query, place, true), undefined]) {
    const others = after === null ? undefined : ne(kycRecords.merchantId, after);
    const [row] = await db()
      .select({ id: kycRecords.merchantId })
      .from(kycRecords)
      .innerJoin(merchants, eq(merchants.id, kycRecords.merchantId))
      .where(and(chosen(scope, query), own, undecided, others, beyond))
      .orderBy(...placeOf(query).map((column) => asc(column)))
      .limit(1);
    if (row) return row.id;
  }
  return null;
}

/** What a link to a case carries, so that the next one is of the same choice. */
export function addressOf({ order, whose, state, marketplace, q }: QueueQuery): string {
  const given = Object.entries({ order, whose, state, marketplace, q }).filter((entry) => entry[1] !== undefined);
  return given.length === 0 ? "" : `?${new URLSearchParams(given as [string, string][])}`;
}

function chosen({ operator, environment }: QueueScope, query: QueueQuery): SQL | undefined {
  const { whose, state, marketplace, q } = query;
  const named = q === undefined ? undefined : `%${q.replace(/[\\%_]/g, "\\$&")}%`;
  const names = [merchants.businessName, sql`${kycRecords.businessInfo}->>'businessName'`];
  return and(
    eq(kycRecords.environment, environment),
    waiting,
    whose === "MINE" ? eq(kycRecords.takenBy, operator?.userId ?? "") : undefined,
    whose === "NOBODYS" ? isNull(kycRecords.takenBy) : undefined,
    state && eq(kycRecords.status, state),
    marketplace === undefined ? undefined : eq(kycRecords.marketplaceId, marketplace),
    named === undefined
      ? undefined
      : isId("merchant", q ?? "")
        ? eq(merchants.id, q ?? "")
        : or(...names.map((name) => ilike(name, named)), eq(merchants.thirdPartyCustomerId, q ?? "")),
  );
}

type Place = { urgency: number; submittedAt: Date; id: string };

/** Where a case stands in the queue, or stood before it was decided; null for one that was never submitted. */
async function findPlace(merchantId: string): Promise<Place | null> {
  const { urgency, submittedAt, id } = kycRecords;
  const [at] = await db()
    .select({ urgency, submittedAt, id })
    .from(kycRecords)
    .where(eq(kycRecords.merchantId, merchantId));
  return at?.submittedAt ? { ...at, submittedAt: at.submittedAt } : null;
}

/** What comes after a place in the order of the queue, or before it. */
function beyondPlace(query: QueueQuery, at: Place, after: boolean): SQL {
  const since = sql`${at.submittedAt.toISOString()}::timestamptz`;
  const values = query.order === "RISK" ? [sql`${at.urgency}::int`, since, sql`${at.id}`] : [since, sql`${at.id}`];
  const columns = sql.join(
    placeOf(query).map((column) => sql`${column}`),
    sql`, `,
  );
  return sql`(${columns}) ${sql.raw(after ? ">" : "<")} (${sql.join(values, sql`, `)})`;
}
