import type { TransferRefusal, TransferWait } from "@/lib/platform/providers/bank";
import type { Refusal } from "./reply";

/** PAID and REFUSED are final; they count only for a transfer that is the one that was ordered. */
export type TransferMeaning =
  | { is: "PAID" }
  | { is: "REFUSED" }
  | { is: "REVERSED" }
  | { is: "WAITS"; for: TransferWait; detail?: string };

/**
 * What a transfer's status means: every word of the specification's list, of "How transfers work", and of the examples.
 * Any other word is a person's, and not final.
 */
export const transferStatuses: Readonly<Record<string, TransferMeaning>> = {
  success: { is: "PAID" },
  failed: { is: "REFUSED" },
  // The code was not given within half an hour.
  abandoned: { is: "REFUSED" },
  // The account's own approval server did not answer, or said no.
  blocked: { is: "REFUSED" },
  rejected: { is: "REFUSED" },
  reversed: { is: "REVERSED" },
  pending: { is: "WAITS", for: "PROVIDER" },
  received: { is: "WAITS", for: "PROVIDER", detail: "The account asks its own approval server first." },
  otp: { is: "WAITS", for: "OTP", detail: "The account asks for a code for each transfer: it must be switched off." },
};

export function meaningOfStatus(status: string | undefined): TransferMeaning {
  const known = status && Object.hasOwn(transferStatuses, status) ? transferStatuses[status] : undefined;
  return known ?? { is: "WAITS", for: "PERSON", detail: `Paystack calls its status ${plainWord(status)}.` };
}

/** DUPLICATE: the reference is known after all: verify. */
export type RefusalMeaning =
  | { is: "DUPLICATE" }
  | { is: "REFUSED"; cause: TransferRefusal }
  | { is: "WAITS"; for: TransferWait };

type Row<Meaning> = { codes?: readonly string[]; says?: RegExp; means: Meaning };

const duplicate = { is: "DUPLICATE" } as const;
const account = { is: "REFUSED", cause: "ACCOUNT" } as const;
const waits = (waitsFor: TransferWait) => ({ is: "WAITS", for: waitsFor }) as const;

/**
 * What it means when Paystack takes neither a recipient nor a transfer: the documented errors of transfers, by code
 * where there is one and by what they say. The first that fits counts; any other is a person's.
 */
export const transferErrors: readonly Row<RefusalMeaning>[] = [
  {
    codes: ["duplicate_transfer_reference", "duplicate_reference"],
    says: /unique reference|reference\b.*already (exists|been used)|duplicate.*reference/i,
    means: duplicate,
  },
  {
    codes: ["insufficient_balance", "insufficient_funds"],
    says: /balance is (not enough|insufficient|too low)|insufficient (balance|funds)|not enough (balance|funds)/i,
    means: waits("BALANCE"),
  },
  { codes: ["otp_required"], says: /\botp\b/i, means: waits("OTP") },
  // What we tell Paystack of the bank is wrong, not the account.
  {
    codes: ["invalid_bank_code"],
    says: /bank code|bank is (invalid|not supported)|unknown bank/i,
    means: waits("PERSON"),
  },
  {
    codes: ["account_resolve_failed", "invalid_account_number", "blacklisted_account"],
    says: /(could not|cannot|can't|unable to) resolve account|account number is (invalid|incorrect)|invalid account|blacklist|watchlist|transfers? to (this|that) account/i,
    means: account,
  },
  // The bank could not be reached: "the transfer should be retried".
  {
    codes: ["processor_error"],
    says: /try again|temporar|(bank|service) (is )?(currently )?unavailable/i,
    means: waits("PROVIDER"),
  },
];

/** One that is not Paystack's own, or that refuses the key, says nothing of the transfer. */
export function meaningOfRefusal({ code, message, ofPaystack }: Refusal): RefusalMeaning {
  if (!ofPaystack) return waits("PROVIDER");
  const row = transferErrors.find(({ codes, says }) => codes?.includes(code) || says?.test(message));
  return row?.means ?? waits("PERSON");
}

/** What the receiving bank said of a transfer that failed, when the reason is the account. Anything else: OTHER. */
const accountReasons: readonly RegExp[] = [
  /\b(invalid|unknown|dormant|inactive|closed|blocked|restricted|frozen|no such)\b[\w\s-]{0,20}\baccount\b/i,
  /\baccount\b[\w\s-]{0,24}\b(invalid|not found|does not exist|dormant|inactive|closed|blocked|restricted|frozen)\b/i,
  /\b(beneficiary|account) name mismatch\b/i,
  /\b(credit|deposit) limit\b|\bmaximum balance\b/i,
];

export function causeOfFailure(said: string): TransferRefusal {
  return accountReasons.some((reason) => reason.test(said)) ? "ACCOUNT" : "OTHER";
}

/** A word of theirs to be shown: short, and letters only. */
export function plainWord(word: string | undefined): string {
  return word && /^[a-z_-]{1,30}$/i.test(word) ? word : "something unknown";
}
