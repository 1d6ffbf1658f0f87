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

/** FAILED is final; PENDING is not: ask again with the same key. */
export type TransferOutcome =
  | { status: "CONFIRMED"; reference: string }
  | { status: "FAILED"; reason: string }
  | { status: "PENDING" };

export type BankProvider = {
  /** @param expectedName the holder's stated name, for banks that do the comparison. */
  nameEnquiry(account: BankAccount & { expectedName: string }): Promise<NameEnquiry>;
  transfer(order: TransferOrder): Promise<TransferOutcome>;
};

/** Last four digits of account numbers for which the sandbox's bank does not simply pay. */
export const sandboxAccounts = { unknown: "0000", otherName: "7777", slow: "8888", refused: "9999" } as const;

const slowFor = minute;

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
      return { status: "FAILED", reason: "The receiving bank does not take transfers to this account." };
    }
    if (accountNumber.endsWith(sandboxAccounts.slow) && now < later(orderedAt, slowFor)) return { status: "PENDING" };
    return { status: "CONFIRMED", reference: `SBX-${sha256(idempotencyKey).slice(0, 16).toUpperCase()}` };
  },
};

/** Without a configured bank, no money pretends to have moved. */
const nobody: BankProvider = {
  nameEnquiry: async () => "NOT_CHECKED",
  transfer: async () => ({ status: "PENDING" }),
};

const banks = { test: outside("bank", sandboxBank), live: outside("bank", nobody) };

export function bankProvider(environment: Environment): BankProvider {
  return banks[environment];
}
