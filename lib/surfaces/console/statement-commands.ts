import { nairaText } from "@/lib/kernel/money";
import { importStatement } from "@/lib/lending/bank-statements/import-statement";
import { listWaiting } from "@/lib/lending/bank-statements/list-waiting";
import { listLines, requireLine } from "@/lib/lending/bank-statements/queries";
import {
  type BookLine,
  bookLineBody,
  type ImportAnswer,
  type StatementLineAnswer,
  statementFormatBody,
} from "@/lib/lending/bank-statements/schema";
import { toLineAnswer } from "@/lib/lending/bank-statements/serialize";
import { setStatementFormat } from "@/lib/lending/bank-statements/set-format";
import { bringStatement } from "@/lib/lending/proposals/bring-statement";
import { proposeLineBooking, proposeLineDismissal, proposeLinesDismissal } from "@/lib/lending/proposals/propose-line";
import { lineSources, lineStates } from "@/lib/terms/bank-statements/states";
import { type Command, type Context, reasonIn, requireOperator, UsageError, word } from "./command";

export const statementCommands: Record<string, Command> = {
  "statement waiting": {
    words: [],
    about: "every lender's accounts: the last day that was imported, and how many lines wait for people",
    prepare: async (context) => {
      requireOperator(context, "view");
      const lines = (await listWaiting()).map(({ lender, lenderId, accountId, lastFour, state, lastDay, waiting }) => {
        const on = (lastDay ?? "no statement").padEnd(13);
        return `${on} ${String(waiting ?? 0).padStart(4)} wait  ${lender} …${lastFour} ${state}  ${lenderId} ${accountId}`;
      });
      return { lines: lines.length > 0 ? lines : ["No lender has an account."], perform: null };
    },
  },
  "statement format": {
    words: ["LENDER", "ACCOUNT", "FILE"],
    about: "says by a JSON file how the statements of a lender's account are read: format, columns, rules",
    proof: true,
    prepare: async (context) => {
      const operator = requireOperator(context, "pay");
      const account = accountIn(context);
      const parsed = statementFormatBody.safeParse(context.readJson(word(context, 2, "The file")));
      if (!parsed.success) throw new UsageError(problemsOf(parsed.error.issues));
      const { format, rules } = parsed.data;
      return {
        lines: [`Read the account's statements as ${format}, with ${rules.length} rules`],
        perform: async (realNow) => {
          const { after } = await setStatementFormat({ operator, ...account, input: parsed.data, realNow });
          return `Set.${after ? ` Only lines booked after ${after} are taken.` : ""}`;
        },
      };
    },
  },
  "statement preview": {
    words: ["LENDER", "ACCOUNT", "FILE"],
    about: "what would come of a statement; nothing is stored",
    prepare: async (context) => ({ lines: describeImport(await previewOf(context)), perform: null }),
  },
  "statement import": {
    words: ["LENDER", "ACCOUNT", "FILE"],
    about: "previews a statement, and imports exactly that, or proposes it where a line names an order or a remittance",
    proof: true,
    prepare: async (context) => {
      const operator = requireOperator(context, "pay");
      const content = contentOf(context);
      const shown = await previewOf(context);
      return {
        lines: describeImport(shown),
        perform: async (realNow) => {
          const input = { content, digest: shown.digest };
          const done = await bringStatement({ operator, ...accountIn(context), input, realNow });
          if (done.proposal) return proposed(done.proposal);
          return `Imported: ${done.statement.new} new lines, ${done.statement.known} known before.`;
        },
      };
    },
  },
  "statement lines": {
    words: ["LENDER", "ACCOUNT", "STATE"],
    about: `the newest 100 lines of an account in a state (${lineStates.join(", ")})`,
    prepare: async (context) => {
      requireOperator(context, "view");
      const state = lineStates.find((one) => one === word(context, 2, "The state").toUpperCase());
      if (!state) throw new UsageError(`The state is one of ${lineStates.join(", ")}.`);
      const { data, hasMore } = await listLines({ ...accountIn(context), state, limit: 100 });
      const lines = data.length > 0 ? data.map(describeLine) : ["There is none."];
      return { lines: hasMore ? [...lines, "There are more."] : lines, perform: null };
    },
  },
  "statement book": {
    words: ["LENDER", "ACCOUNT", "LINE", "LOAN", "HOW"],
    options: { reason: "WHY" },
    about: `proposes to book a credit to a loan (${lineSources.join(" or ")})`,
    proof: true,
    prepare: async (context) => {
      const operator = requireOperator(context, "pay");
      const reason = reasonIn(context);
      const given = { loanId: word(context, 3, "The loan's id"), as: word(context, 4, "How").toUpperCase(), reason };
      const parsed = bookLineBody.safeParse(given);
      if (!parsed.success) throw new UsageError(problemsOf(parsed.error.issues));
      const input: BookLine = parsed.data;
      const line = await lineIn(context);
      return {
        lines: [describeLine(line), `Propose to book it to ${input.loanId} as ${input.as}: ${reason}`],
        perform: async (realNow) => {
          const at = { operator, ...accountIn(context), lineId: line.id, realNow };
          return proposed(await proposeLineBooking({ ...at, input }));
        },
      };
    },
  },
  "statement dismiss": {
    words: ["LENDER", "ACCOUNT", "LINE..."],
    options: { reason: "WHY" },
    about:
      "proposes to put away a line that waits, or was paid twice, or several that name nothing of ours: all of them or none",
    proof: true,
    prepare: async (context) => {
      const operator = requireOperator(context, "pay");
      const reason = reasonIn(context);
      const at = accountIn(context);
      const first = await lineIn(context);
      const lineIds = [...new Set(context.words.slice(2))];
      const lines = [first];
      for (const lineId of lineIds.slice(1)) lines.push(toLineAnswer(await requireLine({ ...at, lineId })));
      return {
        lines: [...lines.map(describeLine), `Propose to dismiss ${lines.length === 1 ? "it" : "them"}: ${reason}`],
        perform: async (realNow) => {
          const by = { operator, ...at, realNow };
          const [lineId = "", ...others] = lineIds;
          if (others.length > 0) return proposed(await proposeLinesDismissal({ ...by, input: { lineIds, reason } }));
          return proposed(await proposeLineDismissal({ ...by, lineId, input: { reason } }));
        },
      };
    },
  },
};

function accountIn(context: Context): { lenderId: string; accountId: string } {
  return { lenderId: word(context, 0, "The lender's id"), accountId: word(context, 1, "The account's id") };
}

async function lineIn(context: Context): Promise<StatementLineAnswer> {
  const lineId = word(context, 2, "The line's id");
  return toLineAnswer(await requireLine({ ...accountIn(context), lineId }));
}

function contentOf(context: Context): string {
  return Buffer.from(context.readBytes(word(context, 2, "The file"))).toString("base64");
}

function previewOf(context: Context): Promise<ImportAnswer> {
  const operator = requireOperator(context, "pay");
  const input = { content: contentOf(context), preview: true };
  return importStatement({ operator, ...accountIn(context), input, realNow: context.realNow });
}

function describeImport(shown: ImportAnswer): string[] {
  const { statements, known, states, decided, books, naming, gaps, lines, waited } = shown;
  const balance = (naira: number | null) => (naira === null ? "not said" : nairaText(naira));
  return [
    ...statements.map(({ from, to, opening, closing, lines: count, pending }) => {
      const moved = `${count} lines${pending > 0 ? ` and ${pending} pending, left out` : ""}`;
      return `${from} to ${to}  ${moved}, opening ${balance(opening)}, closing ${balance(closing)}`;
    }),
    `${shown.new} new, ${known} known before, ${decided} that waited are known now`,
    `Books: ${books.confirmed} confirmed, ${books.cameBack} came back, ${books.remittances} remittances`,
    `${naming} lines name an order or a remittance${naming > 0 ? ": it takes two" : ""}`,
    ...Object.entries(states).map(([state, count]) => `${state.padEnd(11)}${count}`),
    ...gaps.map(({ from, to }) => `No statement has the days ${from} to ${to}.`),
    ...lines.map((line) => describe({ ...line, name: line.order ?? "" })),
    ...waited.map((line) => `Waited, by ${line.importedBy.name}: ${describe({ ...line, name: line.order ?? "" })}`),
  ];
}

function describeLine(line: StatementLineAnswer): string {
  const { id, counterparty, text, ...more } = line;
  return describe({ ...more, name: id, text: [counterparty, text].filter(Boolean).join(": ") });
}

type Described = Pick<StatementLineAnswer, "valueDate" | "amount" | "state" | "waitsBecause" | "text"> & {
  name: string;
};

function describe({ valueDate, amount, state, waitsBecause, text, name }: Described): string {
  const what = waitsBecause ? `${state} (${waitsBecause})` : state;
  return `${valueDate}  ${nairaText(amount).padStart(16)}  ${what.padEnd(24)} ${name} ${text.slice(0, 60)}`.trimEnd();
}

function problemsOf(issues: readonly { path: PropertyKey[]; message: string }[]): string {
  return issues.map(({ path, message }) => `${path.join(".")}: ${message}.`).join(" ");
}

function proposed({ id, expiresAt }: { id: string; expiresAt: string }): string {
  return `Proposed as ${id}: another operator decides until ${expiresAt}.`;
}
