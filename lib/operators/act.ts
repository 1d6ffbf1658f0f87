import type { Operator, Tenant } from "@/lib/actor";
import { readClockAhead } from "@/lib/marketplaces/queries";
import { type BusinessTime, businessTime, type RealTime } from "@/lib/time";

/** What an act is given: who acts, the words after its name, its options, and a way to read files. */
export type Given = {
  /** Null only for the first operator, who is about to be added. */
  operator: Operator | null;
  words: readonly string[];
  options: Readonly<Record<string, string | undefined>>;
  readJson: (file: string) => unknown;
  realNow: RealTime;
};

/** What an act is about, in lines to show, and what it does once confirmed; null where it only shows. */
export type Prepared = { lines: string[]; perform: (() => Promise<string>) | null };

export type Act = {
  /** What follows the act's name. */
  usage: string;
  about: string;
  prepare: (given: Given) => Promise<Prepared>;
};

/** What the person at the terminal has to mend: shown as it is. */
export class Misuse extends Error {
  override readonly name = "Misuse";
}

/** A word of the command line. @throws Misuse when it is missing */
export function word({ words }: Given, position: number, what: string): string {
  const found = words[position]?.trim();
  if (!found) throw new Misuse(`${what} is missing.`);
  return found;
}

/** An option of the command line. @throws Misuse when it is missing */
export function option({ options }: Given, name: string): string {
  const found = options[name]?.trim();
  if (!found) throw new Misuse(`--${name} is missing.`);
  return found;
}

/** @throws Misuse before anybody has been named with --as */
export function requireOperator({ operator }: Given): Operator {
  if (!operator) throw new Misuse("Say who acts: --as EMAIL, or OPERATOR in the environment.");
  return operator;
}

export async function businessNow(tenant: Tenant, realNow: RealTime): Promise<BusinessTime> {
  return businessTime(realNow, await readClockAhead(tenant));
}
