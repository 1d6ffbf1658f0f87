import { expect, test } from "vitest";
import { dateOf, day, later } from "@/lib/kernel/calendar";
import { importFile, preview, statementAccount } from "@/test/bank-statements/account";
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
