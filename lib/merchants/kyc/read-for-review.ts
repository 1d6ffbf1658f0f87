import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { kycRecords } from "@/db/schema/kyc";
import { merchants } from "@/db/schema/merchants";
import { inReach } from "@/db/tenancy";
import { dateOf } from "@/lib/kernel/calendar";
import { canonicalJson } from "@/lib/kernel/canonical-json";
import { sha256 } from "@/lib/kernel/crypto";
import { notFound } from "@/lib/kernel/errors";
import type { Reach } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { findMerchant } from "@/lib/merchants/merchants/queries";
import { isAdult } from "@/lib/terms/kyc/constants";
import { changedFields } from "./changed-fields";
import { listDirectors } from "./director-rows";
import { findIdentityChecks } from "./identity/queries";
import { lastingDigest } from "./identity-number";
import { implausibleNumbers } from "./plausible-numbers";
import { findSharedIdentities, listDocuments } from "./queries";
import { toPublicDirector, toPublicDocument } from "./serialize";

export type KycForReview = Awaited<ReturnType<typeof readForReview>>;

/** docs/kyc.md#review. Identity numbers are masked. */
export async function readForReview(reach: Reach, ref: string, now: BusinessTime) {
  const merchant = await findMerchant(reach, ref);
  const { status, submittedAt, requirements, rejectionReason, businessInfo, prefilledBusinessInfo } = kycRecords;
  const { id: kycId, takenBy, takenAt } = kycRecords;
  const stated = { kycId, status, submittedAt, requirements, rejectionReason, businessInfo, takenBy, takenAt };
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
  const changed = info ? changedFields(info, { sent, createdAs }) : [];
  const seen = {
    submittedAt: record.submittedAt?.toISOString() ?? null,
    info,
    changed,
    registration: identities.business?.evidence ?? null,
    directors: directors.map((director) => ({
      ...toPublicDirector(director, ""),
      // The one that a change of INDEX_KEY leaves as it is.
      identity: lastingDigest(director),
      evidence: identities.of(director.identityDigest).check?.evidence ?? null,
      otherRecords: shared.get(director.id) ?? 0,
    })),
    documents: documents.map(({ document, file }) => [
      document.id,
      document.documentType,
      document.fileName,
      file.sha256,
    ]),
  };
  return {
    ...record,
    /** Names all that a decision rests on, and nothing that changes with time alone. */
    evidenceDigest: sha256(canonicalJson(seen)),
    implausible: info ? implausibleNumbers(info) : [],
    changed,
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
