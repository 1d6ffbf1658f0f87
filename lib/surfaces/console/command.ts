import type { OperatorUser } from "@/lib/kernel/actor";
import { CodedError } from "@/lib/kernel/errors";
import type { RealTime } from "@/lib/kernel/time";
import { text } from "@/lib/kernel/validation";
import { type OperatorPermission, requireOperatorPermission } from "@/lib/terms/users/roles";

/** What a command is given: who acts and when, words and options, and ways to read and write files. */
export type Context = {
  /** Null only for the first operator, who is about to be added. */
  operator: OperatorUser | null;
  realNow: RealTime;
  words: readonly string[];
  options: Readonly<Record<string, string | undefined>>;
  /** What is typed, or written to it, and never shown. */
  askSecret: (question: string) => Promise<string>;
  readJson: (file: string) => unknown;
  readBytes: (file: string) => Uint8Array;
  /** Writes a file that is not there yet, whole or not at all, and answers its path. */
  writeFile: (file: string, content: AsyncIterable<Uint8Array>) => Promise<string>;
};

/** In lines what a command is about, and what it does once confirmed, maybe much later; null: it only shows. */
export type Plan = { lines: string[]; perform: ((realNow: RealTime) => Promise<string>) | null };

export type Command = {
  /** The words that follow the command's name; one that ends in dots stands for any number. */
  words: readonly string[];
  /** The options it takes, each with a word for its value. */
  options?: Readonly<Record<string, string>>;
  about: string;
  /**
   * Whether the operator's own password is asked for first, whatever else confirms it: others rely on who acts
   * (docs/proposals.md#at-the-terminal).
   */
  proof?: boolean;
  prepare: (context: Context) => Promise<Plan>;
};

/** What the person at the terminal has to mend: shown as it is. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** A word of the command line, which must not be missing. */
export function word({ words }: Context, position: number, what: string): string {
  const found = words[position]?.trim();
  if (!found) throw new UsageError(`${what} is missing.`);
  return found;
}

/** An option of the command line, which must not be missing. */
export function option({ options }: Context, name: string): string {
  const found = options[name]?.trim();
  if (!found) throw new UsageError(`--${name} is missing.`);
  return found;
}

/** Why something is refused, as long as the API takes it too. */
export function reasonIn(context: Context): string {
  const parsed = text(500).safeParse(option(context, "reason"));
  if (!parsed.success) throw new UsageError(`--reason: ${parsed.error.issues[0]?.message}.`);
  return parsed.data;
}

/** @throws UsageError where nobody was named with --as, and for a role that does not allow the command */
export function requireOperator({ operator }: Context, permission: OperatorPermission = "manage"): OperatorUser {
  if (!operator) throw new UsageError("Say who acts: --as EMAIL, or OPERATOR in the environment.");
  try {
    requireOperatorPermission(operator.role, permission);
  } catch (error) {
    throw error instanceof CodedError ? new UsageError(error.message) : error;
  }
  return operator;
}

/** What follows a command's name, as its usage shows it. */
export function usageOf({ words, options = {} }: Command): string {
  return [...words, ...Object.entries(options).map(([name, value]) => `--${name} ${value}`)].join(" ");
}

/** A second id, or another command's reason, would be passed over in silence: it is a mistake. */
export function refuseSurplus(command: Command, { words, options }: Pick<Context, "words" | "options">): void {
  const endless = command.words.at(-1)?.endsWith("...");
  const extra = endless ? undefined : words[command.words.length];
  if (extra !== undefined)
    throw new UsageError(`"${extra}" is too much: this command takes ${usageOf(command) || "nothing more"}.`);
  const foreign = Object.keys(options).find(
    (name) => options[name] !== undefined && !(name in (command.options ?? {})),
  );
  if (foreign) throw new UsageError(`This command takes no --${foreign}.`);
}
