import { type Bank, banks } from "@/lib/terms/banks";
import { type ListedBank, paystackCode } from "./banks";

/** What can be done at a bank over Paystack. `null`: it does not say. */
export type BankAbility = { listed: boolean; transfers: boolean | null; directDebit: boolean | null };

/** To be said when the bank is chosen. */
export function abilityAt(ours: string, list: readonly ListedBank[]): BankAbility {
  const listed = listedAs(ours, list);
  if (!listed?.active) return { listed: false, transfers: false, directDebit: false };
  return { listed: true, transfers: listed.transfers, directDebit: listed.directDebit };
}

/**
 * NOT_LISTED: nothing can be paid there. INACTIVE and NO_TRANSFERS: nothing now. NAMED_OTHERWISE: no word of the two
 * names is the same; the code may have become another bank's.
 */
export type BankDifference = {
  code: string;
  name: string;
  problem: "NOT_LISTED" | "INACTIVE" | "NO_TRANSFERS" | "NAMED_OTHERWISE";
  theirs: { code: string; name: string } | null;
};

/** @property unknown banks that Paystack lists and we do not have */
export type BankCheck = { agreeing: number; differences: BankDifference[]; unknown: ListedBank[] };

/** Compares our list of banks with Paystack's. */
export function checkBanks(list: readonly ListedBank[], ours: readonly Bank[] = banks): BankCheck {
  const differences = ours.flatMap((bank) => differenceOf(bank, list) ?? []);
  const used = new Set(ours.map(({ code }) => listedAs(code, list)));
  const unknown = list.filter((bank) => bank.active && !used.has(bank));
  return { agreeing: ours.length - differences.length, differences, unknown };
}

function listedAs(ours: string, list: readonly ListedBank[]): ListedBank | undefined {
  const code = paystackCode(ours, list);
  return list.find((bank) => bank.code === code);
}

function differenceOf(bank: Bank, list: readonly ListedBank[]): BankDifference | null {
  const listed = listedAs(bank.code, list);
  const theirs = listed ? { code: listed.code, name: listed.name } : null;
  const problem = problemOf(bank, listed);
  return problem && { code: bank.code, name: bank.name, problem, theirs };
}

function problemOf({ name, alsoCalled }: Bank, listed: ListedBank | undefined): BankDifference["problem"] | null {
  if (!listed) return "NOT_LISTED";
  if (!listed.active) return "INACTIVE";
  if (listed.transfers === false) return "NO_TRANSFERS";
  const known = new Set([name, ...alsoCalled].flatMap(wordsOf));
  return wordsOf(listed.name).some((word) => known.has(word)) ? null : "NAMED_OTHERWISE";
}

/** What many banks are called says nothing of one. */
const common = new Set(
  "bank banks limited ltd plc nigeria of the for microfinance mfb mortgage merchant payment service psb".split(" "),
);

function wordsOf(name: string): string[] {
  const words = name.toLowerCase().split(/[^a-z0-9]+/);
  // "TAJBank" and "TAJ Bank" are the same.
  return [...words, words.join("").replace(/bank$/, "")].map(stem).filter((word) => word !== "" && !common.has(word));
}

const stem = (word: string) => (word.length > 4 ? word.replace(/bank$/, "") : word);
