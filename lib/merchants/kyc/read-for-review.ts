import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { kycRecords } from "@/db/schema/kyc";
import { merchants } from "@/db/schema/merchants";
import { inReach } from "@/db/tenancy";
import { dateOf } from "@/lib/kernel/calendar";
import { notFound } from "@/lib/kernel/errors";
import type { Reach } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { findMerchant } from "@/lib/merchants/merchants/queries";
import { isAdult } from "@/lib/terms/kyc/constants";
import type { BusinessInfo } from "@/lib/terms/kyc/schema";
import { keysOf } from "@/lib/terms/table";
import { listDirectors } from "./director-rows";
import { findIdentityChecks } from "./identity/queries";
import { implausibleNumbers } from "./plausible-numbers";
import { findSharedIdentities, listDocuments } from "./queries";
import { toPublicDirector, toPublicDocument } from "./serialize";

export type KycForReview = Awaited<ReturnType<typeof readForReview>>;

/** docs/kyc.md#review. Identity numbers are masked. */
export async function readForReview(reach: Reach, ref: string, now: BusinessTime) {
  const merchant = await findMerchant(reach, ref);
  const { status, submittedAt, requirements, rejectionReason, businessInfo, prefilledBusinessInfo } = kycRecords;
  const stated = { status, submittedAt, requirements, rejectionReason, businessInfo };
  const [row] = await db()
    .select({ ...stated, sent: prefilledBusinessInfo, createdAs: merchants.businessName })
    .from(kycRecords)
    .innerJoin(merchants, eq(merchants.id, kycRecords.merchantId))
    .where(inReach(kycRecords, reach, eq(kycRecords.merchantId, merchant.merchantId)));
  if (!row) throw notFound("merchant");
  const { sent, createdAs, ...record } = row;
  const shared = new Map(
    (await findSharedIdentities(reach, ref)).map(({ directorId, otherRecords }) => [directorId, otherRecords]),
  );
  const directors = await listDirectors(reach, merchant);
  const documents = await listDocuments(reach, merchant);
  const identities = await findIdentityChecks(reach, merchant.merchantId);
  const info = record.businessInfo;
  return {
    ...record,
    implausible: info ? implausibleNumbers(info) : [],
    changed: info ? changedFields(info, { businessName: createdAs, ...sent }) : [],
    registration: identities.business,
    directors: directors.map((director) => ({
      ...toPublicDirector(director, dateOf(now)),
      ...identities.of(director.identityDigest),
      underAge: !isAdult(director.dateOfBirth, dateOf(now)),
      otherRecords: shared.get(director.id) ?? 0,
      /** Added or changed by the merchant, after whatever the marketplace sent. */
      byMerchant: !director.prefilled,
    })),
    documents: documents.map(({ document, file }) => toPublicDocument(document, file)),
  };
}

/** Fields that are not as the marketplace wrote them, with what it wrote. */
function changedFields(info: BusinessInfo, sent: Partial<BusinessInfo>) {
  return keysOf(sent)
    .filter((field) => sent[field] && sent[field] !== info[field])
    .map((field) => ({ field, sent: sent[field] ?? "" }));
}
