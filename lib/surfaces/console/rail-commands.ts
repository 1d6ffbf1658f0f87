import { fromKobo, nairaText } from "@/lib/kernel/money";
import { proposeRail, proposeRailEnd } from "@/lib/lending/proposals/propose-rail";
import { readLender } from "@/lib/parties/lenders/list-lenders";
import { listBanksOver } from "@/lib/parties/lenders/rails/open-rail";
import { findActiveRail } from "@/lib/parties/lenders/rails/queries";
import { type LenderAnswer, type RailBody, railBody } from "@/lib/parties/lenders/schema";
import { checkBanks } from "@/lib/platform/providers/paystack/check-banks";
import { railKinds } from "@/lib/terms/rails";
import { type Command, type Context, option, reasonIn, requireOperator, UsageError, word } from "./command";
import { listWaitingDebits, listWaitingPayouts, type WaitingPayout } from "./queries";

export const railCommands: Record<string, Command> = {
  "rail show": {
    words: ["LENDER"],
    about: "over which account a lender's money moves",
    prepare: async (context) => {
      requireOperator(context, "view");
      return {
        lines: describeRail(await readLender(word(context, 0, "The lender's id"), context.realNow)),
        perform: null,
      };
    },
  },
  "rail set": {
    words: ["LENDER", "KIND"],
    options: { account: "ACCOUNT", "day-limit": "NAIRA", columns: "FILE", reason: "WHY" },
    about: `proposes a provider's account (PAYSTACK), whose key it asks for and tries, or the lender's own (BY_HAND)`,
    proof: true,
    prepare: async (context) => {
      const operator = requireOperator(context);
      const reason = reasonIn(context);
      const lender = await readLender(word(context, 0, "The lender's id"), context.realNow);
      const kind = railKinds.find((one) => one === word(context, 1, "The provider").toUpperCase());
      if (!kind) throw new UsageError(`The provider is one of ${railKinds.join(", ")}.`);
      const input = kind === "BY_HAND" ? byHandIn(context, reason) : { kind, secretKey: await askKey(context), reason };
      const how = kind === "BY_HAND" ? "Propose that it pays by hand" : "Try the key, and propose its account";
      return {
        lines: [...describeRail(lender), `${how}: ${reason}`],
        perform: async (realNow) => {
          const proposal = await proposeRail({ operator, lenderId: lender.id, input, realNow });
          const { integration, keyEnd } = proposal.input;
          const account = keyEnd ? `account ${integration}, key ending ${keyEnd}` : `account ${integration}`;
          return `Proposed as ${proposal.id} (${account}): another operator decides until ${proposal.expiresAt}.`;
        },
      };
    },
  },
  "rail check": {
    words: ["LENDER"],
    about: "compares the banks that merchants choose from with those of the lender's provider",
    prepare: async (context) => {
      requireOperator(context, "view");
      const rail = await findActiveRail(word(context, 0, "The lender's id"));
      if (!rail) throw new UsageError("The lender has no rail.");
      const listed = await listBanksOver(rail.id);
      if (!listed) throw new UsageError("The provider does not answer with its banks. Try again.");
      return { lines: describeBanks(checkBanks(listed)), perform: null };
    },
  },
  "rail waiting": {
    words: [],
    about: "payouts and debits that are under way over a rail, the longest first, and what each waits for",
    prepare: async (context) => {
      requireOperator(context, "view");
      const debits = (await listWaitingDebits()).map((debit) => describeWaiting({ ...debit, waitsFor: null }, "debit"));
      const lines = [...(await listWaitingPayouts()).map((payout) => describeWaiting(payout, "payout")), ...debits];
      return { lines: lines.length > 0 ? lines : ["Nothing is under way."], perform: null };
    },
  },
  "rail end": {
    words: ["LENDER"],
    options: { reason: "WHY" },
    about: "proposes that a lender's money moves no more",
    proof: true,
    prepare: async (context) => {
      const operator = requireOperator(context);
      const reason = reasonIn(context);
      const lender = await readLender(word(context, 0, "The lender's id"), context.realNow);
      return {
        lines: [...describeRail(lender), `Propose that nothing new goes over it: ${reason}`],
        perform: async (realNow) => {
          const proposal = await proposeRailEnd({ operator, lenderId: lender.id, input: { reason }, realNow });
          return `Proposed as ${proposal.id}: another operator decides until ${proposal.expiresAt}.`;
        },
      };
    },
  },
};

async function askKey(context: Context): Promise<string> {
  const secretKey = (await context.askSecret("Secret key: ")).trim();
  if (!secretKey) throw new UsageError("The key is missing.");
  return secretKey;
}

function byHandIn(context: Context, reason: string): RailBody {
  const { columns, "day-limit": dayLimit } = context.options;
  const raw = {
    ...{ kind: "BY_HAND", accountId: option(context, "account"), reason },
    ...(dayLimit === undefined ? {} : { dayLimit: Number(dayLimit) }),
    ...(columns === undefined ? {} : { columns: context.readJson(columns) }),
  };
  const parsed = railBody.safeParse(raw);
  if (parsed.success) return parsed.data;
  throw new UsageError(parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}.`).join(" "));
}

function describeBanks({ agreeing, differences, unknown }: ReturnType<typeof checkBanks>): string[] {
  const problems = differences.map(({ code, name, problem, theirs }) => {
    return `${problem.padEnd(16)}${code}  ${name}${theirs ? `, there ${theirs.name} (${theirs.code})` : ""}`;
  });
  return [
    `${agreeing} banks agree, ${differences.length} do not, and ${unknown.length} of theirs we do not know.`,
    ...problems,
  ];
}

function describeWaiting(waiting: WaitingPayout, what: "payout" | "debit"): string {
  const { reference, createdAt, amount, waitsFor, because, loan } = waiting;
  const why = because ? `: ${because}` : "";
  const order = `${nairaText(fromKobo(amount))} of ${loan}, ordered ${createdAt.toISOString()} as ${reference}`;
  return `${what.padEnd(7)} ${(waitsFor ?? "").padEnd(9)}${order}${why}`;
}

function describeRail({ name, environment, rail }: LenderAnswer): string[] {
  const none = environment === "test" ? "the sandbox's bank" : "none: it makes no offers";
  const key = rail?.keyEnd ? `key ending ${rail.keyEnd}, ` : "";
  const shown = rail && `${rail.kind}, account ${rail.integration}, ${key}since ${rail.since}`;
  return [`Lender       ${name}, ${environment}`, `Rail         ${shown ?? none}`];
}
