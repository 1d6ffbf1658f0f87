import { expect, test } from "@/e2e/fixtures";
import { openLending, reportsOf, taken } from "@/e2e/lending";
import { endings, expectEndings } from "./scenario-endings";

const day = 86_400_000;

test("a loan nobody pays is in default when the clock has come to the 91st day, and a recovery after the write-off counts", async ({
  marketplace,
  sql,
}) => {
  const { receiver } = marketplace;
  const lending = await openLending(marketplace, sql);
  const { id, loanId, merchantId } = await lending.borrow("silent", {}, { accountNumber: "0123452222" });
  const { schedule, totalDue } = await lending.status(loanId);
  // The first instalment is due on day 30: on day 120 it is 90 days past due, on day 121 it is one too many.
  const { now } = await lending.advance(120);
  expect(now.slice(0, 10)).toBe(new Date(Date.parse(schedule[0].dueDate) + 90 * day).toISOString().slice(0, 10));
  expect(await lending.status(loanId)).toMatchObject({
    status: "ACTIVE",
    health: { daysPastDue: 90, classification: "DOUBTFUL", overdueAmount: totalDue },
  });
  expect(await lending.advance(1)).toMatchObject({ ran: true });
  expect(await lending.status(loanId)).toMatchObject({ status: "DEFAULTED", health: { daysPastDue: 91 } });
  await expect.poll(() => receiver.of(id).at(-1).event).toBe("loan.defaulted");
  const defaulted = receiver.of(id).at(-1);
  expect(defaulted).toMatchObject({
    reason: "OVERDUE",
    days_past_due: 91,
    outstanding: totalDue,
    collection_instructions: { priority: "CRITICAL" },
  });
  expect(defaulted.timestamp.slice(11, 16)).toBe("00:00");

  expect(await lending.help(loanId, "write-off")).toMatchObject({ status: "WRITTEN_OFF", writtenOff: totalDue });
  await taken(lending, reportsOf({ id, loanId, merchantId }).deducted("LATE-1", 2_500));
  expect(await lending.status(loanId)).toMatchObject({ status: "WRITTEN_OFF", recovered: 2_500 });
  expect(await lending.explain(loanId)).toMatchObject({ verified: true, balances: { recovered: 2_500 } });
});

test("every other scenario ends as it should, with books that hold and every webhook in its order", async ({
  marketplace,
  sql,
}) => {
  const names = Object.keys(endings) as (keyof typeof endings)[];
  // That one is told in loans.spec.ts.
  await expectEndings(
    marketplace,
    sql,
    names.filter((name) => name !== "over-deduct-race"),
  );
});
