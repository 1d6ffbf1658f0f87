import { sql } from "drizzle-orm";
import { z } from "zod";
import { db, one } from "@/db/client";
import { locks } from "@/db/locks";
import { bigint, rowsOf } from "@/db/rows";
import { files } from "@/db/schema/files";
import { documents } from "@/db/schema/kyc";
import { mandates } from "@/db/schema/loans";
import { inReach } from "@/db/tenancy";
import type { Tenant } from "@/lib/kernel/actor";
import { env } from "@/lib/kernel/env";
import { CodedError } from "@/lib/kernel/errors";
import { everyMerchantOf } from "@/lib/kernel/reach";
import type { RealTime } from "@/lib/kernel/time";

const mebibyte = 1024 * 1024;

const countedRow = z.strictObject({ waiting: bigint, own_bytes: bigint, all_bytes: bigint });

/**
 * docs/kyc.md#quota. In the transaction that announces it: no other upload of the tenant is counted until its end.
 * `merchantId`: null for the marketplace, whose files have no owner until they are attached.
 */
export async function requireQuota(call: {
  tenant: Tenant;
  merchantId: string | null;
  fileSize: number;
  realNow: RealTime;
}): Promise<void> {
  const { tenant, merchantId, fileSize, realNow } = call;
  const { uploads } = env();
  const name = `${tenant.marketplaceId}/${tenant.environment}`;
  await db().execute(sql`select pg_advisory_xact_lock(${locks.uploads}, hashtext(${name}))`);
  const own = merchantId === null ? sql`${files.merchantId} is null` : sql`${files.merchantId} = ${merchantId}`;
  const attached = sql`(exists (select 1 from ${documents} where ${documents.fileId} = ${files.id})
    or exists (select 1 from ${mandates} where ${mandates.formFileId} = ${files.id}))`;
  // What was announced and never came takes no room once it can come no more.
  const lapsed = sql`${files.status} = 'REQUESTED' and ${files.expiresAt} <= ${realNow.toISOString()}::timestamptz`;
  const counted = await rowsOf(countedRow)`
    select count(*) filter (where ${own} and not ${attached}) as waiting,
      coalesce(sum(${files.fileSize}) filter (where ${own}), 0)::bigint as own_bytes,
      coalesce(sum(${files.fileSize}), 0)::bigint as all_bytes
    from ${files} where ${inReach(files, everyMerchantOf(tenant))} and not (${lapsed})`.then(one);
  const { waiting, mebibytes } = merchantId === null ? uploads.marketplace : uploads.merchant;
  const whose = merchantId === null ? "the marketplace" : "the merchant";
  if (Number(counted.waiting) >= waiting) {
    throw exceeded(
      `${waiting} uploads of ${whose} are not attached to a KYC record or a mandate. Attach some, or wait until `,
    );
  }
  const fits = (bytes: string, limit: number) => Number(bytes) + fileSize <= limit * mebibyte;
  if (!fits(counted.own_bytes, mebibytes)) {
    throw exceeded(`The files of ${whose} may be ${mebibytes} MiB in all. There will be room when `);
  }
  if (!fits(counted.all_bytes, uploads.marketplace.mebibytes)) {
    const most = uploads.marketplace.mebibytes;
    throw exceeded(
      `The files of the marketplace and its merchants may be ${most} MiB in all. There will be room when `,
    );
  }
}

function exceeded(why: string): CodedError {
  const when = "unused ones are deleted: a day after they expire, or 30 days after that if they are confirmed.";
  return new CodedError("UPLOAD_QUOTA_EXCEEDED", why + when);
}
