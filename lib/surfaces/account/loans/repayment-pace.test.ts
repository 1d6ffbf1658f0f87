import { expect, test } from "vitest";
import type { Statement } from "@/lib/loans/statements/schema";
import { repaymentPace } from "./repayment-pace";

const schedule = [
  { installment: 1, dueDate: "2026-01-31", amount: 50_000, paid: 0 },
  { installment: 2, dueDate: "2026-03-02", amount: 50_000.5, paid: 0 },
];
const running = { schedule, disbursedAt: "2026-01-01T10:00:00.000Z", status: "ACTIVE" as const };

function moved(...moves: [Statement["entries"][number]["kind"], string, number][]): Pick<Statement, "entries"> {
  const none = { source: null, orderId: null, orderAmount: null, reverses: null, reversedAmount: 0 };
  return {
    entries: moves.map(([kind, date, amount]) => {
      const at = `${date}T12:00:00.000Z`;
      return { ...none, id: `${kind} ${date}`, reference: "", kind, at, amount };
    }),
  };
}

test("what is paid back by the end of each day beside the plan, up to today", () => {
  const moves = moved(
    ["REFUND", "2026-01-20", 10],
    ["REVERSAL", "2026-01-13", 2_000.25],
    ["PAYMENT", "2026-01-10", 5_000],
    ["DEDUCTION", "2026-01-04", 7_000.5],
    ["DISBURSEMENT", "2026-01-01", 90_000],
  );
  const pace = repaymentPace(running, moves, "2026-02-01");
  const on = (date: string) => pace.find((point) => point.date === date);
  expect(pace[0]).toEqual({ date: "2026-01-01", planned: 0, paid: 0 });
  expect(on("2026-01-04")).toEqual({ date: "2026-01-04", planned: 0, paid: 700_050 });
  expect(on("2026-01-10")).toEqual({ date: "2026-01-10", planned: 0, paid: 1_200_050 });
  expect(on("2026-01-13")).toEqual({ date: "2026-01-13", planned: 0, paid: 1_000_025 });
  expect(on("2026-02-01")).toEqual({ date: "2026-02-01", planned: 5_000_000, paid: 999_025 });
  expect(on("2026-02-03")).toEqual({ date: "2026-02-03", planned: 5_000_000, paid: null });
  expect(pace.at(-1)).toEqual({ date: "2026-03-02", planned: 10_000_050, paid: null });
});

test("a loan past its last due date goes on until today; one that has ended, until its last movement", () => {
  const late = repaymentPace(running, moved(["DISBURSEMENT", "2026-01-01", 90_000]), "2026-04-05");
  expect(late.at(-1)).toEqual({ date: "2026-04-05", planned: 10_000_050, paid: 0 });
  const repaid = { ...running, status: "REPAID" as const };
  const early = repaymentPace(repaid, moved(["DEDUCTION", "2026-01-15", 100_000.5]), "2026-04-05");
  expect(early.at(-1)).toEqual({ date: "2026-01-15", planned: 0, paid: 10_000_050 });
});

test("however long it runs there are few days, in order, each once", () => {
  const last = { installment: 1, dueDate: "2027-12-22", amount: 1, paid: 0 };
  const dates = repaymentPace({ ...running, schedule: [last] }, moved(), "2026-07-01").map(({ date }) => date);
  expect(dates.length).toBeLessThan(30);
  expect(dates).toEqual([...new Set(dates)].sort());
  expect(repaymentPace({ ...running, disbursedAt: null }, moved(), "2026-07-01")).toEqual([]);
});
