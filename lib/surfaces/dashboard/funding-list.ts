import { eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { z } from "zod";
import { db } from "@/db/client";
import { fundingRequests } from "@/db/schema/funding";
import { loans } from "@/db/schema/loans";
import { merchants } from "@/db/schema/merchants";
import { inReach } from "@/db/tenancy";
import { isId } from "@/lib/kernel/ids";
import type { Reach } from "@/lib/kernel/reach";
import { list, noneOf } from "@/lib/surfaces/lists/list";
import { toMerchant } from "@/lib/surfaces/lists/list-columns";
import { choice, day, listQuery } from "@/lib/surfaces/lists/list-query";
import { failurePhrases, fundingLabel, fundingLabels } from "@/lib/terms/dashboard/labels";
import { findPage, wantedBy } from "./find-page";
import { ordered, row, type Walk } from "./walk-tenant";

export const fundingQuery = listQuery("fundingRequest", {
  status: choice("State", fundingLabels),
  reason: choice("Rejected because", failurePhrases),
  from: day("Asked from"),
  to: day("Asked until"),
});
type Query = Partial<z.output<typeof fundingQuery>>;

/** A page of funding requests, newest first. What is searched for is a request's or a merchant's id, or merchants. */
export async function listFunding(reach: Reach, query: Query & { limit: number }) {
  const walk = fundingWalk(reach, query);
  const { id, merchantId, status, failureReason, amountRequested, tenorDays, purpose, createdAt, decidedAt } =
    fundingRequests;
  const read = (chosen: SQL) =>
    db()
      .select({
        ...{ id, merchantId, status, failureReason, amountRequested, tenorDays, purpose, createdAt, decidedAt },
        businessName: merchants.businessName,
        loanId: loans.id,
      })
      .from(fundingRequests)
      .innerJoin(merchants, eq(merchants.id, merchantId))
      .leftJoin(loans, eq(loans.fundingRequestId, id))
      .where(inReach(fundingRequests, reach, chosen))
      .orderBy(walk.order);
  const { q } = query;
  const known = q && isId("fundingRequest", q) ? eq(id, q) : undefined;
  return findPage(reach, query, { walk, wanted: await wantedBy(merchantId, reach, query, known), read });
}

/** Along an index, by the business clock, which ids do not tell: cut by that of a neighbour in reach. */
export function fundingWalk(within: Reach, query: Query): Walk {
  const { status, reason, from, to, startingAfter, endingBefore } = query;
  const { marketplaceId, environment } = within.tenant;
  const { failureReason, createdAt, id } = fundingRequests;
  const [filter, value] = reason ? [failureReason, reason] : status ? [fundingRequests.status, status] : [];
  const columns = [fundingRequests.marketplaceId, fundingRequests.environment, filter ?? [], createdAt, id].flat();
  const at = (moment: SQL, one: string) => row([marketplaceId, environment, value ?? [], moment, one].flat());
  const neighbour = (one: string) => {
    const n = alias(fundingRequests, "n");
    const there = db().select({ at: n.createdAt }).from(n);
    return at(sql`${there.where(inReach(n, within, eq(n.id, one)))}`, one);
  };
  const bounds = [
    sql`${row(columns)} > ${at(from ? startOf(from) : sql`'-infinity'`, "")}`,
    sql`${row(columns)} < ${at(to ? sql`${startOf(to)} + interval '1 day'` : sql`'infinity'`, "")}`,
    ...(startingAfter ? [sql`${row(columns)} < ${neighbour(startingAfter)}`] : []),
    ...(endingBefore ? [sql`${row(columns)} > ${neighbour(endingBefore)}`] : []),
    // Said once more: the index has only those with a reason, which no comparison of rows implies.
    ...(reason ? [eq(failureReason, reason)] : []),
  ];
  const direction = endingBefore ? "asc" : "desc";
  return {
    table: fundingRequests,
    merchant: fundingRequests.merchantId,
    ranges: [sql.join(bounds, sql` and `)],
    along: ordered(columns, direction),
    order: ordered([createdAt, id], direction),
    rest: reason && status && eq(fundingRequests.status, status),
  };
}

/** When a day begins in Lagos, an hour ahead of UTC all year. */
function startOf(day: string): SQL {
  return sql`${`${day}T00:00:00+01:00`}::timestamptz`;
}

export const fundingList = list({
  path: "funding-requests",
  title: "Funding requests",
  lead: "What your merchants asked for and what became of it, newest first.",
  nav: { group: "Programme", key: "f" },
  search: "Merchant or request",
  query: fundingQuery,
  read: listFunding,
  href: ({ id }) => `funding-requests/${id}`,
  columns: ({ text, number, money, moment, state, shown }) => ({
    id: text("Funding request id", ({ id }) => id),
    merchantId: text("Merchant id", ({ merchantId }) => merchantId),
    businessName: text("Business name", ({ businessName }) => businessName, {
      ...{ title: "Merchant", href: toMerchant, below: true },
    }),
    amount: money("Amount requested", ({ amountRequested }) => amountRequested),
    tenorDays: number("Tenor in days", ({ tenorDays }) => tenorDays),
    purpose: text("Purpose", ({ purpose }) => purpose),
    status: state("State", ({ status }) => status, fundingLabels),
    reason: text("Rejected because", ({ failureReason }) => failureReason),
    loanId: text("Loan id", ({ loanId }) => loanId),
    createdAt: moment("Asked on", ({ createdAt }) => createdAt, { align: "end" }),
    decidedAt: moment("Decided on", ({ decidedAt }) => decidedAt),
    asked: shown("Asked for", ({ amountRequested }) => [{ money: amountRequested }]),
    tenor: shown("For", ({ tenorDays }) => [{ text: `${tenorDays} days`, look: "whole" }]),
    outcome: shown("State", ({ status, failureReason }) => [{ state: fundingLabel(status, failureReason) }]),
  }),
  table: { asked: 1, tenor: 2, outcome: 1, businessName: 2, purpose: 3, createdAt: 2 },
  none: {
    title: "No funding requests yet",
    text: "A request appears here as soon as a merchant asks for funding in its journey, or you ask for it by the API.",
    action: { href: "merchants", label: "See your merchants" },
  },
  noneFits: () => noneOf("requests"),
});
