import { Books } from "./books";
import { Clock } from "./clock";
import { Ids } from "./ids";

export type Domain = "live" | "test";
export type Key = { key: string; integration: number; domain: Domain };

export type Bank = {
  name: string;
  slug: string;
  code: string;
  longcode: string;
  gateway: "emandate" | "digitalbankmandate" | null;
  pay_with_bank: boolean;
  supports_transfer: boolean;
  available_for_direct_debit: boolean;
  active: boolean;
  is_deleted: boolean;
};

/** An account at a bank. Without `funds` it can pay whatever is debited; with them, what it holds. */
export type Account = { bankCode: string; number: string; name: string; funds?: number };

/** What happens to a transfer or debit: the first step is its answer, each further one comes after so many milliseconds. */
export type Step = { status: string; after?: number; reason?: string };

export type Recipient = {
  id: number;
  code: string;
  integration: number;
  domain: Domain;
  name: string;
  description: string;
  bankCode: string;
  number: string;
  createdAt: string;
  metadata: unknown;
};

export type Transfer = {
  id: number;
  code: string;
  request: number;
  integration: number;
  domain: Domain;
  amount: number;
  reference: string;
  reason: string;
  recipient: Recipient;
  status: string;
  failure: string | null;
  fee: number;
  stampDuty: number;
  money: "none" | "set aside" | "paid out" | "given back";
  session: string | null;
  createdAt: string;
  updatedAt: string;
  transferredAt: string | null;
};

export type Customer = {
  id: number;
  code: string;
  integration: number;
  domain: Domain;
  email: string;
  firstName: string | null;
  lastName: string | null;
  phone: string | null;
  createdAt: string;
};

export type Mandate = {
  id: number;
  integration: number;
  domain: Domain;
  reference: string;
  accessCode: string;
  callbackUrl: string | null;
  customer: Customer;
  bankCode: string | null;
  number: string | null;
  /** Begun, then declined or pending; pending, then active; either may be revoked. */
  status: "begun" | "declined" | "pending" | "active" | "revoked";
  authorizationId: number;
  authorizationCode: string;
  authorizedAt: string | null;
};

export type Charge = {
  id: number;
  integration: number;
  domain: Domain;
  reference: string;
  amount: number;
  mandate: Mandate;
  status: string;
  gatewayResponse: string;
  fee: number;
  debited: boolean;
  createdAt: string;
  paidAt: string | null;
};

export type Dispute = { id: number; charge: Charge; status: string; createdAt: string; resolvedAt: string | null };

export type Settings = {
  /** Transfers need an OTP, which stays unanswered: they are abandoned after half an hour. */
  transferOtp: boolean;
  /** Most for one transfer, in kobo. */
  transferLimit: number;
  /** Fees of transfers, in bands, and of debits: half a percent, at most NGN 1,000. */
  fees: boolean;
  /** NGN 50 for a transfer from NGN 10,000 on, which its sender pays. */
  stampDuty: boolean;
  /** A second order under a reference: refused, as documented, or answered with the first one's state. */
  duplicates: "refused" | "answered";
  /** The documents say 404 for a transaction nobody knows; its test API has been seen to answer 400. */
  unknownTransaction: 400 | 404;
  /** Whose word counts where the documents and the specification disagree about fields that may be null, and codes. */
  shape: "documents" | "specification";
  /** From consent to activation, in milliseconds of the clock; null leaves it to the test. */
  activateAfter: number | null;
  /** What happens to a transfer or debit of which no plan speaks. */
  transferFate: Step[];
  debitFate: Step[];
};

/** Everything the stand-in knows. */
export class State {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly books: Books;
  readonly keys = new Map<string, Key>();
  readonly accounts = new Map<string, Account>();
  banks: Bank[] = [];
  readonly recipients: Recipient[] = [];
  readonly transfers: Transfer[] = [];
  readonly customers: Customer[] = [];
  readonly mandates: Mandate[] = [];
  readonly charges: Charge[] = [];
  readonly disputes: Dispute[] = [];
  readonly settings: Settings = {
    transferOtp: false,
    transferLimit: 1_000_000_000,
    fees: true,
    stampDuty: true,
    duplicates: "refused",
    unknownTransaction: 404,
    shape: "documents",
    activateAfter: 60 * 60_000,
    transferFate: [{ status: "pending" }, { status: "success", after: 0 }],
    debitFate: [{ status: "processing" }, { status: "success", after: 0 }],
  };
  /** Where it can be reached, once it can. */
  url = "";
  /** Told of everything that Paystack tells by webhook. */
  tell: (owner: Key, event: string, data: object) => void = () => {};

  constructor(options: { seed?: number | string; now?: string }) {
    this.clock = new Clock(options.now);
    this.ids = new Ids(options.seed ?? 1);
    this.books = new Books(this.clock);
  }

  /** A bank by the code that Paystack uses. */
  bank(code: string | null | undefined): Bank | undefined {
    return this.banks.find((one) => one.code === code && !one.is_deleted);
  }

  account(bankCode: string, number: string): Account | undefined {
    return this.accounts.get(`${bankCode} ${number}`);
  }
}

/** The books' name for an integration in a domain. */
export const owner = ({ integration, domain }: { integration: number; domain: Domain }) => `${integration} ${domain}`;

/** Whether something belongs to whom a key speaks for. */
export const owned = (key: Key) => (one: { integration: number; domain: Domain }) =>
  one.integration === key.integration && one.domain === key.domain;
