import { isDeepStrictEqual } from "node:util";
import { takeTime } from "@/db/statement-limit";
import type { OperatorUser } from "@/lib/kernel/actor";
import { now } from "@/lib/kernel/clock";
import { CodedError } from "@/lib/kernel/errors";
import { findOperator, findSignIn } from "@/lib/parties/people/queries";
import { requireMarks } from "@/lib/platform/keys/check-keys";
import { accountCommands } from "@/lib/surfaces/console/account-commands";
import { batchCommands } from "@/lib/surfaces/console/batch-commands";
import { breakCommands } from "@/lib/surfaces/console/break-commands";
import { byHandCommands } from "@/lib/surfaces/console/by-hand-commands";
import { collectionCommands } from "@/lib/surfaces/console/collection-commands";
import { type Command, type Context, refuseSurplus, UsageError, usageOf } from "@/lib/surfaces/console/command";
import { documentCommands } from "@/lib/surfaces/console/document-commands";
import { findingCommands } from "@/lib/surfaces/console/finding-commands";
import { kycCommands } from "@/lib/surfaces/console/kyc-commands";
import { lenderCommands } from "@/lib/surfaces/console/lender-commands";
import { loanCommands } from "@/lib/surfaces/console/loan-commands";
import { complaintCommands } from "@/lib/surfaces/console/loans/complaint-commands";
import { contactCommands } from "@/lib/surfaces/console/loans/contact-commands";
import { marketplaceCommands } from "@/lib/surfaces/console/marketplace-commands";
import { operatorCommands } from "@/lib/surfaces/console/operator-commands";
import { overpaidCommands } from "@/lib/surfaces/console/overpaid-commands";
import { proposalCommands } from "@/lib/surfaces/console/proposal-commands";
import { proveOperator } from "@/lib/surfaces/console/prove-operator";
import { railCommands } from "@/lib/surfaces/console/rail-commands";
import { remittanceCommands } from "@/lib/surfaces/console/remittance-commands";
import { servicingCommands } from "@/lib/surfaces/console/servicing-commands";
import { statementCommands } from "@/lib/surfaces/console/statement-commands";
import { storageCommands } from "@/lib/surfaces/console/storage-commands";
import { userCommands } from "@/lib/surfaces/console/user-commands";
import { workCommands } from "./work-commands";

const commands: Record<string, Command> = {
  ...operatorCommands,
  ...marketplaceCommands,
  ...lenderCommands,
  ...railCommands,
  ...accountCommands,
  ...remittanceCommands,
  ...statementCommands,
  ...batchCommands,
  ...byHandCommands,
  ...kycCommands,
  ...documentCommands,
  ...loanCommands,
  ...servicingCommands,
  ...proposalCommands,
  ...collectionCommands,
  ...breakCommands,
  ...complaintCommands,
  ...contactCommands,
  ...overpaidCommands,
  ...findingCommands,
  ...workCommands,
  ...userCommands,
  ...storageCommands,
};

export type Terminal = {
  words: readonly string[];
  options: Readonly<Record<string, string | undefined>>;
  /** Whether to go on, after the lines have been shown. */
  confirm: (question: string) => Promise<boolean>;
  askSecret: Context["askSecret"];
  print: (line: string) => void;
  readJson: Context["readJson"];
  readBytes: Context["readBytes"];
  writeFile: Context["writeFile"];
};

/** The options of all commands. */
export function optionNames(): string[] {
  return [...new Set(Object.values(commands).flatMap(({ options = {} }) => Object.keys(options)))];
}

/** The commands, one line each. */
export function usage(): string[] {
  const named = Object.entries(commands).map(
    ([name, command]) => [`${name} ${usageOf(command)}`.trim(), command.about] as const,
  );
  return named.map(([call, about]) => `  ${call}\n      ${about}`);
}

/**
 * Runs one command for an operator: shows whom it concerns, asks, and does it through the verb that everybody else
 * uses.
 * @returns whether it was done, or there was only something to show.
 * @throws UsageError, CodedError, WrongKeys: for the person at the terminal
 */
export async function runCommand(terminal: Terminal): Promise<boolean> {
  takeTime();
  await requireMarks();
  const { words, options } = terminal;
  const print = (line: string) => terminal.print(printable(line));
  const command = commandNamed(words.slice(0, 2).join(" "));
  const { as, ...rest } = options;
  const said = { words: words.slice(2), options: rest };
  refuseSurplus(command, said);
  const operator = await operatorNamed(as);
  const context: Context = { ...terminal, ...said, realNow: now(), operator };
  const { lines, perform } = await command.prepare(context);
  for (const line of lines) print(line);
  if (!perform) return true;
  if (!(await terminal.confirm("Do this?"))) {
    print("Nothing was done.");
    return false;
  }
  // The first operator of all has nobody's password yet.
  if (command.proof && operator && as) await proveOperator({ email: as, ask: terminal.askSecret });
  // The question may have stood for hours.
  await requireMarks();
  if (!isDeepStrictEqual(await operatorNamed(as), operator)) {
    throw new UsageError("The account has changed meanwhile. Nothing was done: look again.");
  }
  print(await perform(now()));
  return true;
}

/** @throws UsageError naming those that begin alike */
function commandNamed(name: string): Command {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command) return command;
  const alike = Object.keys(commands).filter((other) => other.split(" ")[0] === name.split(" ")[0]);
  const instead = alike.length > 0 ? `There are: ${alike.join(", ")}.` : "Without a command you see them all.";
  throw new UsageError(`There is no command "${name}". ${instead}`);
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
