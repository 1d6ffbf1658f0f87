import type { Environment } from "@/lib/kernel/actor";
import { later, minute } from "@/lib/kernel/calendar";
import { sha256 } from "@/lib/kernel/crypto";
import type { Kobo } from "@/lib/kernel/money";
import type { BusinessTime } from "@/lib/kernel/time";
import { outside } from "./outside";

/** A bank's code and the ten digits of an account (NUBAN). Never logged. */
export type BankAccount = { bankCode: string; accountNumber: string };

/** UNKNOWN: the bank has no such account. NOT_CHECKED: no bank is configured. */
export type NameEnquiry = { accountName: string } | "UNKNOWN" | "NOT_CHECKED";

export type TransferOrder = BankAccount & {
  /** Orders with the same key are the same transfer, paid once. */
  idempotencyKey: string;
  amount: Kobo;
  orderedAt: BusinessTime;
  now: BusinessTime;
};

/** ACCOUNT: this account will not take it, another may. OTHER: the same account may take a new order. */
export type TransferRefusal = "ACCOUNT" | "OTHER";

/**
 * Whom an order waits for. BALANCE: the payer's money with the provider does not cover it. OTP: the provider asks the
 * payer for a code. PERSON: what is known must be looked at; `detail` says what, without an account number or a name.
 */
export type TransferWait = "PROVIDER" | "BALANCE" | "OTP" | "PERSON";

/** FAILED is final; PENDING is not: ask again with the same key. */
export type TransferOutcome =
  /** @property reference the provider's own, not the order's */
  | { status: "CONFIRMED"; reference: string }
  | { status: "FAILED"; cause: TransferRefusal; reason: string }
  | { status: "PENDING"; waitsFor: TransferWait; detail?: string };

export type BankProvider = {
  /** @param expectedName the holder's stated name, for banks that do the comparison. */
  nameEnquiry(account: BankAccount & { expectedName: string }): Promise<NameEnquiry>;
  transfer(order: TransferOrder): Promise<TransferOutcome>;
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
