import type { IdKind } from "@/lib/kernel/ids";
import { list } from "@/lib/surfaces/lists/list";
import type { Columns } from "@/lib/surfaces/lists/list-columns";
import { listQuery } from "@/lib/surfaces/lists/list-query";
import { bankNameOf } from "@/lib/terms/bank-names";
import { orderNames, payoutWaitLabels } from "@/lib/terms/console/treasury-words";
import {
  listDebits,
  listHeld,
  listMandatesToEndAt,
  listOrders,
  listPaperMandates,
  listRefunds,
  listReturned,
  listUnnamed,
} from "./money-out";
import type { LoanNames } from "./of-loans";

/** What waits about the money of one loan leads to all of that loan's money. */
const href = ({ loanId }: { loanId: string }) => `treasury/loans/${loanId}`;
const search = "Loan or order by reference, or merchant by name";
const query = (kind: IdKind) => listQuery(kind, {});
const nav = { group: "Treasury", key: "" };

/** Whose money it is, and since when it waits. */
const whose = <Row extends LoanNames>({ text }: Columns<Row>) => ({
  loan: text("Loan", ({ loan }) => loan),
  businessName: text("Merchant", ({ businessName }) => businessName, { below: true }),
  marketplace: text("Marketplace", ({ marketplace }) => marketplace),
  lender: text("Lender", ({ lender }) => lender),
});

type Account = { bankCode: string; lastFour: string };
const accountOf = ({ bankCode, lastFour }: Account) => `${bankNameOf(bankCode)} …${lastFour}`;

const heldList = list({
  ...{ path: "treasury/payouts", title: "Held payouts", nav, search, query: query("payout"), href },
  lead: "Whose account is in a name that is not the merchant's: release the money, or refuse it and have another account named.",
  read: listHeld,
  columns: (column) => ({
    ...whose(column),
    amount: column.money("Amount", ({ amount }) => amount),
    accountName: column.text("Account of", ({ accountName }) => accountName, { none: "Not known yet" }),
    account: column.text("Account", accountOf),
    because: column.text("Held because", ({ because }) => because, { none: "Another name" }),
    since: column.moment("Held since", ({ since }) => since),
    until: column.moment("Ends", ({ until }) => until),
  }),
  table: { loan: 1, businessName: 2, accountName: 1, amount: 1, lender: 3, since: 2, until: 3 },
  none: { title: "No payout is held", text: "One whose account is in another name than the merchant's appears here." },
});

const returnedList = list({
  ...{ path: "treasury/returned", title: "Payouts that came back", nav, search, query: query("loan"), href },
  lead: "The money is with the lender again: it is paid once more, or the loan ends as never paid out. Either takes two.",
  read: listReturned,
  columns: (column) => ({
    ...whose(column),
    amount: column.money("Principal", ({ amount }) => amount),
    since: column.moment("Came back", ({ since }) => since),
    next: column.text("Next", ({ againId }) => (againId ? "Is being paid again" : "To be decided")),
  }),
  table: { loan: 1, businessName: 2, amount: 1, since: 2, next: 1, lender: 3 },
  none: { title: "No payout has come back", text: "One that its bank gives back to the lender appears here." },
});

const orderList = list({
  ...{ path: "treasury/orders", title: "Payouts under way", nav, search, query: query("payout"), href },
  lead: "Ordered and not ended: what a provider has not answered is closed by what the lender's account shows.",
  read: listOrders,
  columns: (column) => ({
    reference: column.text("Order", ({ reference, id }) => reference ?? id, { look: "code" }),
    ...whose(column),
    what: column.text("What", ({ what }) => orderNames[what]),
    amount: column.money("Amount", ({ amount }) => amount),
    waitsFor: column.shown("Waits for", ({ waitsFor }) => [
      waitsFor ? { state: payoutWaitLabels[waitsFor] } : { text: "Its turn", look: "quiet" },
    ]),
    because: column.text("Because", ({ because }) => because),
    since: column.moment("Since", ({ since }) => since),
  }),
  table: { reference: 1, loan: 2, businessName: 2, what: 3, amount: 1, waitsFor: 1, since: 2 },
  none: { title: "Nothing is under way", text: "A payout or refund that is ordered appears here until it has ended." },
});

const debitList = list({
  ...{ path: "treasury/debits", title: "Debits under way", nav, search, query: query("payment"), href },
  lead: "What a bank has been asked to debit under a mandate, and has not answered.",
  read: listDebits,
  columns: (column) => ({
    reference: column.text("Order", ({ reference, id }) => reference ?? id, { look: "code" }),
    ...whose(column),
    amount: column.money("Amount", ({ amount }) => amount),
    because: column.text("Because", ({ because }) => because),
    since: column.moment("Since", ({ since }) => since),
  }),
  table: { reference: 1, loan: 2, businessName: 2, amount: 1, because: 2, since: 2 },
  none: {
    title: "No debit is under way",
    text: "A debit appears here from when its bank is asked until it has ended.",
  },
});

const accountList = list({
  ...{ path: "treasury/accounts", title: "Accounts being checked", nav, search, query: query("payoutAccount"), href },
  lead: "Nobody could be asked whose they are: two operators enter the name that online banking shows.",
  read: listUnnamed,
  columns: (column) => ({ ...whose(column), account: column.text("Account", accountOf) }),
  table: { loan: 1, businessName: 2, account: 1, lender: 2 },
  none: { title: "Every account has its name", text: "One that no bank could be asked about appears here." },
});

const mandateList = list({
  ...{ path: "treasury/mandates", title: "Mandates on paper", nav, search, query: query("mandate"), href },
  lead: "Of lenders that pay by hand: once the signed form has come, the lender's bank lodges it under a reference.",
  read: listPaperMandates,
  columns: (column) => ({
    ...whose(column),
    account: column.text("Account", accountOf),
    since: column.moment("Since", ({ since }) => since),
    signedAt: column.moment("Signed form", ({ signedAt }) => signedAt, { none: "Has not come" }),
  }),
  table: { loan: 1, businessName: 2, account: 1, lender: 2, since: 3, signedAt: 1 },
  none: {
    title: "No mandate is on paper",
    text: "One of a lender that pays by hand appears here once it is asked for.",
  },
});

const endedMandateList = list({
  ...{ path: "treasury/ended-mandates", title: "Mandates to end", nav, search, query: query("mandate"), href },
  lead: "Mandates on paper that have ended here: nothing is debited under them, and the lender's bank is still to be told.",
  read: listMandatesToEndAt,
  columns: (column) => ({
    bankReference: column.text("At the bank", ({ bankReference }) => bankReference, { look: "code" }),
    ...whose(column),
    account: column.text("Account", accountOf),
    since: column.moment("Ended", ({ since }) => since),
  }),
  table: { bankReference: 1, loan: 2, businessName: 2, account: 3, lender: 1, since: 2 },
  none: {
    title: "Every mandate has been ended",
    text: "One on paper appears here once it has ended, until somebody has ended it at the bank.",
  },
});

const refundList = list({
  ...{ path: "treasury/refunds", title: "Refunds", nav, search, query: query("loan"), href },
  lead: "What was deducted beyond the debt, and is owed to the merchant.",
  read: listRefunds,
  columns: (column) => ({
    ...whose(column),
    amount: column.money("Owed", ({ amount }) => amount),
    owedSince: column.moment("Since", ({ owedSince }) => owedSince),
    next: column.text("Next", ({ underWay, refundDueAt }) =>
      underWay ? "A transfer is under way" : refundDueAt ? "Goes by itself" : "Waits for an operator",
    ),
  }),
  table: { loan: 1, businessName: 2, amount: 1, owedSince: 2, next: 1, lender: 3 },
  none: { title: "Nothing is owed to any merchant", text: "What is deducted beyond a debt appears here." },
});

/** The lists whose pages are lists and nothing more, by the last part of their address. */
export const moneyLists = {
  payouts: heldList,
  returned: returnedList,
  orders: orderList,
  debits: debitList,
  accounts: accountList,
  mandates: mandateList,
  "ended-mandates": endedMandateList,
  refunds: refundList,
};
