import { and, eq } from "drizzle-orm";
import { db } from "@/db/client";
import { connections } from "@/db/schema/merchants";
import { scores, submissions } from "@/db/schema/scoring";
import { ownedBy } from "@/db/tenancy";
import type { Tenant } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import { kobo } from "@/lib/kernel/money";
import type { BusinessTime } from "@/lib/kernel/time";
import { assessRecord } from "@/lib/sales/records/assess-record";
import { sealRecord } from "@/lib/sales/records/stored-record";
import { now } from "@/test/time";
import { anyMerchant } from "./kyc";
import { merchantRecord } from "./merchant-record";

/** A merchant to whom any offer may be paid out: connected, and scored so well that every loan of a test fits. */
export async function lendableMerchant(tenant: Tenant, at: BusinessTime = now()) {
  const merchant = await anyMerchant(tenant);
  await makeLendable(tenant, merchant.merchantId, at);
  return merchant;
}

/** Makes a merchant one. @param at when its data was submitted */
async function makeLendable(tenant: Tenant, merchantId: string, at: BusinessTime = now()): Promise<void> {
  const pending = and(eq(connections.merchantId, merchantId), eq(connections.status, "PENDING"));
  await db().update(connections).set({ status: "ACTIVE", activatedAt: at }).where(pending);
  const record = merchantRecord({}, at);
  const plenty = kobo(1_000_000_000_000);
  const maxima = { marketplaceMax: plenty, lenderMax: plenty };
  const { limits, flags, result } = assessRecord(record, { submittedAt: at, flags: null, carried: {}, maxima });
  const submissionId = newId("submission");
  const row = { ...ownedBy(tenant), merchantId, submittedAt: at };
  await db()
    .insert(submissions)
    .values({ id: submissionId, ...row, status: "SCORED", record: sealRecord(record) });
  await db()
    .insert(scores)
    .values({
      id: newId("score"),
      ...row,
      submissionId,
      modelVersion: result.modelVersion,
      limits,
      flags,
      riskTier: "A",
      maxLendingCap: plenty,
      result: { ...result, riskTier: "A", maxLendingCap: plenty, assumedMonthlySales: plenty, weakestRuns: null },
      computedAt: at,
    });
}
