import { db } from "@/db/client";
import { inboundRefusals } from "@/db/schema/marketplaces";
import { ownedBy } from "@/db/tenancy";
import type { Tenant } from "@/lib/kernel/actor";
import { encrypt } from "@/lib/kernel/crypto";
import type { CodedError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import type { RealTime } from "@/lib/kernel/time";
import { refusalPurpose } from "@/lib/terms/inbound-webhooks";

/** Of a body: an event has a few hundred bytes, and large ones must not fill the database. */
const bytesKept = 64 * 1024;

/** A body can have thousands of wrong fields; the first few show the problem. */
const fieldsKept = 20;

type Refused = { tenant: Tenant; operation: string; error: CodedError; bytes: Uint8Array; realNow: RealTime };

/** docs/webhooks.md#refused-webhooks. The body's beginning, encrypted. Call it outside the transaction that failed. */
export async function keepRefusal({ tenant, operation, error, bytes, realNow }: Refused): Promise<void> {
  const body = encrypt(refusalPurpose, Buffer.from(bytes.subarray(0, bytesKept)).toString("base64"));
  const reason = { code: error.code, detail: detailOf(error) };
  await db()
    .insert(inboundRefusals)
    .values({ id: newId("refusal"), ...ownedBy(tenant), operation, ...reason, body, receivedAt: realNow });
}

function detailOf({ message, fields }: CodedError): string {
  const errors = fields.slice(0, fieldsKept).map(({ field, error }) => `${field}: ${error}.`);
  const more = fields.length - errors.length;
  return [message, ...errors, ...(more > 0 ? [`And ${more} more.`] : [])].join(" ");
}
