import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import { db } from "@/db/client";
import { lenders } from "@/db/schema/lenders";
import { remittanceBreaks } from "@/db/schema/remittances";
import type { Environment } from "@/lib/kernel/actor";
import { day, later } from "@/lib/kernel/calendar";
import { madeAt } from "@/lib/kernel/ids";
import { dayBegins } from "@/lib/kernel/lagos-days";
import { type Kobo, kobo, toKobo } from "@/lib/kernel/money";
import { type BusinessTime, businessTime, type RealTime } from "@/lib/kernel/time";
import { listWaiting } from "@/lib/lending/bank-statements/list-waiting";
import { listBatchesAt } from "@/lib/surfaces/console/treasury/batches";
import {
  listDebits,
  listHeld,
  listMandatesToEndAt,
  listOrders,
  listRefunds,
  listReturned,
  listSignedMandates,
  listUnnamed,
} from "@/lib/surfaces/console/treasury/money-out";
import { oldestOf } from "@/lib/surfaces/console/treasury/of-loans";
import { listUnanswered } from "@/lib/surfaces/console/treasury/unanswered-batches";
import { listUnbatched } from "@/lib/surfaces/console/treasury/unbatched";
import { bankNameOf } from "@/lib/terms/bank-names";
import { batchKindNames, payoutWaitLabels, remittanceBreakNames } from "@/lib/terms/console/treasury-words";
import { type WorkSource, workCountedUpTo } from "./source";
import type { WorkItem } from "./work-schema";

type Risk = WorkItem["risk"];
type OfLoan = { id: string; loanId: string; businessName: string; loan: string; amount?: Kobo };
type Said = { detail: string; since: Date | null; risk: Risk };

/** Rows about loans' money, each of which waits for a treasurer; null: this one does not. */
function moneyWork<Row extends OfLoan>(
  name: string,
  label: string,
  list: Parameters<typeof oldestOf<Row>>[0],
  say: (row: Row, now: BusinessTime) => Said | null,
): WorkSource {
  return source(name, label, async (environment, realNow) => {
    const rows = await oldestOf(list, environment, workCountedUpTo);
    return rows.flatMap((row) => {
      // Of test data whose clock was moved it may be more.
      const said = say(row, businessTime(realNow, 0));
      const { id, loanId, businessName, loan, amount } = row;
      if (!said) return [];
      const cost = { who: businessName, ...(amount !== undefined && { amount }) };
      const since = said.since ?? madeAt(id) ?? realNow;
      return { ...said, ...{ id, title: `${businessName}, ${loan}`, href: `treasury/loans/${loanId}`, since, cost } };
    });
  });
}

function source(
  name: string,
  label: string,
  read: (environment: Environment, realNow: RealTime) => Promise<WorkItem[]>,
): WorkSource {
  return {
    ...{ name, label, permission: "pay" },
    read: async ({ environment, realNow, limit }) => {
      const items = await read(environment, realNow);
      return { count: items.length, items: items.slice(0, limit) };
    },
  };
}

/** An offer ends with its held payout: so long before, it is pressing. */
const pressing = 3 * day;

const heldWork = moneyWork("held", "Held payout", listHeld, ({ accountName, because, since, until }, now) => ({
  detail: because ?? `Held: the account is ${accountName ?? "nobody’s yet"}`,
  ...{ since, risk: until && until < later(now, pressing) ? 3 : 1 },
}));

const returnedWork = moneyWork("returned", "Payout that came back", listReturned, ({ since, againId }) =>
  againId ? null : { detail: "The payout came back: pay again, or end the loan", since, risk: 2 },
);

/** A provider that has not answered for so long is asked about by people. */
const unanswered = day;

const orderWork = moneyWork("orders", "Order without an answer", listOrders, (order, now) => {
  const { waitsFor, because, since } = order;
  const byPerson = waitsFor === "PERSON" || waitsFor === "OTP" || waitsFor === "BALANCE";
  const silent = waitsFor === "PROVIDER" && since < later(now, -unanswered);
  if (!waitsFor || !(byPerson || silent)) return null;
  return {
    detail: because ?? `Waits for: ${payoutWaitLabels[waitsFor].label}`,
    since,
    risk: waitsFor === "PERSON" ? 3 : 1,
  };
});

const debitWork = moneyWork("debits", "Debit without an answer", listDebits, ({ because, since }, now) =>
  since < later(now, -unanswered) ? { detail: because ?? "The bank has not answered", since, risk: 1 } : null,
);

const accountWork = moneyWork("accounts", "Account to be named", listUnnamed, ({ bankCode, lastFour }) => ({
  ...{ detail: `Whose account is ${bankNameOf(bankCode)} …${lastFour}?`, since: null, risk: 1 },
}));

const mandateWork = moneyWork("mandates", "Mandate on paper", listSignedMandates, ({ signedAt }) => ({
  ...{ detail: "Signed on a form, to be lodged by the lender’s bank", since: signedAt, risk: 0 },
}));

const endedMandateWork = moneyWork(
  "ended-mandates",
  "Mandate to end",
  listMandatesToEndAt,
  ({ bankReference, since }) => ({
    ...{ detail: `Ended here: ${bankReference} is to be ended at the lender’s bank`, since, risk: 0 },
  }),
);

const refundWork = moneyWork("refunds", "Refund", listRefunds, ({ underWay, refundDueAt, owedSince }) =>
  underWay || refundDueAt ? null : { detail: "Owed to the merchant", since: owedSince, risk: 1 },
);

const batchWork = source("batches", "Batch", async (environment, realNow) => {
  const { rows } = await listBatchesAt({ environment }, { state: "MADE", limit: 100 });
  // What no batch takes waits for something else.
  const unbatched = (await listUnbatched(environment, realNow)).filter(({ why }) => why === null);
  const made = rows.toReversed().map(({ id, lender, number, orders, total, madeAt }): WorkItem => {
    const words = { title: `${lender}, batch ${number}`, detail: `${orders} orders to be released` };
    return {
      id,
      ...words,
      href: `treasury/batches/${id}`,
      since: new Date(madeAt),
      cost: { amount: toKobo(total) },
      risk: 1,
    };
  });
  const open = unbatched.map(({ accountId, lender, kind, orders, total, since }): WorkItem => {
    const words = { title: lender, detail: `${orders} ${batchKindNames[kind].toLowerCase()} in no batch yet` };
    const rest = { href: "treasury/batches", since, cost: { amount: total } };
    return { id: `${accountId} ${kind}`, ...words, ...rest, risk: 1 };
  });
  const unanswered = (await listUnanswered(environment, realNow)).map((batch): WorkItem => {
    const { id, lender, number, orders, total, since, downloads } = batch;
    const detail =
      downloads === 0 ? "Released, and downloaded by nobody" : `Without an answer from the bank: ${orders} orders`;
    const words = { title: `${lender}, batch ${number}`, detail };
    return { id, ...words, href: `treasury/batches/${id}`, since, cost: { amount: total }, risk: 2 };
  });
  return [...made, ...open, ...unanswered];
});

const statementWork = source("statements", "Statement", async (environment) => {
  const accounts = await listWaiting(environment);
  return accounts.flatMap(({ accountId, lender, bankCode, lastFour, waiting, since }): WorkItem[] => {
    if (!waiting || !since) return [];
    const title = `${lender}, ${bankNameOf(bankCode)} …${lastFour}`;
    const detail = `${waiting} ${waiting === 1 ? "line waits" : "lines wait"}`;
    return [
      {
        id: accountId,
        title,
        detail,
        href: `treasury/statements/${accountId}`,
        since: dayBegins(since),
        cost: {},
        risk: 1,
      },
    ];
  });
});

/** What marketplaces have deducted and not sent, and money that nobody knows. */
const remittanceWork = source("remittances", "Remittance", async (environment) => {
  const { id, type, subject, expected, actual, detectedAt: since, remitterId } = remittanceBreaks;
  const ids = db().select({ id: lenders.id }).from(lenders).where(eq(lenders.environment, environment));
  const found = await db()
    .select({ id, type, subject, expected, actual, since, remitterId, lender: lenders.name })
    .from(remittanceBreaks)
    .innerJoin(lenders, eq(lenders.id, remittanceBreaks.lenderId))
    .where(and(inArray(remittanceBreaks.lenderId, ids), isNull(remittanceBreaks.closedAt)))
    .orderBy(asc(id))
    .limit(workCountedUpTo);
  return found.map(({ id, type, subject, expected, actual, since, remitterId, lender }): WorkItem => {
    const href = remitterId ? `treasury/remittances/${remitterId}` : "treasury/remittances";
    const cost = { who: lender, amount: kobo(Math.abs(expected - actual)) };
    const words = { title: lender, detail: `${remittanceBreakNames[type]}: ${subject}` };
    return { id, ...words, href, since, cost, risk: type === "UNKNOWN_RECEIPT" ? 1 : 2 };
  });
});

export const treasuryWork: readonly WorkSource[] = [
  ...[heldWork, returnedWork, orderWork, debitWork, accountWork, mandateWork, endedMandateWork, refundWork],
  ...[batchWork, statementWork, remittanceWork],
];
