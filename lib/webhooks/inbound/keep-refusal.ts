import { db } from "@/db/client";
import { inboundRefusals } from "@/db/schema/marketplaces";
import { ownedBy } from "@/db/tenancy";
import type { Tenant } from "@/lib/actor";
import { encrypt } from "@/lib/crypto";
import type { CodedError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import type { RealTime } from "@/lib/time";
import { refusalPurpose } from "./constants";

/** Bytes of a body that are kept: an event has a few hundred, and large bodies must not fill the database. */
const bytesKept = 64 * 1024;

/** A body can have thousands of wrong fields; the first few show the problem. */
const fieldsKept = 20;

/**
 * Keeps an authentic webhook that was refused (docs/webhooks.md#refused-webhooks): why in plain words, and the body, exact
 * to the byte (of a long one the beginning), encrypted. Call it outside the transaction that failed.
 * @param refused.realNow real time: it is kept for 30 days of it.
 */
export async function keepRefusal(refused: {
  tenant: Tenant;
  /** The operationId it was sent to. */
  operation: string;
  error: CodedError;
  bytes: Uint8Array;
  realNow: RealTime;
}): Promise<void> {
  const { tenant, operation, error, bytes, realNow } = refused;
  await db()
    .insert(inboundRefusals)
    .values({
      id: newId("refusal"),
      ...ownedBy(tenant),
      operation,
      code: error.code,
      detail: inWords(error),
      body: encrypt(refusalPurpose, Buffer.from(bytes.subarray(0, bytesKept)).toString("base64")),
      receivedAt: realNow,
    });
}

function inWords({ message, fields }: CodedError): string {
  const said = fields.slice(0, fieldsKept).map(({ field, error }) => `${field}: ${error}.`);
  const more = fields.length - said.length;
  return [message, ...said, ...(more > 0 ? [`And ${more} more.`] : [])].join(" ");
}
