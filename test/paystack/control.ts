import { bank } from "./banks";
import { balanceOf } from "./books";
import { becomeCharge, dispute } from "./charges";
import type { Faults } from "./faults";
import { activate, agree } from "./mandates";
import type { Account, Bank, Charge, Domain, Mandate, Settings, State, Transfer } from "./state";
import { become } from "./transfer-fates";
import type { Webhooks } from "./webhooks";

/** A request as it came in, and what became of it. */
export type Asked = {
  at: string;
  method: string;
  path: string;
  reference: string | null;
  body: unknown;
  fault: string | null;
  /** 0 when nothing was answered. */
  status: number;
};

/** All that a test may do and see. Everything takes and gives plain data, so that it works from another process as well. */
export function controlOf(state: State, faults: Faults, webhooks: Webhooks, asked: Asked[]) {
  const one = <T>(list: readonly T[], which: (it: T) => boolean): T => {
    const it = list.find(which);
    if (it === undefined) throw new Error("No such thing");
    return it;
  };
  const transfer = (reference: string): Transfer => one(state.transfers, (it) => it.reference === reference);
  const debit = (reference: string): Charge => one(state.charges, (it) => it.reference === reference);
  const mandate = (name: string): Mandate =>
    one(state.mandates, (it) => [it.reference, it.authorizationCode, it.accessCode].includes(name));
  return {
    clock: state.clock,
    books: state.books,
    faults,
    webhooks,
    requests: {
      all: () => asked,
      forget: () => asked.splice(0).length,
    },
    keys: {
      /** A further key of an integration; the others keep working until they are revoked. */
      add: (key: string, integration: number): void => {
        const domain: Domain | null = key.startsWith("sk_live_") ? "live" : key.startsWith("sk_test_") ? "test" : null;
        if (!domain) throw new Error("A key begins with sk_live_ or sk_test_");
        state.keys.set(key, { key, integration, domain });
      },
      revoke: (key: string): boolean => state.keys.delete(key),
    },
    money: {
      /** Tops up what an integration can transfer: "100043 live". */
      topUp: (owner: string, amount: number): void =>
        state.books.move({ kind: "top-up", reference: "", owner, from: "world", to: balanceOf(owner), amount }),
    },
    accounts: {
      /** Opens accounts at banks, or changes them. */
      set: (...accounts: Account[]): void => {
        for (const account of accounts) state.accounts.set(`${account.bankCode} ${account.number}`, account);
      },
      close: (bankCode: string, number: string): boolean => state.accounts.delete(`${bankCode} ${number}`),
    },
    banks: {
      all: (): Bank[] => state.banks,
      /** Adds a bank, or changes what is said of it. */
      set: (code: string, more: Partial<Bank>): void => {
        const known = state.banks.find((it) => it.code === code);
        if (known) Object.assign(known, more);
        else state.banks.push(bank(code, more.name ?? `Bank ${code}`, more));
      },
    },
    settings: {
      all: (): Settings => state.settings,
      set: (more: Partial<Settings>): void => void Object.assign(state.settings, more),
    },
    transfers: {
      all: (): Transfer[] => state.transfers,
      become: (reference: string, status: string, reason?: string): void =>
        become(state, transfer(reference), { status, ...(reason === undefined ? {} : { reason }) }),
    },
    mandates: {
      all: (): Mandate[] => state.mandates,
      /** What the holder does at the page, without a browser. */
      agree: (name: string, bankCode: string, number: string): void =>
        agree(state, mandate(name), { bankCode, number }),
      decline: (name: string): void => void Object.assign(mandate(name), { status: "declined" }),
      activate: (name: string): void => activate(state, mandate(name)),
      /** The holder ends it at the bank; nobody is told. */
      revoke: (name: string): void => void Object.assign(mandate(name), { status: "revoked" }),
    },
    debits: {
      all: (): Charge[] => state.charges,
      become: (reference: string, status: string, reason?: string): void =>
        becomeCharge(state, debit(reference), { status, ...(reason === undefined ? {} : { reason }) }),
      dispute: (reference: string): void => dispute(state, debit(reference)),
    },
  };
}

export type Control = ReturnType<typeof controlOf>;
