import { createHmac } from "node:crypto";
import { z } from "zod";
import { equalInConstantTime } from "@/lib/kernel/crypto";

/** HMAC-SHA512 of the body as it came, under the account's key, in the header `x-paystack-signature`. */
export function isAuthentic(rawBody: string | Uint8Array, signature: string | null, key: string): boolean {
  const signed = createHmac("sha512", key).update(rawBody).digest("hex");
  return equalInConstantTime(signed, signature?.toLowerCase() ?? "");
}

/** What to ask Paystack about now. What the webhook itself says of it is no fact. */
export type AskNow =
  | { about: "TRANSFER" | "DEBIT"; reference: string }
  /** @property reference missing in some events: then the authorization's code says which */
  | { about: "MANDATE"; reference: string | null; authorizationCode: string | null };

const name = z
  .string()
  .regex(/^[\w.=-]{1,100}$/)
  .nullish()
  .catch(null);
const event = z.looseObject({
  event: z.string(),
  data: z.looseObject({
    reference: name,
    authorization_code: name,
    transaction_reference: name,
    // Of disputes.
    transaction: z.looseObject({ reference: name }).nullish().catch(null),
  }),
});

/** Null: nothing of ours, or nothing that can be asked about. @param body of an authentic webhook, as it came */
export function referencesIn(body: string): AskNow | null {
  const read = event.safeParse(parsed(body));
  if (!read.success) return null;
  const { event: kind, data } = read.data;
  const { reference = null, authorization_code: authorizationCode = null } = data;
  if (kind.startsWith("direct_debit.authorization.")) {
    return reference || authorizationCode ? { about: "MANDATE", reference, authorizationCode } : null;
  }
  if (kind.startsWith("transfer.")) return reference ? { about: "TRANSFER", reference } : null;
  const debit = debitIn(kind, data);
  return debit ? { about: "DEBIT", reference: debit } : null;
}

function debitIn(kind: string, data: z.output<typeof event>["data"]): string | null {
  if (kind.startsWith("charge.dispute.")) return data.transaction?.reference ?? null;
  if (kind.startsWith("charge.")) return data.reference ?? null;
  // Money given back to the holder.
  return kind.startsWith("refund.") ? (data.transaction_reference ?? null) : null;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
