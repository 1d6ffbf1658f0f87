import { eq, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { db } from "@/db/client";
import { merchants } from "@/db/schema/merchants";
import { breaks, settlements } from "@/db/schema/settlements";
import { inReach } from "@/db/tenancy";
import { isId } from "@/lib/kernel/ids";
import type { Reach } from "@/lib/kernel/reach";
import { list } from "@/lib/surfaces/lists/list";
import { toMerchant } from "@/lib/surfaces/lists/list-columns";
import { choice, listQuery, ofOneMerchant } from "@/lib/surfaces/lists/list-query";
import { matchLabels } from "@/lib/terms/dashboard/labels";
import { findPage, wantedBy } from "./find-page";
import { walkById } from "./walk-tenant";

const settlementQuery = listQuery("settlement", { merchant: ofOneMerchant, status: choice("Matching", matchLabels) });
type Query = Partial<z.output<typeof settlementQuery>> & { limit: number };

const openBreaks = sql<number>`(
  select count(*)::int from ${breaks} b where b.settlement_id = ${settlements.id} and b.status <> 'RESOLVED')`;

/** Settlements for staff, newest first. What is searched for is a settlement's id or reference, or a merchant. */
export async function listSettlementsForStaff(reach: Reach, query: Query) {
  const { status } = query;
  const walk = walkById("settlement", settlements, reach.tenant, query, [
    status ? [[settlements.matchStatus, status]] : [],
  ]);
  const { id, reference, merchantId, periodStart, periodEnd, grossAmount, totalDeductions, netAmount } = settlements;
  const { matchStatus, matchedAmount, transferredAt, createdAt } = settlements;
  const { businessName, thirdPartyCustomerId } = merchants;
  const read = (chosen: SQL) =>
    db()
      .select({
        ...{ id, reference, merchantId, periodStart, periodEnd, grossAmount, totalDeductions, netAmount },
        ...{ matchStatus, matchedAmount, transferredAt, createdAt, businessName, thirdPartyCustomerId, openBreaks },
      })
      .from(settlements)
      .innerJoin(merchants, eq(merchants.id, settlements.merchantId))
      .where(inReach(settlements, reach, chosen))
      .orderBy(walk.order);
  const wanted = await wantedBy(settlements.merchantId, reach, query, await knownBy(reach, query));
  return findPage(reach, query, { walk, wanted, read });
}

async function knownBy(reach: Reach, { q = "" }: Query): Promise<SQL | undefined> {
  if (isId("settlement", q)) return eq(settlements.id, q);
  const [known] = await db()
    .select({ id: settlements.id })
    .from(settlements)
    .where(inReach(settlements, reach, eq(settlements.reference, q)));
  return known && eq(settlements.id, known.id);
}

/** What is null has not been reported yet. */
export const settlementList = list({
  path: "settlements",
  title: "Settlements",
  lead: "What you pay out to merchants, and whether the deductions in it are those that you reported.",
  nav: { group: "Programme", key: "s" },
  search: "Settlement or merchant, by reference or name",
  everywhere: true,
  query: settlementQuery,
  read: listSettlementsForStaff,
  href: ({ id }) => `settlements/${id}`,
  columns: ({ text, number, money, moment, state, shown }) => ({
    id: text("Settlement id", ({ id }) => id),
    reference: text("Settlement reference", ({ reference }) => reference, { title: "Settlement" }),
    merchantId: text("Merchant id", ({ merchantId }) => merchantId),
    thirdPartyCustomerId: text("Your merchant id", ({ thirdPartyCustomerId }) => thirdPartyCustomerId),
    businessName: text("Business name", ({ businessName }) => businessName, {
      ...{ title: "Merchant", href: toMerchant, below: true },
    }),
    periodStart: moment("Period from", ({ periodStart }) => periodStart),
    periodEnd: moment("Period to", ({ periodEnd }) => periodEnd),
    grossAmount: money("Gross", ({ grossAmount }) => grossAmount),
    totalDeductions: money("Deductions", ({ totalDeductions }) => totalDeductions),
    netAmount: money("Net", ({ netAmount }) => netAmount),
    status: state("Matching", ({ matchStatus }) => matchStatus, matchLabels),
    matchedAmount: money("Deductions found", ({ matchedAmount }) => matchedAmount, { title: "Found" }),
    openBreaks: number("Open breaks", ({ openBreaks }) => openBreaks),
    transferredAt: moment("Transferred", ({ transferredAt }) => transferredAt, { none: "Not yet" }),
    createdAt: moment("First reported", ({ createdAt }) => createdAt),
    matching: shown("Matching", ({ matchStatus, openBreaks }) => [
      { state: matchLabels[matchStatus] },
      ...(openBreaks > 0 ? [{ text: `${openBreaks} open ${openBreaks === 1 ? "break" : "breaks"}` }] : []),
    ]),
  }),
  table: {
    ...{ reference: 1, businessName: 2, matching: 1, totalDeductions: 2, matchedAmount: 2, netAmount: 3 },
    transferredAt: 3,
  },
  none: {
    title: "No settlements yet",
    text: "A settlement appears here as soon as your backend reports it with settlement.created.",
    action: { href: "getting-started", label: "Getting started" },
  },
});
