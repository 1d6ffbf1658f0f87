import { expect, test } from "vitest";
import { addDays } from "@/lib/kernel/calendar";
import { kobo } from "@/lib/kernel/money";
import { addBankDays, isBankDay } from "@/lib/terms/bank-days";
import { remittanceBalance } from "./balance";

const today = "2026-11-27";
const due = (dueOn: string, amount: number) => ({ dueOn, amount: kobo(amount) });

test("receipts settle the oldest first, to the kobo", () => {
  const days = [due("2026-11-02", 100), due("2026-11-09", 250), due("2026-11-30", 50)];
  const states = (received: number) => {
    const balance = remittanceBalance(days, kobo(received), today);
    return [balance.days.map((day) => `${day.received} ${day.state}`), balance.unremitted, balance.late, balance.since];
  };
  expect(states(0)).toEqual([["0 NOT_RECEIVED", "0 NOT_RECEIVED", "0 DUE"], 400, 350, "2026-11-02"]);
  expect(states(99)).toEqual([["99 RECEIVED_LESS", "0 NOT_RECEIVED", "0 DUE"], 301, 251, "2026-11-02"]);
  expect(states(100)).toEqual([["100 RECEIVED", "0 NOT_RECEIVED", "0 DUE"], 300, 250, "2026-11-09"]);
  expect(states(351)).toEqual([["100 RECEIVED", "250 RECEIVED", "1 DUE"], 49, 0, "2026-11-30"]);
  expect(states(400)).toEqual([["100 RECEIVED", "250 RECEIVED", "50 RECEIVED"], 0, 0, null]);
  expect(remittanceBalance(days, kobo(410), today)).toMatchObject({ surplus: 10, unremitted: 0 });
  // What went back beyond all that had come is missing as well.
  expect(remittanceBalance(days, kobo(-30), today)).toMatchObject({ surplus: 0, unremitted: 430 });
});

test("on random days and receipts it is what paying kobo by kobo comes to", () => {
  let seed = 7;
  const draw = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let round = 0; round < 300; round++) {
    const days = Array.from({ length: draw(6) }, (_, i) => due(addDays("2026-11-01", i * (1 + draw(6))), draw(9)))
      .filter((one, i, all) => all.findIndex(({ dueOn }) => dueOn === one.dueOn) === i)
      .sort((a, b) => a.dueOn.localeCompare(b.dueOn));
    const received = draw(40);
    const coins = days.flatMap(({ dueOn, amount }) => Array.from({ length: amount }, () => dueOn));
    const missing = coins.slice(received);
    const { days: shown, ...balance } = remittanceBalance(days, kobo(received), today);
    expect(balance).toEqual({
      owed: coins.length,
      received,
      unremitted: missing.length,
      late: missing.filter((dueOn) => workdaysAfter(dueOn, 3) < today).length,
      since: missing[0] ?? null,
      surplus: Math.max(0, received - coins.length),
    });
    expect(shown.map((day) => day.received)).toEqual(
      shown.map(({ dueOn }) => coins.slice(0, received).filter((coin) => coin === dueOn).length),
    );
  }
});

/** November 2026 has no public holiday. */
function workdaysAfter(date: string, days: number): string {
  const at = new Date(date);
  for (let left = days; left > 0; ) {
    at.setUTCDate(at.getUTCDate() + 1);
    if (!["Sat", "Sun"].includes(at.toUTCString().slice(0, 3))) left -= 1;
  }
  return at.toISOString().slice(0, 10);
}

test("bank days leave out weekends and the holidays that are known", () => {
  expect(addBankDays("2026-12-23", 3)).toBe("2026-12-30");
  expect(addBankDays("2026-11-27", 1)).toBe("2026-11-30");
  expect(isBankDay("2026-10-01")).toBe(false);
  // Of a year that is not known, any Thursday is one.
  expect(isBankDay("2031-10-02")).toBe(true);
});
