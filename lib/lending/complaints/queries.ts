import { and, asc, desc, eq, inArray, type SQL } from "drizzle-orm";
import { businessName } from "@/db/business-name";
import { db } from "@/db/client";
import { onPage, type Page, pageOf, pageOrder, pageRows, requireNeighbour } from "@/db/page";
import { complaints } from "@/db/schema/complaints";
import { loans } from "@/db/schema/loans";
import { marketplaces } from "@/db/schema/marketplaces";
import { merchants } from "@/db/schema/merchants";
import { users } from "@/db/schema/users";
import { clockAheadOf, inReach } from "@/db/tenancy";
import type { Environment } from "@/lib/kernel/actor";
import { decrypt } from "@/lib/kernel/crypto";
import { notFound } from "@/lib/kernel/errors";
import type { Reach } from "@/lib/kernel/reach";
import { businessTime, type RealTime } from "@/lib/kernel/time";
import { type ComplaintState, unansweredStates } from "@/lib/terms/complaints";
import type { ComplaintAnswer, OperatorComplaint } from "./schema";

export type Complaint = typeof complaints.$inferSelect;

export function wordsOf({ words }: Pick<Complaint, "words">): string {
  return decrypt("complaints.words", words);
}

/** Those of the merchants in reach, newest first. */
export async function listOwnComplaints(
  reach: Reach,
  page: Page,
): Promise<{ data: ComplaintAnswer[]; hasMore: boolean }> {
  await requireNeighbour(complaints.id, page, inReach(complaints, reach));
  const { rows, hasMore } = pageOf(
    await selectOwn(page, inReach(complaints, reach, onPage(complaints.id, page))),
    page,
  );
  return { data: rows.map(toAnswer), hasMore };
}

/** What a complaint can be about, the newest first. */
export async function listLoanNames(reach: Reach, limit: number): Promise<{ loanId: string; reference: string }[]> {
  const own = db().select({ loanId: loans.id, reference: loans.reference }).from(loans).where(inReach(loans, reach));
  return own.orderBy(desc(loans.id)).limit(limit);
}

export async function readOwnComplaint(reach: Reach, id: string): Promise<ComplaintAnswer> {
  const [found] = await selectOwn({ limit: 1 }, inReach(complaints, reach, eq(complaints.id, id)));
  if (!found) throw notFound("complaint");
  return toAnswer(found);
}

function selectOwn(page: Page, condition: SQL | undefined) {
  return db()
    .select({ found: complaints, reference: loans.reference })
    .from(complaints)
    .leftJoin(loans, eq(loans.id, complaints.loanId))
    .where(condition)
    .orderBy(pageOrder(complaints.id, page))
    .limit(pageRows(page));
}

function toAnswer({ found, reference }: { found: Complaint; reference: string | null }): ComplaintAnswer {
  const { id, number, loanId, status, madeAt, answerBy, answer, answeredAt, closedAt } = found;
  return {
    id,
    number,
    loan: loanId !== null && reference !== null ? { id: loanId, reference } : null,
    status,
    words: wordsOf(found),
    madeAt: madeAt.toISOString(),
    answerBy: answerBy.toISOString(),
    answer: answer === null ? null : decrypt("complaints.answer", answer),
    answeredAt: answeredAt?.toISOString() ?? null,
    closedAt: closedAt?.toISOString() ?? null,
  };
}

type Wanted = {
  environment?: Environment | undefined;
  status?: ComplaintState | undefined;
  merchantId?: string | undefined;
  loanId?: string | undefined;
};

/** Of all marketplaces, newest first. */
export async function listComplaints(
  query: Page & Wanted,
  realNow: RealTime,
): Promise<{ data: OperatorComplaint[]; hasMore: boolean }> {
  const { environment, status, merchantId, loanId } = query;
  await requireNeighbour(complaints.id, query);
  const wanted = and(
    environment && eq(complaints.environment, environment),
    status && eq(complaints.status, status),
    merchantId === undefined ? undefined : eq(complaints.merchantId, merchantId),
    loanId === undefined ? undefined : eq(complaints.loanId, loanId),
    onPage(complaints.id, query),
  );
  const ids = db().select({ id: complaints.id }).from(complaints).where(wanted);
  const { rows, hasMore } = pageOf(await ids.orderBy(pageOrder(complaints.id, query)).limit(pageRows(query)), query);
  const found = await readComplaints(
    rows.map(({ id }) => id),
    realNow,
  );
  return { data: rows.flatMap(({ id }) => found.find((one) => one.id === id) ?? []), hasMore };
}

/** Those of an environment that wait for an answer, the first deadline first. */
export async function listWaitingComplaints(
  environment: Environment,
  limit: number,
  realNow: RealTime,
): Promise<OperatorComplaint[]> {
  const waiting = and(eq(complaints.environment, environment), inArray(complaints.status, unansweredStates));
  const first = [asc(complaints.answerBy), asc(complaints.id)];
  const ids = await db()
    .select({ id: complaints.id })
    .from(complaints)
    .where(waiting)
    .orderBy(...first)
    .limit(limit);
  const found = await readComplaints(
    ids.map(({ id }) => id),
    realNow,
  );
  return ids.flatMap(({ id }) => found.find((one) => one.id === id) ?? []);
}

export async function readComplaint(id: string, realNow: RealTime): Promise<OperatorComplaint> {
  const [found] = await readComplaints([id], realNow);
  if (!found) throw notFound("complaint");
  return found;
}

/** In no order. */
export async function readComplaints(ids: readonly string[], realNow: RealTime): Promise<OperatorComplaint[]> {
  const rows = await db()
    .select({
      found: complaints,
      reference: loans.reference,
      businessName,
      ahead: clockAheadOf(complaints),
    })
    .from(complaints)
    .innerJoin(merchants, eq(merchants.id, complaints.merchantId))
    .innerJoin(marketplaces, eq(marketplaces.id, complaints.marketplaceId))
    .leftJoin(loans, eq(loans.id, complaints.loanId))
    .where(inArray(complaints.id, [...ids]));
  const people = await peopleIn(rows.map(({ found }) => found));
  return rows.map(({ businessName, ahead, ...row }) => {
    const { environment, marketplaceId, merchantId, status, answerBy, takenBy, answeredBy } = row.found;
    const waits = unansweredStates.some((one) => one === status);
    return {
      ...toAnswer(row),
      environment,
      marketplaceId,
      merchant: { id: merchantId, businessName },
      late: waits && answerBy <= businessTime(realNow, ahead),
      takenBy: people(takenBy),
      answeredBy: people(answeredBy),
    };
  });
}

async function peopleIn(found: readonly Complaint[]) {
  const ids = found.flatMap(({ takenBy, answeredBy }) => [takenBy ?? [], answeredBy ?? []].flat());
  const people = await db().select({ id: users.id, name: users.name }).from(users).where(inArray(users.id, ids));
  return (id: string | null) => (id === null ? null : (people.find((one) => one.id === id) ?? { id, name: "" }));
}
