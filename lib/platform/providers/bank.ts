import type { Environment } from "@/lib/kernel/actor";
import { later, minute } from "@/lib/kernel/calendar";
import { sha256 } from "@/lib/kernel/crypto";
import type { Kobo } from "@/lib/kernel/money";
import type { BusinessTime } from "@/lib/kernel/time";
import type { PayoutFailure, PayoutWait } from "@/lib/terms/payouts";
import { outside } from "./outside";

export type { PayoutFailure as TransferRefusal, PayoutWait as TransferWait };

/** A bank's code and the ten digits of an account (NUBAN). Never logged. */
export type BankAccount = { bankCode: string; accountNumber: string };

/** UNKNOWN: the bank has no such account. NOT_CHECKED: no bank is configured. */
export type NameEnquiry = { accountName: string } | "UNKNOWN" | "NOT_CHECKED";

export type TransferOrder = BankAccount & {
  /** Orders with the same key are the same transfer, paid once. */
  idempotencyKey: string;
  /** Its name at a provider, likewise; null for one from before there were any, which no provider has. */
  reference: string | null;
  accountName: string;
  /** What the holder reads beside the credit. */
  narration: string;
  amount: Kobo;
  orderedAt: BusinessTime;
  now: BusinessTime;
};

/**
 * Whether something may have been sent by the attempt. NO: the provider did not know the order, and took nothing now. MAYBE:
 * it did not answer. Left out: it knows the order, and this is what it says of it.
 */
export type Sent = "NO" | "MAYBE";

/** FAILED is final; PENDING is not: ask again with the same key. `detail` names no account and nobody. */
export type TransferOutcome =
  /** @property reference the provider's own, not the order's */
  | { status: "CONFIRMED"; reference: string }
  | { status: "FAILED"; cause: PayoutFailure; reason: string; sent?: Sent }
  | { status: "PENDING"; waitsFor: PayoutWait; detail?: string; sent?: Sent };

export type BankProvider = {
  /** Nobody is asked: what is ordered goes into a batch that people enter (docs/by-hand.md). */
  inBatches?: true;
  /** @param expectedName the holder's stated name, for banks that do the comparison. */
  nameEnquiry(account: BankAccount & { expectedName: string }): Promise<NameEnquiry>;
  transfer(order: TransferOrder): Promise<TransferOutcome>;
  /** Whether what was paid has come back since; null: nobody says. Only of a bank that can take back what it has paid. */
  isReversed?(order: TransferOrder): Promise<boolean | null>;
  /** What covers a transfer, and its fee; null: not known. Only of a bank that sends no more than it was given. */
  cover?(amount: Kobo): Promise<{ available: Kobo; fee: Kobo } | null>;
};

/** Last four digits of account numbers for which the sandbox's bank does not simply pay. */
export const sandboxAccounts = { unknown: "0000", otherName: "7777", slow: "8888", refused: "9999" } as const;

const slowFor = minute;
const askAgain = { status: "PENDING", waitsFor: "PROVIDER" } as const;

/**
 * The sandbox's stand-in. Its answers depend on the order only, so they are the same in every process and after a
 * crash. Without the guard of `bankProvider`: for the sandbox's scenarios only, which run in one transaction
 * (docs/decisions/017-outside-calls.md).
 */
export const sandboxBank: BankProvider = {
  async nameEnquiry({ accountNumber, expectedName }) {
    if (accountNumber.endsWith(sandboxAccounts.unknown)) return "UNKNOWN";
    return { accountName: accountNumber.endsWith(sandboxAccounts.otherName) ? "SANDBOX STRANGER" : expectedName };
  },
  async transfer({ accountNumber, idempotencyKey, orderedAt, now }) {
    if (accountNumber.endsWith(sandboxAccounts.refused)) {
      const reason = "The receiving bank does not take transfers to this account.";
      return { status: "FAILED", cause: "ACCOUNT", reason };
    }
    if (accountNumber.endsWith(sandboxAccounts.slow) && now < later(orderedAt, slowFor)) return askAgain;
    return { status: "CONFIRMED", reference: `SBX-${sha256(idempotencyKey).slice(0, 16).toUpperCase()}` };
  },
};

/** Without a configured bank, no money pretends to have moved. */
const nobody: BankProvider = {
  nameEnquiry: async () => "NOT_CHECKED",
  transfer: async () => askAgain,
};

const banks = { test: outside("bank", sandboxBank), live: outside("bank", nobody) };

export function bankProvider(environment: Environment): BankProvider {
  return banks[environment];
}
