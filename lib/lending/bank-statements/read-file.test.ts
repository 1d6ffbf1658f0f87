import { expect, test } from "vitest";
import { dateOf, day, later } from "@/lib/kernel/calendar";
import { importFile, preview, statementAccount } from "@/test/bank-statements/account";
import { type WrittenLine, writeCamt } from "@/test/bank-statements/write-statement";
import { useDatabase } from "@/test/database";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { now } from "@/test/time";

useDatabase();

test("with a column of accounts a file is taken only where each of its lines is of this one", async () => {
  const { actor: operator } = await anyOperator();
  const columns = {
    ...{ date: "Date", amount: "Amount", text: ["Text"], account: "Account", dateFormat: "YYYY-MM-DD" as const },
    ...{ decimalMark: "." as const, skipFirst: 1, skipLast: 0 },
  };
  const format = { format: "CSV" as const, rules: [], columns };
  const account = await statementAccount(operator, format);
  const other = await statementAccount(operator, format, account.lenderId);
  const on = dateOf(later(now(), -day));
  const file = (...numbers: string[]) => {
    const rows = numbers.map((number, place) => `${number},${on},${place + 1}.00,x`);
    // Above the lines another account's number may stand as well, as that of a group.
    return [
      `${other.accountNumber} / ${account.accountNumber}`,
      "Account,Date,Amount,Text",
      ...rows,
      ",,,goes on",
    ].join("\n");
  };
  const { accountNumber: own } = account;
  const refused = (...numbers: string[]) =>
    expect(preview({ operator, account, file: file(...numbers) })).rejects.toMatchObject({
      fields: [{ field: "file", error: expect.stringContaining("is of another account: it names") }],
    });
  await refused(own, other.accountNumber);
  await refused(own, "");
  await refused(other.accountNumber);
  expect(await importFile({ operator, account, file: file(own, `058-${own}`) })).toMatchObject({ new: 2 });
});

test("days to come are refused, which would count as imported for good; what is only announced may be of them", async () => {
  const { actor: operator } = await anyOperator();
  const account = await statementAccount(operator);
  const [today, next] = [dateOf(now()), dateOf(later(now(), 2 * day))];
  const file = (to: string, lines: readonly WrittenLine[]) =>
    writeCamt({ account: account.accountNumber, from: today, to, opening: 0, lines });
  const line = { day: next, kobo: 100 };
  const refused = (written: string) =>
    expect(preview({ operator, account, file: written })).rejects.toMatchObject({
      fields: [{ field: "file", error: expect.stringContaining(`It tells of ${next}`) }],
    });
  await refused(file(next, []));
  await refused(file(today, [line]));
  await preview({ operator, account, file: file(today, [{ ...line, pending: true }]) });
});
