import type { Environment } from "@/lib/kernel/actor";
import { day, later, minute } from "@/lib/kernel/calendar";
import { sha256 } from "@/lib/kernel/crypto";
import { env } from "@/lib/kernel/env";
import { type Kobo, kobo, zero } from "@/lib/kernel/money";
import type { BusinessTime } from "@/lib/kernel/time";
import type { DebitFailure } from "@/lib/terms/payments/states";
import type { BankAccount, Sent } from "./bank";
import { outside } from "./outside";

/** Orders with the same key are the same mandate. */
export type MandateOrder = BankAccount & { idempotencyKey: string };

/** PENDING: the account's holder has not agreed yet, or no provider is configured. */
export type MandateOutcome = { status: "ACTIVE"; reference: string } | { status: "PENDING" };

export type GivenMandate = {
  mandateReference: string;
  activatedAt: BusinessTime;
  account: BankAccount;
  /** Of one that was begun before its holder agreed: its name then, and for whom it was. */
  begun: { reference: string; email: string } | null;
};

/** A mandate as a provider begins it: named, with a page for its holder, before anybody has agreed. */
export type BegunMandate = { reference: string; page: string };

/**
 * What has become of one that was begun; UNKNOWN: ask again. `agreed`: its holder has, and the bank has yet to confirm it.
 * The account is the one that its holder authorised.
 */
export type BegunState =
  | { status: "PENDING"; agreed: boolean }
  | { status: "REVOKED" | "UNKNOWN" }
  | { status: "ACTIVE"; reference: string; account: { bankCode: string | null; lastFour: string | null } };

export type DebitOrder = GivenMandate & {
  /** Orders with the same key are the same debit, made once. */
  idempotencyKey: string;
  /** Its name at a provider, likewise. */
  reference: string | null;
  amount: Kobo;
  askedAt: BusinessTime;
  now: BusinessTime;
};

/** FAILED is final; PENDING is not: ask again with the same key. */
export type DebitOutcome =
  | { status: "CONFIRMED"; reference: string }
  | { status: "FAILED"; reason: DebitFailure; sent?: Sent }
  | { status: "PENDING"; detail?: string; sent?: Sent };

export type MandateProvider = {
  /** As of a bank: debits go into a batch, and a mandate is given on paper. */
  inBatches?: true;
  create(order: MandateOrder): Promise<MandateOutcome>;
  debit(order: DebitOrder): Promise<DebitOutcome>;
  /** What the account could pay now; null where the provider cannot tell. */
  available(mandate: GivenMandate & { now: BusinessTime }): Promise<Kobo | null>;
  /** Whether a debit that was made has been taken back; null where nobody can tell now. Only of a provider that tells. */
  isReversed?(order: DebitOrder): Promise<boolean | null>;
  /** Ends a mandate. One that has ended already stays so. */
  cancel(mandate: GivenMandate): Promise<void>;
  /** Whether its holder has ended it at the bank. */
  status(mandate: GivenMandate & { now: BusinessTime }): Promise<"ACTIVE" | "CANCELLED">;
  /**
   * The address where an account's holder agrees in person; `create` must not be called before they have. Null: there
   * is no such page.
   * @param linkId names the mandate there: valid once, for minutes.
   */
  pageFor(linkId: string): string | null;
  /** Only of a provider that names a mandate, and has a page for it, before its holder agrees; null: not now. */
  begin?(order: { email: string; callbackUrl: string }): Promise<BegunMandate | null>;
  /** What became of it: a holder may take days. */
  begun?(reference: string): Promise<BegunState>;
};

/** Last four digits of account numbers from which the sandbox's bank does not simply debit. */
export const sandboxDebits = { little: "1111", empty: "2222", slow: "3333", stopped: "4444" } as const;

/** What an account with little money holds: it covers every debit up to that. */
export const littleMoney = kobo(500_000);
/** After how many days the holder ends a mandate on an account of the last kind. */
export const stoppedAfterDays = 10;

const slowFor = minute;

const isStopped = ({ account, activatedAt }: GivenMandate, now: BusinessTime) =>
  account.accountNumber.endsWith(sandboxDebits.stopped) && now >= later(activatedAt, stoppedAfterDays * day);

/** Every holder agrees, at once or on a page. Answers depend on the question only; unguarded like `sandboxBank`. */
export const sandboxMandates: MandateProvider = {
  create: async ({ idempotencyKey }) => ({ status: "ACTIVE", reference: `SBM-${codeOf(idempotencyKey)}` }),
  async debit({ idempotencyKey, amount, askedAt, now, ...mandate }) {
    const { accountNumber } = mandate.account;
    // As of when it was first asked: what has been debited is never denied later.
    if (isStopped(mandate, askedAt)) return { status: "FAILED", reason: "MANDATE_CANCELLED" };
    if (accountNumber.endsWith(sandboxDebits.slow) && now < later(askedAt, slowFor)) return { status: "PENDING" };
    const bounces =
      accountNumber.endsWith(sandboxDebits.empty) ||
      (accountNumber.endsWith(sandboxDebits.little) && amount > littleMoney);
    if (bounces) return { status: "FAILED", reason: "INSUFFICIENT_FUNDS" };
    return { status: "CONFIRMED", reference: `SBD-${codeOf(idempotencyKey)}` };
  },
  available: async ({ account: { accountNumber } }) => {
    if (accountNumber.endsWith(sandboxDebits.empty)) return zero;
    return accountNumber.endsWith(sandboxDebits.little) ? littleMoney : null;
  },
  cancel: async () => {},
  status: async ({ now, ...mandate }) => (isStopped(mandate, now) ? "CANCELLED" : "ACTIVE"),
  pageFor: (linkId) => `${env().baseUrl}/sandbox-bank/mandates/${linkId}`,
};

function codeOf(idempotencyKey: string): string {
  return sha256(idempotencyKey).slice(0, 16).toUpperCase();
}

/** Without a configured provider, nobody agrees and no money pretends to have moved. */
const nobody: MandateProvider = {
  create: async () => ({ status: "PENDING" }),
  debit: async () => ({ status: "PENDING" }),
  available: async () => null,
  cancel: async () => {},
  status: async () => "ACTIVE",
  pageFor: () => null,
};

const keepers = { test: outside("mandate", sandboxMandates), live: outside("mandate", nobody) };

export function mandateProvider(environment: Environment): MandateProvider {
  return keepers[environment];
}
