import { and, asc, eq, inArray, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { db } from "@/db/client";
import { files } from "@/db/schema/files";
import { identityChecks } from "@/db/schema/identity";
import { directors, documents, kycRecords } from "@/db/schema/kyc";
import { merchants } from "@/db/schema/merchants";
import { changedFields } from "@/lib/merchants/kyc/changed-fields";
import { openPersonal } from "@/lib/merchants/kyc/personal-details";
import { implausibleNumbers } from "@/lib/merchants/kyc/plausible-numbers";
import { isAdult } from "@/lib/terms/kyc/constants";
import { type Finding, findings } from "@/lib/terms/kyc/findings";
import { keysOf } from "@/lib/terms/table";
import { type AtStake, amountsAtStake, isLarge } from "./amounts-at-stake";
import { digestItems, type ShownItem } from "./digest-items";

/** `items`: what there is to look at, each by itself. */
export type Found = AtStake & { findings: Finding[]; items: ShownItem[] };

/**
 * What a reviewer must look at and must not pass over, of many records in as many queries as of one.
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
  const listed = db().select().from(directors).where(inArray(directors.kycId, these));
  const people = (await listed.orderBy(asc(directors.listPosition))).map(openPersonal);
  const others = await otherRecords(these);
  const { kycId: ofRecord, identityDigest, evidence } = identityChecks;
  const checks = await db()
    .select({ kycId: ofRecord, identityDigest, evidence })
    .from(identityChecks)
    .where(inArray(ofRecord, these));
  const papers = await db()
    .select({ kycId: documents.kycId, kind: documents.documentType, sha256: files.sha256 })
    .from(documents)
    .innerJoin(files, eq(files.id, documents.fileId))
    .where(inArray(documents.kycId, these))
    .orderBy(asc(documents.id));
  const amounts = await amountsAtStake(records.map((record) => record.merchantId));
  return new Map(
    records.map((record) => {
      const its = (one: { kycId: string }) => one.kycId === record.id;
      const own = people.filter(its);
      const said = checks.filter(its);
      const outcomes = said.map((one) => one.evidence?.outcome);
      const atStake = amounts.get(record.merchantId) ?? { requested: null, cap: null };
      const { info } = record;
      const holds: Record<Finding, boolean> = {
        UNDER_AGE: own.some(({ dateOfBirth }) => !isAdult(dateOfBirth, todayOf(record.id))),
        REGISTER_DIFFERS: outcomes.includes("NO_MATCH"),
        SHARED_IDENTITY: own.some(({ id: director }) => others.has(director)),
        IMPLAUSIBLE_NUMBER: info !== null && implausibleNumbers(info).length > 0,
        LARGE_AMOUNT: isLarge(atStake),
        NOT_CHECKED: outcomes.includes("NOT_CHECKED") || own.some((one) => one.verificationStatus !== "VERIFIED"),
        CHANGED_FIELDS: info !== null && changedFields(info, record).length > 0,
      };
      const items = digestItems({ info, directors: own, documents: papers.filter(its), checks: said, others });
      return [record.id, { ...atStake, findings: keysOf(findings).filter((finding) => holds[finding]), items }];
    }),
  );
}

/** Of the directors of these records, those whose number is in other records of the environment, and in how many. */
async function otherRecords(kycIds: string[]): Promise<Map<string, number>> {
  const others = alias(directors, "others");
  const rows = await db()
    .select({ id: directors.id, records: sql<number>`count(distinct ${others.kycId})::int` })
    .from(directors)
    .innerJoin(
      others,
      and(
        eq(others.identityDigest, directors.identityDigest),
        eq(others.environment, directors.environment),
        ne(others.kycId, directors.kycId),
      ),
    )
    .where(inArray(directors.kycId, kycIds))
    .groupBy(directors.id);
  return new Map(rows.map(({ id, records }) => [id, records]));
}
