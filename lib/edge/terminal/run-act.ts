import { isDeepStrictEqual } from "node:util";
import type { OperatorUser } from "@/lib/kernel/actor";
import { now } from "@/lib/kernel/clock";
import { CodedError } from "@/lib/kernel/errors";
import { findOperator, findSignIn } from "@/lib/parties/people/queries";
import { type Act, type Given, Misuse, refuseSurplus, usageOf } from "@/lib/surfaces/console/act";
import { breakActs } from "@/lib/surfaces/console/break-acts";
import { collectionActs } from "@/lib/surfaces/console/collection-acts";
import { documentActs } from "@/lib/surfaces/console/document-act";
import { findingActs } from "@/lib/surfaces/console/finding-acts";
import { kycActs } from "@/lib/surfaces/console/kyc-acts";
import { lenderActs } from "@/lib/surfaces/console/lender-acts";
import { loanActs } from "@/lib/surfaces/console/loan-acts";
import { marketplaceActs } from "@/lib/surfaces/console/marketplace-acts";
import { operatorActs } from "@/lib/surfaces/console/operator-acts";
import { overpaidActs } from "@/lib/surfaces/console/overpaid-acts";
import { proposalActs } from "@/lib/surfaces/console/proposal-acts";
import { proveOperator } from "@/lib/surfaces/console/prove-operator";
import { servicingActs } from "@/lib/surfaces/console/servicing-acts";
import { userActs } from "@/lib/surfaces/console/user-acts";
import { workActs } from "./work-acts";

const acts: Record<string, Act> = {
  ...operatorActs,
  ...marketplaceActs,
  ...lenderActs,
  ...kycActs,
  ...documentActs,
  ...loanActs,
  ...servicingActs,
  ...proposalActs,
  ...collectionActs,
  ...breakActs,
  ...overpaidActs,
  ...findingActs,
  ...workActs,
  ...userActs,
};

/** What the terminal, or a test, gives and takes. */
export type Terminal = {
  words: readonly string[];
  options: Readonly<Record<string, string | undefined>>;
  /** Whether to go on, after the lines have been shown. */
  confirm: (question: string) => Promise<boolean>;
  askSecret: Given["askSecret"];
  print: (line: string) => void;
  readJson: (file: string) => unknown;
  writeFile: Given["writeFile"];
};

/** The acts, one line each. */
export function usage(): string[] {
  const named = Object.entries(acts).map(([name, act]) => [`${name} ${usageOf(act)}`.trim(), act.about] as const);
  return named.map(([call, about]) => `  ${call}\n      ${about}`);
}

/**
 * Runs one act for an operator: shows whom it concerns, asks, and does it through the verb that everybody else uses.
 * @returns whether it was done, or there was only something to show.
 * @throws Misuse, CodedError: for the person at the terminal
 */
export async function runAct(terminal: Terminal): Promise<boolean> {
  const { words, options } = terminal;
  const print = (line: string) => terminal.print(printable(line));
  const act = actNamed(words.slice(0, 2).join(" "));
  const { as, ...rest } = options;
  const said = { words: words.slice(2), options: rest };
  refuseSurplus(act, said);
  const operator = await operatorNamed(as);
  const given: Given = { ...terminal, ...said, realNow: now(), operator };
  const { lines, perform } = await act.prepare(given);
  for (const line of lines) print(line);
  if (!perform) return true;
  if (!(await terminal.confirm("Do this?"))) {
    print("Nothing was done.");
    return false;
  }
  // The first operator of all has nobody's password yet.
  if (act.proof && operator && as) await proveOperator({ email: as, ask: terminal.askSecret });
  // The question may have stood for hours.
  if (!isDeepStrictEqual(await operatorNamed(as), operator)) {
    throw new Misuse("The account has changed meanwhile. Nothing was done: look again.");
  }
  print(await perform(now()));
  return true;
}

/** @throws Misuse naming those that begin alike */
function actNamed(name: string): Act {
  const act = Object.hasOwn(acts, name) ? acts[name] : undefined;
  if (act) return act;
  const alike = Object.keys(acts).filter((other) => other.split(" ")[0] === name.split(" ")[0]);
  const instead = alike.length > 0 ? `There are: ${alike.join(", ")}.` : "Without an act you see them all.";
  throw new Misuse(`There is no act "${name}". ${instead}`);
}

/** Names come from strangers: what moves the cursor or turns the text around could show another one. */
function printable(line: string): string {
  return line.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, (hidden) => {
    return `\\u{${hidden.codePointAt(0)?.toString(16)}}`;
  });
}

async function operatorNamed(address: string | undefined): Promise<OperatorUser | null> {
  if (!address) return null;
  const known = await findSignIn("operator", address);
  const found = known && (await findOperator(known.user.id));
  if (!found) throw new CodedError("NOT_FOUND", `There is no operator ${address}. Add one: operator add EMAIL NAME.`);
  return { kind: "operatorUser", userId: found.id, role: found.role };
}
