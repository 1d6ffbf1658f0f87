import { beforeAll, expect, test } from "vitest";
import { type StatementAccount, statementAccount } from "@/test/bank-statements/account";
import { columnsFor, writeCsv } from "@/test/bank-statements/write-statement";
import { useDatabase } from "@/test/database";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { as, files, run } from "@/test/operator-terminal";

useDatabase();

let account: StatementAccount;
let on: string;
beforeAll(async () => {
  await run(`operator add ${as} First`, {});
  account = await statementAccount((await anyOperator()).actor);
  on = `${account.lenderId} ${account.accountId}`;
});

test("a format is set, a file previewed and imported, and a line that waits is put before another operator", async () => {
  files["format.json"] = { format: "CSV", columns: columnsFor(), rules: [{ words: "sms", as: "FEE", atMost: 60 }] };
  expect(await run(`statement format ${on} format.json`)).toContain("as CSV, with 1 rules");
  const lines = [
    { day: "2026-07-14", kobo: -5_250, text: "SMS CHARGE" },
    { day: "2026-07-15", kobo: 700_000, text: "for my loan" },
  ];
  const statement = { account: account.accountNumber, from: "2026-07-14", to: "2026-07-15", opening: 100_000, lines };
  files["july.csv"] = writeCsv(statement);
  const shown = await run(`statement preview ${on} july.csv`);
  expect(shown).toContain("2026-07-14 to 2026-07-15  2 lines, opening ₦1,000.00, closing ₦7,947.50");
  expect(shown).toMatch(/2 new, 0 known before.*FEE +1.*WAITS +1/s);
  expect(await run(`statement lines ${on} WAITS`)).toBe("There is none.");
  expect(await run(`statement import ${on} july.csv`)).toContain("Imported: 2 new lines, 0 known before.");
  expect(await run(`statement import ${on} july.csv`)).toContain("Imported: 0 new lines, 2 known before.");
  const waiting = await run(`statement lines ${on} WAITS`);
  expect(waiting).toMatch(/₦7,000.00 {2}WAITS \(NO_ORDER\) +bsl_\w+ for my loan/);
  const [line] = /bsl_\w+/.exec(waiting) ?? [];
  const why = { as, reason: "Its own deposit." };
  expect(await run(`statement dismiss ${on} ${line}`, why)).toMatch(/Proposed as ppl_/);
  await expect(run(`statement book ${on} ${line} loan_1 GIFT`, why)).rejects.toThrow("as: Must be one of");
  await expect(run(`statement book ${on} ${line} loan_none DIRECT`, why)).rejects.toThrow("No such loan");
  files["wrong.csv"] =
    "Account Number,1111111111\nCurrency,NGN\nDate,Value Date,Narration,Reference,Debit,Credit,Balance\n";
  await expect(run(`statement preview ${on} wrong.csv`)).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
});
