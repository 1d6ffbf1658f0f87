import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { statementLines } from "@/db/schema/bank-statements";
import { loans } from "@/db/schema/loans";
import { payments } from "@/db/schema/payments";
import { dateOf, day, later } from "@/lib/kernel/calendar";
import { kobo } from "@/lib/kernel/money";
import { readLedger } from "@/lib/loans/ledger/check";
import { differencesIn } from "@/lib/loans/ledger/find-differences";
import { importFile, statementAccount } from "@/test/bank-statements/account";
import { type WrittenLine, writeCamt } from "@/test/bank-statements/write-statement";
import { useDatabase } from "@/test/database";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { lendableMerchant } from "@/test/factories/lendable";
import { activeLoan } from "@/test/factories/loan";
import { createMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { bookLine } from "./book-line";

useDatabase();

const at = now();
const ago = (days: number) => dateOf(later(at, -days * day));

test("each week of a standing order is money of its own, though the bank gives all of them one reference", async () => {
  const { actor: operator } = await anyOperator();
  const account = await statementAccount(operator);
  const { test: tenant } = await createMarketplace();
  const { merchantId } = await lendableMerchant(tenant, at);
  const { loanId } = await activeLoan(tenant, merchantId, { now: later(at, -6 * day) });
  await db().update(loans).set({ lenderId: account.lenderId }).where(eq(loans.id, loanId));
  const week = (days: number) => ({ day: ago(days), kobo: 500_000, text: "standing order", bankReference: "SO-77" });
  const imported = (lines: readonly WrittenLine[]) =>
    importFile({
      ...{ operator, account },
      file: writeCamt({ account: account.accountNumber, from: ago(5), to: ago(0), opening: 0, lines }),
    });
  const lines = () =>
    db()
      .select()
      .from(statementLines)
      .where(eq(statementLines.accountId, account.accountId))
      .orderBy(statementLines.id);
  const book = (lineId = "") =>
    bookLine({ operator, lineId, input: { loanId, as: "DIRECT" }, reason: "Theirs.", realNow: now() });

  await imported([week(4)]);
  await book((await lines()).at(0)?.id);
  await imported([week(4), week(3), week(2)]);
  expect((await lines()).map(({ state }) => state)).toEqual(["BOOKED", "WAITS", "WAITS"]);
  for (const { id } of (await lines()).slice(1)) await book(id);
  await imported([week(4), week(3), week(2), week(1)]);
  expect((await lines()).map(({ state }) => state)).toEqual(["BOOKED", "BOOKED", "BOOKED", "WAITS"]);
  const [loan] = await db().select().from(loans).where(eq(loans.id, loanId));
  expect(loan?.received).toBe(1_500_000);
  expect(differencesIn(await readLedger(loanId))).toBeNull();

  // What was booked by hand is told apart from no line until one has shown it.
  const byHand = { providerReference: "SO-78", amount: kobo(1) };
  await db()
    .update(payments)
    .set(byHand)
    .where(eq(payments.id, (await lines())[1]?.paymentId ?? ""));
  await imported([{ ...week(1), bankReference: "SO-78" }]);
  await expect(book((await lines()).at(-1)?.id)).rejects.toMatchObject({ code: "LOAN_STATE_CONFLICT" });
});
