import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openBank } from "./bank.mjs";
import { startClock } from "./clock.mjs";
import { difference, printed } from "./table.mjs";

const row = { lender: "Lender", what: "paid out", ledger: -12_000_000, rail: -12_000_000, bank: null, fees: -5_375 };

test("a kobo is a difference, whoever says it", () => {
  expect(difference(row)).toBe(0);
  for (const one of ["ledger", "rail", "bank"]) expect(difference({ ...row, [one]: -11_999_999 })).toBe(1);
  const charged = { ...row, ledger: null, rail: null, bank: -5_375 };
  expect(difference(charged)).toBe(0);
  expect(difference({ ...charged, fees: -5_374 })).toBe(1);
  expect(printed([{ ...row, rail: -11_999_999 }])[1]).toMatch(/^Lender .* -119999\.99 .* 0\.01$/);
});

test("the bank sees what is entered twice", () => {
  const clock = startClock(join(mkdtempSync(join(tmpdir(), "mfis-")), "ahead"));
  const bank = openBank(clock);
  bank.open("3000000001", 1_000_000);
  const file = "Reference,Amount,Narration\r\nK7X2M9Q4C1V8B5N3,1000.00,Loan\r\n";
  bank.pay("3000000001", file);
  expect(bank.balance("3000000001")).toBe(1_000_000 - 100_000 - 5_375);
  expect(bank.movedTwice()).toEqual([]);
  bank.pay("3000000001", file);
  expect(bank.movedTwice()).toEqual(["K7X2M9Q4C1V8B5N3"]);
});
