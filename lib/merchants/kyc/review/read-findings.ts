import { and, eq, inArray, ne } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { db } from "@/db/client";
import { identityChecks } from "@/db/schema/identity";
import { directors, kycRecords } from "@/db/schema/kyc";
import { merchants } from "@/db/schema/merchants";
import { changedFields } from "@/lib/merchants/kyc/changed-fields";
import { openPersonal } from "@/lib/merchants/kyc/personal-details";
import { implausibleNumbers } from "@/lib/merchants/kyc/plausible-numbers";
import { isAdult } from "@/lib/terms/kyc/constants";
import { type Finding, findings } from "@/lib/terms/kyc/findings";
import { keysOf } from "@/lib/terms/table";
import { type AtStake, amountsAtStake, isLarge } from "./amounts-at-stake";

export type Found = AtStake & { findings: Finding[] };

/**
 * What a reviewer must not pass over, of many records in as many queries as of one.
 * @param kycIds of rows that were loaded in reach
 * @param todayOf the day (UTC) by the business clock of a record's marketplace
 */
export async function readFindings(
  kycIds: readonly string[],
  todayOf: (kycId: string) => string,
): Promise<Map<string, Found>> {
  const these = [...kycIds];
  const { id, merchantId, businessInfo, prefilledBusinessInfo: sent } = kycRecords;
  const records = await db()
    .select({ id, merchantId, info: businessInfo, sent, createdAs: merchants.businessName })
    .from(kycRecords)
    .innerJoin(merchants, eq(merchants.id, merchantId))
    .where(inArray(id, these));
  const people = (await db().select().from(directors).where(inArray(directors.kycId, these))).map(openPersonal);
  const shared = await sharedAmong(these);
  const checks = await db()
    .select({ kycId: identityChecks.kycId, evidence: identityChecks.evidence })
    .from(identityChecks)
    .where(inArray(identityChecks.kycId, these));
  const amounts = await amountsAtStake(records.map((record) => record.merchantId));
  return new Map(
    records.map((record) => {
      const own = people.filter((one) => one.kycId === record.id);
      const outcomes = checks.flatMap(({ kycId, evidence }) => (kycId === record.id ? [evidence?.outcome] : []));
      const atStake = amounts.get(record.merchantId) ?? { requested: null, cap: null };
      const { info } = record;
      const holds: Record<Finding, boolean> = {
        UNDER_AGE: own.some(({ dateOfBirth }) => !isAdult(dateOfBirth, todayOf(record.id))),
        REGISTER_DIFFERS: outcomes.includes("NO_MATCH"),
        SHARED_IDENTITY: shared.has(record.id),
        IMPLAUSIBLE_NUMBER: info !== null && implausibleNumbers(info).length > 0,
        LARGE_AMOUNT: isLarge(atStake),
        NOT_CHECKED: outcomes.includes("NOT_CHECKED") || own.some((one) => one.verificationStatus !== "VERIFIED"),
        CHANGED_FIELDS: info !== null && changedFields(info, record).length > 0,
      };
      return [record.id, { ...atStake, findings: keysOf(findings).filter((finding) => holds[finding]) }];
    }),
  );
}

/** Of these, the records with a director whose number is in another record of the environment. */
async function sharedAmong(kycIds: string[]): Promise<Set<string>> {
  const others = alias(directors, "others");
  const rows = await db()
    .selectDistinct({ kycId: directors.kycId })
    .from(directors)
    .innerJoin(
      others,
      and(
        eq(others.identityDigest, directors.identityDigest),
        eq(others.environment, directors.environment),
        ne(others.kycId, directors.kycId),
      ),
    )
    .where(inArray(directors.kycId, kycIds));
  return new Set(rows.map(({ kycId }) => kycId));
}
