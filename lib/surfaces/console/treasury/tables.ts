import { toKobo } from "@/lib/kernel/money";
import type { listWaiting } from "@/lib/lending/bank-statements/list-waiting";
import type { listStatements } from "@/lib/lending/bank-statements/queries";
import { table } from "@/lib/surfaces/lists/list";
import { bankNameOf } from "@/lib/terms/bank-names";
import { batchLineLabels, orderNames } from "@/lib/terms/console/treasury-words";
import { remittanceLabels } from "@/lib/terms/dashboard/labels";
import type { RailKind } from "@/lib/terms/rails";
import type { listRailFigures } from "./rail-figures";
import type { readBatchAt } from "./read-batch";
import type { readRemittanceAt } from "./remittances";

// Tables on pages of treasurers that are no lists by themselves.

type Remittance = Awaited<ReturnType<typeof readRemittanceAt>>;

export const batchLinesTable = table<Awaited<ReturnType<typeof readBatchAt>>["lines"][number]>({
  caption: "Its orders",
  id: ({ position }) => String(position),
  href: ({ loanId }) => `treasury/loans/${loanId}`,
  columns: ({ text, money, state }) => ({
    reference: text("Order", ({ reference }) => reference, { look: "code" }),
    what: text("What", ({ what }) => orderNames[what]),
    loan: text("Loan", ({ loan }) => loan),
    amount: money("Amount", ({ amount }) => toKobo(amount)),
    state: state("State", ({ state }) => state, batchLineLabels),
  }),
  shown: { reference: 1, what: 2, loan: 2, amount: 1, state: 1 },
});

export const accountsTable = table<Awaited<ReturnType<typeof listWaiting>>[number]>({
  caption: "Accounts",
  id: ({ accountId }) => accountId,
  href: ({ accountId }) => `treasury/statements/${accountId}`,
  columns: ({ shown, date, number }) => ({
    account: shown("Account", ({ lender, bankCode, lastFour, collects }) => [
      { text: lender },
      { note: `${bankNameOf(bankCode)} …${lastFour}${collects ? ", takes remittances" : ""}` },
    ]),
    day: date("Imported until", ({ lastDay }) => lastDay, { none: "Never" }),
    waiting: number("Lines that wait", ({ waiting }) => waiting ?? 0),
  }),
  shown: { account: 1, day: 1, waiting: 1 },
});

/** The last statements of an account that were imported. */
export const statementsTable = table<Awaited<ReturnType<typeof listStatements>>["data"][number]>({
  caption: "Statements",
  id: ({ id }) => id,
  columns: ({ shown, money, moment, text }) => ({
    days: shown("Days", ({ from, to }) => [{ day: from }, { text: "to" }, { day: to }]),
    closing: money("Closing balance", ({ closing }) => (closing === null ? null : toKobo(closing))),
    lines: text("Lines", ({ lines, newLines }) => `${newLines} of ${lines} new`, { align: "end" }),
    at: moment("Imported", ({ importedAt }) => new Date(importedAt)),
  }),
  shown: { days: 1, closing: 1, lines: 2, at: 2 },
});

export const dueDaysTable = table<Remittance["days"][number]>({
  caption: "By day",
  id: ({ dueOn }) => dueOn,
  columns: ({ date, money, state }) => ({
    day: date("Due", ({ dueOn }) => dueOn),
    amount: money("Owed", ({ amount }) => toKobo(amount)),
    got: money("Received", ({ received }) => toKobo(received)),
    state: state("State", ({ state }) => state, remittanceLabels),
  }),
  shown: { day: 1, amount: 1, got: 2, state: 1 },
});

export const receiptsTable = table<Remittance["receipts"][number]>({
  caption: "Received",
  id: ({ id }) => id,
  columns: ({ date, money, text }) => ({
    day: date("Counts from", ({ receivedOn }) => receivedOn),
    amount: money("Amount", ({ amount }) => amount),
    by: text("Says who", ({ source }) => (source === "STATEMENT" ? "A line of the statement" : "Two operators")),
    reference: text("At the bank", ({ bankReference }) => bankReference, { look: "code" }),
  }),
  shown: { day: 1, amount: 1, by: 2, reference: 3 },
});

const railNames: Record<RailKind, string> = { PAYSTACK: "Paystack", BY_HAND: "By hand" };

export const railsTable = table<Awaited<ReturnType<typeof listRailFigures>>[number]>({
  caption: "Rails",
  id: ({ id }) => id,
  href: ({ lenderId }) => `lenders/${lenderId}`,
  columns: ({ shown, money, date }) => {
    const sum = (title: string, key: "out" | "in" | "underWay") =>
      shown(title, ({ [key]: { amount, count } }) => [{ money: amount }, { note: `${count}` }], { align: "end" });
    return {
      rail: shown("Rail", ({ lender, kind, state, keyEnd }) => {
        const key = keyEnd ? ` …${keyEnd}` : "";
        return [{ text: lender }, { note: `${railNames[kind]}${key}${state === "RETIRED" ? ", no longer used" : ""}` }];
      }),
      out: sum("Out", "out"),
      in: sum("Debited", "in"),
      underWay: sum("Under way", "underWay"),
      fees: money("Fees", ({ fees }) => fees),
      balance: money("Last balance", ({ last }) => last?.balance ?? null),
      day: date("Imported until", ({ last }) => last?.day ?? null),
    };
  },
  shown: { rail: 1, out: 1, in: 2, underWay: 1, fees: 3, balance: 2, day: 3 },
});
