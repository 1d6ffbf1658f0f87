import { expect, test } from "vitest";
import { merchantRecord } from "@/test/factories/merchant-record";
import { instant } from "@/test/time";
import { movedLine, withRecentMonths } from "./merchant-file.mjs";

const monthsOf = (now: string, months?: string[]) => {
  const history = months?.map((month) => ({ month, salesAmount: 1 }));
  const record = { ...merchantRecord(), monthlySalesHistory: history };
  const { merchants, moved } = withRecentMonths([record], instant(now));
  return { months: merchants[0]?.monthlySalesHistory?.map(({ month }) => month), moved };
};

test("months move together, so that the newest is the last complete one in Lagos", () => {
  const old = ["2018-03", "2018-04", "2018-05", "2018-06", "2018-07", "2018-08"];
  const recent = ["2026-08", "2026-09", "2026-10", "2026-11", "2026-12", "2027-01"];
  expect(monthsOf("2027-02-28T22:59:00Z", old)).toEqual({ months: recent, moved: 1 });
  expect(monthsOf("2027-01-31T23:00:00Z", old)).toEqual({ months: recent, moved: 1 });
  expect(monthsOf("2027-02-10T00:00:00Z", recent)).toEqual({ months: recent, moved: 0 });
});

test("what is no history, or none that can be read, stays as it came", () => {
  expect(monthsOf("2027-02-10T00:00:00Z")).toEqual({ months: undefined, moved: 0 });
  expect(monthsOf("2027-02-10T00:00:00Z", ["August"])).toEqual({ months: ["August"], moved: 0 });
  expect(movedLine(0)).toBe("");
  expect(movedLine(2)).toMatch(/^Months of 2 sales histories moved/);
});
