import { and, asc, eq, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { z } from "zod";
import { db } from "@/db/client";
import { files } from "@/db/schema/files";
import { directors, documents, kycRecords } from "@/db/schema/kyc";
import { inReach } from "@/db/tenancy";
import { notFound } from "@/lib/kernel/errors";
import type { Reach } from "@/lib/kernel/reach";
import { findMerchant, type MerchantRef } from "@/lib/merchants/merchants/queries";
import type { DocumentType } from "@/lib/terms/kyc/document-kinds";
import type { BusinessInfo, kycAnswer } from "@/lib/terms/kyc/schema";
import { type KycFacts, progressOf } from "./progress";

export type Kyc = KycFacts & {
  id: string;
  businessInfo: BusinessInfo | null;
  revisions: { businessInfo: number; directors: number };
};

export async function loadKyc(reach: Reach, merchant: MerchantRef): Promise<Kyc> {
  const [row] = await db()
    .select({
      id: kycRecords.id,
      status: kycRecords.status,
      submittedAt: kycRecords.submittedAt,
      requirements: kycRecords.requirements,
      rejectionReason: kycRecords.rejectionReason,
      businessInfo: kycRecords.businessInfo,
      revisions: { businessInfo: kycRecords.businessInfoRevision, directors: kycRecords.directorsRevision },
      directorCount: sql<number>`(select count(*)::int from ${directors} where kyc_id = ${kycRecords}.id)`,
      documentTypes: sql<DocumentType[]>`array(select distinct document_type from ${documents}
        where kyc_id = ${kycRecords}.id)`,
    })
    .from(kycRecords)
    .where(inReach(kycRecords, reach, eq(kycRecords.merchantId, merchant.merchantId)));
  if (!row) throw notFound("merchant");
  const businessType = row.businessInfo?.businessType ?? null;
  return { ...row, businessType, connectionOpen: merchant.connectionStatus !== "DISCONNECTED" };
}

export async function readKycAnswer(reach: Reach, merchant: MerchantRef): Promise<z.output<typeof kycAnswer>> {
  const { merchantId, thirdPartyCustomerId } = merchant;
  return { merchantId, thirdPartyCustomerId, kyc: progressOf(await loadKyc(reach, merchant)) };
}

export async function listDocuments(reach: Reach, merchant: Pick<MerchantRef, "merchantId">) {
  const { id, fileSize, mimeType, storageName, dataKey, sha256 } = files;
  return db()
    .select({ document: documents, file: { id, fileSize, mimeType, storageName, dataKey, sha256 } })
    .from(documents)
    .innerJoin(kycRecords, eq(kycRecords.id, documents.kycId))
    .innerJoin(files, eq(files.id, documents.fileId))
    .where(inReach(kycRecords, reach, eq(kycRecords.merchantId, merchant.merchantId)))
    .orderBy(asc(documents.id));
}

/** For reviewers only: the one query that reads across tenants, and it returns only numbers of records. */
export async function findSharedIdentities(reach: Reach, ref: string) {
  const merchant = await findMerchant(reach, ref);
  const others = alias(directors, "others");
  return db()
    .select({ directorId: directors.id, otherRecords: sql<number>`count(distinct ${others.kycId})::int` })
    .from(directors)
    .innerJoin(kycRecords, eq(kycRecords.id, directors.kycId))
    .innerJoin(
      others,
      and(
        eq(others.identityDigest, directors.identityDigest),
        eq(others.environment, directors.environment),
        ne(others.kycId, directors.kycId),
      ),
    )
    .where(inReach(kycRecords, reach, eq(kycRecords.merchantId, merchant.merchantId)))
    .groupBy(directors.id)
    .orderBy(asc(directors.id));
}
