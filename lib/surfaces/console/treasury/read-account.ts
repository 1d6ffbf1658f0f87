import { findFormat, lastImportedDay, listLines, listStatements } from "@/lib/lending/bank-statements/queries";
import { toFormatAnswer } from "@/lib/lending/bank-statements/serialize";
import type { ConsoleScope } from "@/lib/surfaces/console/scope";
import { accountAt } from "./in-environment";

type Cut = { startingAfter?: string | undefined; endingBefore?: string | undefined };

/** How many statements are shown, the newest, and how many lines on a page. */
const shown = 20;
const linesShown = 50;

/** A lender's account: how far it was imported and how it is read, the days that are missing, and the lines that wait. */
export async function readAccountAt({ environment }: Pick<ConsoleScope, "environment">, accountId: string, cut: Cut) {
  const account = await accountAt(environment, accountId);
  const of = { lenderId: account.lenderId, accountId };
  const format = await findFormat(accountId);
  const { data: statements, gaps } = await listStatements({ ...of, limit: shown });
  const { data: waiting, hasMore } = await listLines({ ...of, ...cut, state: "WAITS", limit: linesShown });
  const { data: paidTwice } = await listLines({ ...of, state: "PAID_TWICE", limit: linesShown });
  return {
    ...{ ...account, statements, gaps, waiting, hasMore, paidTwice },
    format: format ? toFormatAnswer(format) : null,
    importedUntil: await lastImportedDay(accountId),
  };
}
