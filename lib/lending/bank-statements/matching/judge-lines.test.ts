import { expect, test } from "vitest";
import { kobo } from "@/lib/kernel/money";
import { type JudgedLine, judgeLines } from "./judge-lines";

const rules = [
  { words: "fee", as: "FEE", atMost: 50_000 },
  { words: "stamp  duty (e.m.t.l)", as: "DUTY", atMost: 50 },
] as const;

/** What each of them is, or why it waits; of some the marketplace's room says that they are its own. */
function judged(lines: readonly (Partial<JudgedLine> & { naira: number })[], claimed: readonly number[] = []) {
  const read = lines.map(({ naira, ...line }) => ({
    ...{ reversal: false, bankReference: null, text: "", counterparty: null, candidates: [], ...line },
    amount: kobo(naira * 100),
  }));
  const verdicts = judgeLines(read, { orders: [], rules, claimed: new Set(claimed) });
  return verdicts.map(({ state, waitsBecause }) => waitsBecause ?? state);
}

test("a charge is what goes out under its words, whole: no credit is one, nor a word that contains them", () => {
  const lines = [
    { naira: -10, text: "NIP-FEE/123" },
    { naira: -50, text: "Stamp Duty\n(E.M.T.L) for July" },
    { naira: 45_000, text: "Fee: loan repayment" },
    { naira: -45_000, text: "Ada Coffee House" },
    { naira: -10, text: "FEE2" },
    { naira: -10, text: "fee", reversal: true },
    { naira: -50, text: "stamp duty (exmxtxl)" },
  ];
  expect(judged(lines)).toEqual(["FEE", "DUTY", "NO_ORDER", "NO_ORDER", "NO_ORDER", "NO_ORDER", "NO_ORDER"]);
});

test("a levy that repeats what a remittance says is a levy, and what goes back of a remittance is one", () => {
  const lines = [
    { naira: 900_000, text: "NIP/7k2m WEEK 47" },
    { naira: -50, text: "STAMP DUTY (E.M.T.L) NIP/7k2m WEEK 47" },
    { naira: -50, text: "NIP/7k2m returned" },
    { naira: -50, text: "NIP/7k2m fee", reversal: true },
  ];
  expect(judged(lines, [0, 1, 2, 3])).toEqual(["REMITTANCE", "DUTY", "REMITTANCE", "REMITTANCE"]);
});

test("several payments in one amount are nobody's, unless they are charges", () => {
  const lines = [
    { naira: 1_000_000, text: "NIP/7k2m", several: true },
    { naira: -10, text: "fee", several: true },
  ] as const;
  expect(judged(lines, [0])).toEqual(["SEVERAL_ORDERS", "FEE"]);
});
