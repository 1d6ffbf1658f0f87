import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { kycRecords } from "@/db/schema/kyc";
import { marketplaces } from "@/db/schema/marketplaces";
import { connections, merchants } from "@/db/schema/merchants";
import { inReach } from "@/db/tenancy";
import { dateOf } from "@/lib/kernel/calendar";
import { notFound } from "@/lib/kernel/errors";
import { reachOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { listDirectors } from "@/lib/merchants/kyc/director-rows";
import { readDrafts } from "@/lib/merchants/kyc/drafts/read-drafts";
import { progressOf } from "@/lib/merchants/kyc/progress";
import type { ActingMerchant } from "@/lib/merchants/kyc/provenance";
import { listDocuments } from "@/lib/merchants/kyc/queries";
import { toPublicDirector, toPublicDocument } from "@/lib/merchants/kyc/serialize";
import { businessOf } from "./business";
import type { KycSession } from "./schema";

/** What a session needs of a merchant's rows; the statement joins marketplace, connection and KYC record to it. */
export const kycSessionColumns = {
  merchant: {
    businessName: merchants.businessName,
    email: merchants.email,
    phoneNumber: merchants.phoneNumber,
    businessType: merchants.businessType,
    businessCategory: merchants.businessCategory,
    weeklySummary: merchants.weeklySummary,
  },
  marketplace: {
    marketplaceId: marketplaces.id,
    name: marketplaces.name,
    logo: marketplaces.logo,
    primary: marketplaces.primaryColour,
  },
  connectionStatus: connections.status,
  kyc: {
    status: kycRecords.status,
    businessInfo: kycRecords.businessInfo,
    prefilledBusinessInfo: kycRecords.prefilledBusinessInfo,
    businessInfoRevision: kycRecords.businessInfoRevision,
    directorsRevision: kycRecords.directorsRevision,
    submittedAt: kycRecords.submittedAt,
    requirements: kycRecords.requirements,
    rejectionReason: kycRecords.rejectionReason,
  },
};

type Row = NonNullable<Awaited<ReturnType<typeof loadRow>>>;
type Lists = Awaited<ReturnType<typeof readKycLists>>;

export async function readKycSession(actor: ActingMerchant, now: BusinessTime): Promise<KycSession> {
  const row = await loadRow(actor);
  if (!row) throw notFound("merchant");
  return toKycSession({ actor, row, lists: await readKycLists(actor), now });
}

/** Read after the record: if directors change in between, saving asks once too often, never too seldom. */
export async function readKycLists(actor: ActingMerchant) {
  const reach = reachOf(actor);
  const { merchantId } = actor;
  const [directors, documents, drafts] = await Promise.all([
    listDirectors(reach, { merchantId }),
    listDocuments(reach, { merchantId }),
    readDrafts(reach),
  ]);
  return { directors, documents, drafts };
}

export function toKycSession(of: { actor: ActingMerchant; row: Row; lists: Lists; now: BusinessTime }): KycSession {
  const { actor, row, lists, now } = of;
  const { merchant, marketplace, kyc, connectionStatus } = row;
  const { directors, documents, drafts } = lists;
  const { logo, primary, ...named } = marketplace;
  return {
    now: now.toISOString(),
    environment: actor.tenant.environment,
    marketplace: { ...named, ...(logo ? { logo } : {}), ...(primary ? { primary } : {}) },
    merchant: { merchantId: actor.merchantId, businessName: kyc.businessInfo?.businessName ?? merchant.businessName },
    kyc: progressOf({
      ...kyc,
      businessType: kyc.businessInfo?.businessType ?? null,
      directorCount: directors.length,
      documentTypes: documents.map(({ document }) => document.documentType),
      connectionOpen: connectionStatus !== "DISCONNECTED",
    }),
    business: businessOf(merchant, kyc),
    directors: directors.map((director) => ({
      ...toPublicDirector(director, dateOf(now)),
      prefilled: director.prefilled,
    })),
    documents: documents.map(({ document, file }) => ({
      ...toPublicDocument(document, file),
      prefilled: document.prefilled,
    })),
    revisions: { businessInfo: kyc.businessInfoRevision, directors: kyc.directorsRevision },
    drafts,
  };
}

async function loadRow(actor: ActingMerchant) {
  const [row] = await db()
    .select(kycSessionColumns)
    .from(merchants)
    .innerJoin(marketplaces, eq(marketplaces.id, merchants.marketplaceId))
    .innerJoin(connections, eq(connections.merchantId, merchants.id))
    .innerJoin(kycRecords, eq(kycRecords.merchantId, merchants.id))
    .where(inReach(merchants, reachOf(actor), eq(merchants.id, actor.merchantId)));
  return row;
}
