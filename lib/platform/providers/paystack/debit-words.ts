import type { DebitFailure } from "@/lib/terms/payments/states";
import type { Refusal } from "./reply";
import { plainWord } from "./transfer-words";

export type DebitMeaning =
  | { is: "PAID" | "REFUSED" | "REVERSED" }
  | { is: "WAITS"; for: "PROVIDER" | "PERSON"; detail?: string };

const waits = (waitsFor: "PROVIDER" | "PERSON", detail?: string): DebitMeaning => ({
  is: "WAITS",
  for: waitsFor,
  ...(detail ? { detail } : {}),
});
const asksHolder = waits("PERSON", "Paystack waits for the account's holder, which a debit must not.");

/**
 * What a transaction's status means: the words of "Verify payments" and of charges. One that is abandoned may still be
 * taken up again. Any other word is a person's, and not final.
 */
export const debitStatuses: Readonly<Record<string, DebitMeaning>> = {
  success: { is: "PAID" },
  failed: { is: "REFUSED" },
  reversed: { is: "REVERSED" },
  pending: waits("PROVIDER"),
  processing: waits("PROVIDER"),
  ongoing: waits("PROVIDER"),
  queued: waits("PROVIDER"),
  abandoned: asksHolder,
  open_url: asksHolder,
  pay_offline: asksHolder,
  pending_bank_transfer: asksHolder,
  send_address: asksHolder,
  send_birthday: asksHolder,
  send_otp: asksHolder,
  send_phone: asksHolder,
  send_pin: asksHolder,
};

export function meaningOfDebit(status: string | undefined): DebitMeaning {
  const known = status && Object.hasOwn(debitStatuses, status) ? debitStatuses[status] : undefined;
  return known ?? waits("PERSON", `Paystack calls its status ${plainWord(status)}.`);
}

/** What banks say of a debit that failed. The first that fits counts; any other is REFUSED. */
const debitReasons: readonly { says: RegExp; reason: DebitFailure }[] = [
  { says: /insufficient|not enough (funds|balance)|low balance/i, reason: "INSUFFICIENT_FUNDS" },
  {
    says: /(mandate|authori[sz]ation)\b.*\b(inactive|not active|cancel|revoked|expired|deactivated|suspended|does not exist|not found|invalid)|(inactive|cancel+ed|revoked|expired|invalid) (mandate|authori[sz]ation)/i,
    reason: "MANDATE_CANCELLED",
  },
  {
    says: /account\b.*\b(closed|dormant|frozen|blocked|not found|does not exist)|(closed|dormant|invalid) account/i,
    reason: "ACCOUNT_CLOSED",
  },
];

export function reasonOfFailure(said: string): DebitFailure {
  return debitReasons.find(({ says }) => says.test(said))?.reason ?? "REFUSED";
}

export type DebitRefusal =
  | { is: "DUPLICATE" }
  | { is: "REFUSED"; reason: DebitFailure }
  | { is: "WAITS"; for: "PROVIDER" | "PERSON" };

/** What it means when Paystack does not take a charge. Refused are those that name a reason of the holder's or bank's. */
export function meaningOfDebitRefusal({ code, message, ofPaystack }: Refusal): DebitRefusal {
  if (!ofPaystack) return { is: "WAITS", for: "PROVIDER" };
  if (
    /^duplicate_(transaction_)?reference$/.test(code) ||
    /duplicate transaction reference|reference\b.*already/i.test(message)
  ) {
    return { is: "DUPLICATE" };
  }
  const reason = reasonOfFailure(message);
  if (reason !== "REFUSED") return { is: "REFUSED", reason };
  return { is: "WAITS", for: code === "processor_error" || /try again/i.test(message) ? "PROVIDER" : "PERSON" };
}
