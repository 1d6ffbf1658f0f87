import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { onPage, type Page, pageOf, pageOrder, pageRows, requireNeighbour } from "@/db/page";
import { kycRecords } from "@/db/schema/kyc";
import { connections, merchants } from "@/db/schema/merchants";
import type { Environment } from "@/lib/kernel/actor";
import { notFound } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import { contains, wordsOf } from "@/lib/surfaces/dashboard/merchants-named";
import { publicKycStatus } from "@/lib/terms/kyc/states";
import type { MerchantAnswer } from "./schema";

type Wanted = Page & {
  marketplaceId?: string | undefined;
  environment?: Environment | undefined;
  q?: string | undefined;
  archived?: "true" | "false" | undefined;
};

/** A page of the merchants of every marketplace, or of those asked for, newest first. For operators alone. */
export async function listMerchantsAnywhere(query: Wanted): Promise<{ data: MerchantAnswer[]; hasMore: boolean }> {
  const { marketplaceId, environment, q, archived } = query;
  const wanted = and(
    marketplaceId === undefined ? undefined : eq(merchants.marketplaceId, marketplaceId),
    environment === undefined ? undefined : eq(merchants.environment, environment),
    q === undefined ? undefined : named(q),
    archived === "true" ? isNotNull(merchants.archivedAt) : isNull(merchants.archivedAt),
    onPage(merchants.id, query),
  );
  await requireNeighbour(merchants.id, query);
  const found = await selectMerchants(wanted).orderBy(pageOrder(merchants.id, query)).limit(pageRows(query));
  const { rows, hasMore } = pageOf(found, query);
  return { data: rows.map(toAnswer), hasMore };
}

/** One merchant, also one that is archived. For operators alone. */
export async function readMerchantAnywhere(merchantId: string): Promise<MerchantAnswer> {
  const [row] = await selectMerchants(eq(merchants.id, merchantId));
  if (!row) throw notFound("merchant");
  return toAnswer(row);
}
readMerchantAnywhere.errors = ["NOT_FOUND"] as const;

function named(q: string): SQL | undefined {
  if (isId("merchant", q)) return eq(merchants.id, q);
  return and(...wordsOf(q).map((word) => contains(sql`${merchants}`, word)));
}

function selectMerchants(where: SQL | undefined) {
  return db()
    .select({
      id: merchants.id,
      marketplaceId: merchants.marketplaceId,
      environment: merchants.environment,
      thirdPartyCustomerId: merchants.thirdPartyCustomerId,
      businessName: merchants.businessName,
      email: merchants.email,
      phoneNumber: merchants.phoneNumber,
      firstName: merchants.firstName,
      lastName: merchants.lastName,
      businessType: merchants.businessType,
      industry: merchants.industry,
      businessCategory: merchants.businessCategory,
      externalReference: connections.externalReference,
      connectionId: connections.id,
      connectionStatus: connections.status,
      kycStatus: kycRecords.status,
      createdAt: merchants.createdAt,
      archivedAt: merchants.archivedAt,
    })
    .from(merchants)
    .innerJoin(connections, eq(connections.merchantId, merchants.id))
    .innerJoin(kycRecords, eq(kycRecords.merchantId, merchants.id))
    .where(where)
    .$dynamic();
}

type Row = Awaited<ReturnType<typeof selectMerchants>>[number];

function toAnswer({ kycStatus, createdAt, archivedAt, ...row }: Row): MerchantAnswer {
  return {
    ...row,
    kycStatus: publicKycStatus(kycStatus),
    createdAt: createdAt.toISOString(),
    archivedAt: archivedAt?.toISOString() ?? null,
  };
}
