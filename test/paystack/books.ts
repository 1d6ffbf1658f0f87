import type { Clock } from "./clock";

type Kind =
  | "top-up"
  | "set aside"
  | "payout"
  | "given back"
  | "sent back"
  | "fee"
  | "stamp duty"
  | "debit"
  | "debit back";

/** One movement of money: it leaves one account and reaches another. None is ever changed or taken away. */
export type Movement = {
  number: number;
  at: string;
  kind: Kind;
  reference: string;
  /** Of the integration for whom it moved, with its domain: "100043 live". */
  owner: string;
  from: string;
  to: string;
  /** In kobo. */
  amount: number;
};

/** What became of the money under the reference of a transfer. */
export type PaidOut = {
  reference: string;
  owner: string;
  /** Bank code and number: "058 0123456789". */
  account: string;
  amount: number;
  /** How often it reached the account, and how often the bank sent it back. */
  arrivals: number;
  returns: number;
  fees: number;
};

export const balanceOf = (owner: string) => `balance ${owner}`;
/** Money that customers have been debited, until it is settled to the integration's own bank. */
export const collectedBy = (owner: string) => `collected ${owner}`;
export const inTransit = (owner: string, reference: string) => `transit ${owner} ${reference}`;
export const bankAccount = (bankCode: string, number: string) => `account ${bankCode} ${number}`;

/** Every movement of money at the stand-in and at the banks behind it, as double entries. */
export class Books {
  private readonly list: Movement[] = [];

  constructor(private readonly clock: Clock) {}

  /** Writes a movement down. */
  move(movement: Omit<Movement, "number" | "at">): void {
    if (!Number.isSafeInteger(movement.amount) || movement.amount < 0) throw new Error("No amount");
    if (movement.amount > 0) this.list.push({ number: this.list.length + 1, at: this.clock.iso(), ...movement });
  }

  /** All movements, or those under one reference. */
  movements(reference?: string): Movement[] {
    return this.list.filter((one) => reference === undefined || one.reference === reference);
  }

  /** What an account holds by these books alone. */
  holds(account: string): number {
    return this.list.reduce((sum, { from, to, amount }) => {
      return sum + (to === account ? amount : 0) - (from === account ? amount : 0);
    }, 0);
  }

  /** What an integration can transfer: "100043 live". */
  balance(owner: string): number {
    return this.holds(balanceOf(owner));
  }

  /** What has come to a merchant's account, less what has left it. */
  received(bankCode: string, number: string): number {
    return this.holds(bankAccount(bankCode, number));
  }

  /** Each transfer whose money reached an account. */
  transfers(): PaidOut[] {
    return this.grouped("payout", "sent back", (one) => one.to);
  }

  /** Each debit that took money from an account. */
  debits(): PaidOut[] {
    return this.grouped("debit", "debit back", (one) => one.from);
  }

  /** References whose money reached an account more than once, whatever came back. */
  paidTwice(): string[] {
    return [...new Set(this.transfers().flatMap((one) => (one.arrivals > 1 ? [one.reference] : [])))];
  }

  /** References under which an account was debited more than once. */
  debitedTwice(): string[] {
    return [...new Set(this.debits().flatMap((one) => (one.arrivals > 1 ? [one.reference] : [])))];
  }

  /** What reached accounts and stayed there, in kobo. */
  totalPaidOut(owner?: string): number {
    return this.net("payout", "sent back", owner);
  }

  /** What was debited and stayed debited, in kobo. */
  totalDebited(owner?: string): number {
    return this.net("debit", "debit back", owner);
  }

  /** Set aside for transfers that have not ended. */
  inTransit(owner?: string): number {
    const accounts = new Set(this.list.filter((one) => one.kind === "set aside").map((one) => one.to));
    const own = owner === undefined ? "transit " : `transit ${owner} `;
    return [...accounts].filter((one) => one.startsWith(own)).reduce((sum, one) => sum + this.holds(one), 0);
  }

  private net(out: Kind, back: Kind, owner?: string): number {
    const mine = this.list.filter((one) => owner === undefined || one.owner === owner);
    return mine.reduce((sum, { kind, amount }) => sum + (kind === out ? amount : kind === back ? -amount : 0), 0);
  }

  private grouped(out: Kind, back: Kind, account: (one: Movement) => string): PaidOut[] {
    const found = new Map<string, PaidOut>();
    for (const one of this.list.filter(({ kind }) => kind === out)) {
      const { reference, owner, amount } = one;
      const key = `${owner} ${reference}`;
      const known = found.get(key);
      if (known) known.arrivals += 1;
      else {
        const name = account(one).replace(/^account /, "");
        found.set(key, { reference, owner, account: name, amount, arrivals: 1, returns: 0, fees: 0 });
      }
    }
    for (const { kind, reference, owner, amount, to } of this.list) {
      const known = found.get(`${owner} ${reference}`);
      if (known && kind === back) known.returns += 1;
      if (known && (kind === "fee" || kind === "stamp duty")) known.fees += to.startsWith("to ") ? amount : -amount;
    }
    return [...found.values()];
  }
}
