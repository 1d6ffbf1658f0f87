import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { merchants } from "@/db/schema/merchants";
import { breaks, settlements } from "@/db/schema/settlements";
import { inReach } from "@/db/tenancy";
import { notFound } from "@/lib/kernel/errors";
import type { Reach } from "@/lib/kernel/reach";
import { getSettlement } from "@/lib/lending/reconciliation/settlements/queries";
import { actorNames } from "./actor-names";

/** The deductions that a page lets staff correct by hand; a longer list is corrected by the API. */
const mostNamesByHand = 500;

/** What the API says, whose it is, the deductions where few enough to be corrected by hand, breaks, corrections. */
export async function readSettlementForStaff(reach: Reach, settlementId: string) {
  const settlement = await getSettlement(reach, settlementId);
  const { businessName } = merchants;
  const { type, status, expected, actual } = breaks;
  const [[row], its, nameOf] = await Promise.all([
    db()
      .select({ businessName, names: settlements.deductionReferences })
      .from(settlements)
      .innerJoin(merchants, eq(merchants.id, settlements.merchantId))
      .where(inReach(settlements, reach, eq(settlements.id, settlement.id))),
    db()
      .select({ id: breaks.id, type, status, expected, actual })
      .from(breaks)
      .where(inReach(breaks, reach, eq(breaks.settlementId, settlement.id)))
      .orderBy(breaks.id),
    actorNames(
      reach.tenant,
      settlement.corrections.map(({ correctedBy }) => correctedBy),
    ),
  ]);
  if (!row) throw notFound("settlement");
  const names = row.names && row.names.length <= mostNamesByHand ? row.names : null;
  const corrections = settlement.corrections.map((one) => ({ ...one, correctedBy: nameOf(one.correctedBy) }));
  return { ...settlement, businessName: row.businessName, names, corrections, breaks: its };
}
export type SettlementForStaff = Awaited<ReturnType<typeof readSettlementForStaff>>;
