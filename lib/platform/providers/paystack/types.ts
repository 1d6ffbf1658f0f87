import type { Kobo } from "@/lib/kernel/money";
import type { Patience } from "@/lib/platform/providers/asking/patience";
import type { BankAccount, NameEnquiry, Sent, TransferOutcome } from "@/lib/platform/providers/bank";
import type { DebitFailure } from "@/lib/terms/payments/states";

/** A key is for real money or for trying out. */
export type PaystackDomain = "live" | "test";

/** How Paystack is asked. */
export type PaystackAccess = {
  /** The secret key. Never logged, never in an error. */
  key: string;
  /** Another address than Paystack's own. */
  baseUrl?: string;
  /** The longest that one question may take, in milliseconds. */
  within?: number;
  /** Of the rail: without it, it is asked whatever it answered before. */
  patience?: Patience;
};

/** What a key shows of itself; its account has other keys before and after it. */
export type PaystackIdentity = { integration: number; domain: PaystackDomain };

/** A lender's account with Paystack. What is answered by another account, or in another domain, confirms nothing. */
export type PaystackRail = PaystackAccess & PaystackIdentity;

export type PaystackTransferOrder = BankAccount & {
  /** 16 of a–z and 0–9, for this order alone: the same reference is the same transfer, paid once. */
  reference: string;
  amount: Kobo;
  accountName: string;
  /** What the holder reads beside the credit. */
  reason: string;
};

/** What identifies a transfer that was ordered. */
export type OrderedTransfer = Omit<PaystackTransferOrder, "accountName" | "reason">;

/**
 * REVERSED: the money has come back; of one confirmed before, FAILED says the same. NOT_FOUND: this account knows no
 * transfer with this reference.
 */
export type TransferState = TransferOutcome | { status: "REVERSED"; reference: string } | { status: "NOT_FOUND" };

export type PaystackBank = {
  /** UNKNOWN only when the bank says so. Whoever was not asked, or does not answer, is NOT_CHECKED. */
  nameEnquiry(account: BankAccount): Promise<NameEnquiry>;
  /** Asks for the reference first, and sends only what is not there. Safe to repeat, in any order, after any kill. */
  transfer(order: PaystackTransferOrder): Promise<TransferOutcome>;
  /** Asks only. */
  lookUpTransfer(order: OrderedTransfer): Promise<TransferState>;
  /** What the account could send now, in NGN, before fees; null: not known. */
  balance(): Promise<Kobo | null>;
};

export type MandateBegin = {
  /** Names the holder to Paystack; every debit must have the same. */
  email: string;
  /** Where the holder comes back to. */
  callbackUrl: string;
  /** Filled in for the holder, who may choose another: compare. */
  account?: BankAccount & { address: { street: string; city: string; state: string } };
};

/** `reference` names the mandate from now on: keep it before the page opens. */
export type BegunMandate = { status: "BEGUN"; reference: string; page: string } | { status: "NOT_BEGUN"; why: string };

/** What is known of an account that was authorised; `null`: not known. */
export type AuthorisedAccount = {
  /** Ours, where Paystack's code or name of the bank is one of ours. */
  bankCode: string | null;
  bankName: string | null;
  lastFour: string | null;
  accountName: string | null;
};

/** UNKNOWN: not answered, or not understood; ask again. */
export type MandateState =
  | { status: "ACTIVE"; authorizationCode: string; email: string | null; account: AuthorisedAccount }
  | { status: "PENDING" | "REVOKED"; account: AuthorisedAccount | null }
  | { status: "UNKNOWN"; detail: string };

export type PaystackDebitOrder = {
  /** 16 of a–z and 0–9, for this order alone. */
  reference: string;
  authorizationCode: string;
  /** The one with which the mandate was begun. */
  email: string;
  amount: Kobo;
};

export type PaystackDebitOutcome =
  /** @property reference Paystack's number of the transaction */
  | { status: "CONFIRMED"; reference: string }
  | { status: "FAILED"; reason: DebitFailure; detail: string; sent?: Sent }
  | { status: "PENDING"; waitsFor: "PROVIDER" | "PERSON"; detail?: string; sent?: Sent };

export type DebitState = PaystackDebitOutcome | { status: "REVERSED"; reference: string } | { status: "NOT_FOUND" };

export type PaystackMandates = {
  begin(order: MandateBegin): Promise<BegunMandate>;
  /** @property authorizationCode where it was ACTIVE before: what is gone since then is REVOKED, not PENDING */
  state(mandate: { reference: string; authorizationCode?: string }): Promise<MandateState>;
  /** Asks for the reference first, and charges only what is not there. */
  debit(order: PaystackDebitOrder): Promise<PaystackDebitOutcome>;
  /** Asks only. */
  lookUpDebit(order: Pick<PaystackDebitOrder, "reference" | "amount" | "authorizationCode">): Promise<DebitState>;
  /** One that has ended already stays so. NOT_KNOWN: ask again. */
  revoke(authorizationCode: string): Promise<"REVOKED" | "NOT_KNOWN">;
};
