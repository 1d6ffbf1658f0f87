import type { Environment } from "@/lib/actor";
import { later, minute } from "@/lib/calendar";
import { sha256 } from "@/lib/crypto";
import type { Kobo } from "@/lib/money";
import type { BusinessTime } from "@/lib/time";
import { outside } from "./outside";

/** An account in Nigeria: the bank's code and the ten digits of the account (NUBAN). Never logged. */
export type BankAccount = { bankCode: string; accountNumber: string };

/** Whose an account is. UNKNOWN: the bank has no such account. NOT_CHECKED: there was nobody to ask. */
export type NameEnquiry = { accountName: string } | "UNKNOWN" | "NOT_CHECKED";

export type TransferOrder = BankAccount & {
  /** The same key is the same transfer, however often it is ordered: it is paid once. */
  idempotencyKey: string;
  amount: Kobo;
  /** When it was first ordered. */
  orderedAt: BusinessTime;
  now: BusinessTime;
};

/** What became of a transfer. FAILED is for good; PENDING is not known yet: ask again with the same key. */
export type TransferOutcome =
  | { status: "CONFIRMED"; reference: string }
  | { status: "FAILED"; reason: string }
  | { status: "PENDING" };

/** Whoever moves money to merchants' accounts. */
export type BankProvider = {
  /** @param expectedName what the holder says to be called, for banks that compare themselves. */
  nameEnquiry(account: BankAccount & { expectedName: string }): Promise<NameEnquiry>;
  transfer(order: TransferOrder): Promise<TransferOutcome>;
};

/** Last four digits of account numbers with which the sandbox's bank does something else than pay at once. */
export const sandboxAccounts = { unknown: "0000", otherName: "7777", slow: "8888", refused: "9999" } as const;

/** How long the sandbox's slow account keeps a transfer pending. */
const slowFor = minute;

/**
 * The sandbox's stand-in. It holds nothing in memory: its answers follow from the order alone, so they are the same in every
 * process and after every crash, and the same key always has the same reference. Without the guard of `bankProvider`: for the
 * sandbox's stories alone, which are told in one transaction (docs/decisions/017-outside-calls.md).
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

/** No bank is configured: nothing is known of any account, and no money pretends to have moved. */
const nobody: BankProvider = {
  nameEnquiry: async () => "NOT_CHECKED",
  transfer: async () => ({ status: "PENDING" }),
};

const banks = { test: outside("bank", sandboxBank), live: outside("bank", nobody) };

/** The bank of an environment. */
export function bankProvider(environment: Environment): BankProvider {
  return banks[environment];
}
