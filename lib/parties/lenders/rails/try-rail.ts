import { db, transaction } from "@/db/client";
import { rails } from "@/db/schema/lenders";
import { encrypt } from "@/lib/kernel/crypto";
import { paystackAddress } from "@/lib/kernel/env";
import { CodedError, invalidField, notFound } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { shownEnd } from "@/lib/kernel/mask";
import type { RealTime } from "@/lib/kernel/time";
import { findLender } from "@/lib/parties/lenders/queries";
import { paystackDesk } from "@/lib/platform/providers/paystack/desk";
import type { RailAccount } from "@/lib/terms/rails";

/** What two operators agree on: the account that a tried key belongs to. */
export type TriedRail = RailAccount & { railId: string; keyEnd: string };

/** Asks the provider whose key it is, which moves nothing, and keeps it until it is agreed on. Not inside a transaction. */
export async function tryRail(call: {
  lenderId: string;
  kind: "PAYSTACK";
  secretKey: string | undefined;
  realNow: RealTime;
}): Promise<TriedRail> {
  const { lenderId, kind, secretKey, realNow } = call;
  await requireLiveLender(lenderId);
  if (!secretKey) throw invalidField("secretKey", "Is needed with a provider");
  const found = await paystackDesk.identify({ key: secretKey, ...paystackAddress() });
  if (found === "REFUSED") throw invalidField("secretKey", "The provider does not take this key");
  if (found === "NO_ANSWER") {
    throw new CodedError("SERVICE_UNAVAILABLE", "The provider does not answer, so the key was not tried. Try again.");
  }
  if (found.domain !== "live") throw invalidField("secretKey", "It is a key for trying out: it moves no money");
  const account = { kind, integration: String(found.integration), domain: found.domain, keyEnd: shownEnd(secretKey) };
  return transaction(async () => {
    const id = newId("rail");
    const sealed = encrypt("rails.secret_key", secretKey);
    await db()
      .insert(rails)
      .values({ id, lenderId, ...account, state: "TRIED", secretKey: sealed, createdAt: realNow });
    return { railId: id, ...account };
  });
}
tryRail.errors = ["NOT_FOUND", "ARCHIVED", "SERVICE_UNAVAILABLE"] as const;

/** One that may be given a rail: a lender of test data has the sandbox's bank. */
export async function requireLiveLender(lenderId: string): Promise<void> {
  const lender = await findLender(lenderId);
  if (!lender) throw notFound("lender");
  if (lender.archivedAt) throw new CodedError("ARCHIVED", "This lender is archived: it lends no more.");
  if (lender.environment === "test") throw invalidField("kind", "A lender of test data has the sandbox's bank");
}
