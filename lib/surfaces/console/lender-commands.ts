import { transaction } from "@/db/client";
import { nairaText } from "@/lib/kernel/money";
import { fieldErrors } from "@/lib/kernel/validation";
import { addLender } from "@/lib/parties/lenders/add-lender";
import { changeLender } from "@/lib/parties/lenders/change-lender";
import { readLender } from "@/lib/parties/lenders/list-lenders";
import { pauseLender, resumeLender } from "@/lib/parties/lenders/pause-lender";
import { tableOf } from "@/lib/parties/lenders/save-products";
import { type LenderInput, lenderInput } from "@/lib/parties/lenders/schema";
import { archiveLender } from "@/lib/surfaces/console/parties/archive-lender";
import { lentTiers } from "@/lib/terms/lender-limits";
import { type Command, type Context, reasonIn, requireOperator, UsageError, word } from "./command";
import { describeLender, fileOf, lenderOf } from "./describe-lender";
import { findLenderSubject, listLenders } from "./queries";

export const lenderCommands: Record<string, Command> = {
  "lender list": {
    words: [],
    about: "every lender, by environment",
    prepare: async () => {
      const found = await listLenders();
      const lines = found.map(
        ({ id, name, environment, pausedAt }) => `${environment}  ${name} (${id})${pausedAt ? ", paused" : ""}`,
      );
      return { lines, perform: null };
    },
  },
  "lender show": {
    words: ["LENDER"],
    about: "a lender as a file for `lender change`",
    prepare: async (context) => {
      const lender = await findLenderSubject(word(context, 0, "The lender's id"));
      const file = fileOf(lender);
      if (file) return { lines: JSON.stringify(file, null, 2).split("\n"), perform: null };
      const why = "No file says this: a file has the same products for every tenor. Write one to replace them all.";
      return { lines: [...describeLender(lender), why], perform: null };
    },
  },
  "lender create": {
    words: ["FILE"],
    about: "a new lender, described by a file as `lender show` prints one",
    prepare: async (context) => {
      const operator = requireOperator(context);
      const input = lenderIn(context, 0);
      const { name, environment } = input;
      const alike = (await listLenders()).filter((one) => one.name === name && one.environment === environment);
      const twice = alike.map(({ id }) => `${id} has this name already: \`lender change\` changes it.`);
      return {
        lines: [...describeLender(lenderOf(input)), ...twice, "Add this lender"],
        perform: async (realNow) => `Added ${await addLender({ operator, input: tableOf(input), realNow })}.`,
      };
    },
  },
  "lender change": {
    words: ["LENDER", "FILE"],
    about: "other limits and products from the next decision on",
    prepare: async (context) => {
      const operator = requireOperator(context);
      const lender = await findLenderSubject(word(context, 0, "The lender's id"));
      const { id: lenderId } = lender;
      const input = lenderIn(context, 1);
      const from = describeLender(lender);
      return {
        lines: [`From (${lenderId})`, ...from, "To", ...describeLender(lenderOf(input, lender)), "Change this lender"],
        perform: (realNow) =>
          transaction(async () => {
            const found = describeLender(await findLenderSubject(lenderId, { lock: true }));
            if (found.join("\n") !== from.join("\n")) {
              throw new UsageError(
                "Somebody else has changed this lender since it was shown. Nothing was done: look again.",
              );
            }
            await changeLender({ operator, lenderId, input: tableOf(input), realNow });
            return "Changed. Loans and open offers keep their terms.";
          }),
      };
    },
  },
  "lender usage": {
    words: ["LENDER"],
    about: "what of a lender's limits its offers and loans take up",
    prepare: async (context) => {
      const { limits, used } = await readLender(word(context, 0, "The lender's id"), context.realNow);
      const line = (what: string, most: number | null, taken: number) =>
        `${what.padEnd(36)} ${nairaText(taken)}${most === null ? "" : ` of ${nairaText(most)}`}`;
      const shops = used.perMarketplace.map(({ marketplaceId, amount }) =>
        line(marketplaceId, limits.perMarketplace, amount),
      );
      const tiers = lentTiers.map((tier) => line(`Tier ${tier}`, limits.perTier[tier], used.perTier[tier]));
      const month = line("This month", limits.perMonth, used.perMonth);
      return { lines: [line("In all", limits.facility, used.facility), month, ...tiers, ...shops], perform: null };
    },
  },
  "lender pause": turn("it makes no new offers; those it has made stand", "Pause this lender", pauseLender, "Paused."),
  "lender resume": turn("it lends again", "Let this lender lend again", resumeLender, "It lends again."),
  "lender archive": {
    words: ["LENDER"],
    about: "it lends no more; refused while money of it is left to move",
    prepare: async (context) => {
      const operator = requireOperator(context);
      const lender = await findLenderSubject(word(context, 0, "The lender's id"));
      return {
        lines: [...describeLender(lender), "Archive this lender"],
        perform: async (realNow) => {
          await archiveLender({ operator, lenderId: lender.id, realNow });
          return "Archived.";
        },
      };
    },
  },
};

function turn(about: string, question: string, verb: typeof pauseLender, done: string): Command {
  return {
    words: ["LENDER"],
    options: { reason: "WHY" },
    about,
    prepare: async (context) => {
      const operator = requireOperator(context);
      const reason = reasonIn(context);
      const lender = await findLenderSubject(word(context, 0, "The lender's id"));
      return {
        lines: [...describeLender(lender), `Reason: ${reason}`, question],
        perform: async (realNow) => {
          await verb({ operator, lenderId: lender.id, reason, realNow });
          return done;
        },
      };
    },
  };
}

/** @throws UsageError naming every wrong field of the file */
function lenderIn(context: Context, position: number): LenderInput {
  const raw = context.readJson(word(context, position, "The file"));
  const parsed = lenderInput.safeParse(raw);
  if (parsed.success) return parsed.data;
  const wrong = fieldErrors(parsed.error, raw, "lender").map(({ field, error }) => `${field}: ${error}`);
  throw new UsageError(["The lender is not valid.", ...wrong].join("\n"));
}
