import { nairaText } from "@/lib/kernel/money";
import { businessTime } from "@/lib/kernel/time";
import { proposeRemittance } from "@/lib/lending/proposals/propose-remittance";
import { closeRemittanceBreak, listRemittanceBreaks } from "@/lib/lending/remittances/breaks";
import { listRemittancesTo } from "@/lib/lending/remittances/list-remittances";
import { findRemitter } from "@/lib/lending/remittances/queries";
import {
  closeRemittanceBreakBody,
  type RemittanceAnswer,
  type RemittanceBreakAnswer,
  remittanceReceivedBody,
} from "@/lib/lending/remittances/schema";
import { type Command, option, reasonIn, requireOperator, UsageError, word } from "./command";

export const remittanceCommands: Record<string, Command> = {
  "remittance list": {
    words: ["LENDER"],
    about: "what marketplaces owe a lender of what they have deducted, and what has come",
    prepare: async (context) => {
      requireOperator(context, "view");
      const lenderId = word(context, 0, "The lender's id");
      const found = await listRemittancesTo(lenderId, businessTime(context.realNow, 0));
      const lines = found.flatMap(describeRemittance);
      return { lines: lines.length > 0 ? lines : ["Nothing has been deducted for it."], perform: null };
    },
  },
  "remittance receive": {
    words: ["REMITTANCE"],
    options: { amount: "NAIRA", on: "DATE", reference: "OF-THE-LINE", reason: "WHY" },
    about: "proposes that money came, by what the lender's statement shows; a negative amount went back",
    proof: true,
    prepare: async (context) => {
      const operator = requireOperator(context);
      const reason = reasonIn(context);
      const remitter = await findRemitter(word(context, 0, "The remittance's id"));
      if (!remitter) throw new UsageError("There is no such remittance.");
      const parsed = remittanceReceivedBody.safeParse({
        amount: Number(option(context, "amount")),
        receivedOn: option(context, "on"),
        bankReference: option(context, "reference"),
        reason,
      });
      if (!parsed.success) throw new UsageError(parsed.error.issues.map(({ message }) => `${message}.`).join(" "));
      const { amount, receivedOn } = parsed.data;
      return {
        lines: [`From ${remitter.marketplaceId} to ${remitter.lenderId}: ${nairaText(amount)} on ${receivedOn}`],
        perform: async (realNow) => {
          const call = { operator, remittanceId: remitter.id, input: parsed.data, realNow };
          const proposal = await proposeRemittance(call);
          return `Proposed as ${proposal.id}: another operator decides until ${proposal.expiresAt}.`;
        },
      };
    },
  },
  "remittance breaks": {
    words: [],
    about: "what did not come as it should, of all lenders, the newest first",
    prepare: async (context) => {
      requireOperator(context, "view");
      const lines = (await listRemittanceBreaks({ all: false })).map(describeBreak);
      return { lines: lines.length > 0 ? lines : ["All that was due has come."], perform: null };
    },
  },
  "remittance close": {
    words: ["BREAK"],
    options: { note: "WHAT-BECAME-OF-IT" },
    about: "closes one of them; what is owed stays owed",
    prepare: async (context) => {
      const operator = requireOperator(context);
      const breakId = word(context, 0, "The break's id");
      const found = (await listRemittanceBreaks({ all: false })).find(({ id }) => id === breakId);
      if (!found) throw new UsageError("No open break has this id.");
      const parsed = closeRemittanceBreakBody.safeParse({ note: option(context, "note") });
      if (!parsed.success) throw new UsageError(`--note: ${parsed.error.issues[0]?.message}.`);
      return {
        lines: [describeBreak(found), `Close it: ${parsed.data.note}`],
        perform: async (realNow) => {
          await closeRemittanceBreak({ operator, breakId, input: parsed.data, realNow });
          return "Closed.";
        },
      };
    },
  },
};

function describeRemittance(one: RemittanceAnswer): string[] {
  const { id, marketplaceId, reference, reported, received, unremitted, late, since, limit } = one;
  const open = since ? `, the oldest due ${since}` : "";
  return [
    `${id}  ${marketplaceId}, reference ${reference}`,
    `  reported ${nairaText(reported)}, received ${nairaText(received)}`,
    `  unremitted ${nairaText(unremitted)}${open}; late ${nairaText(late)}; limit ${nairaText(limit)}`,
  ];
}

function describeBreak(one: RemittanceBreakAnswer): string {
  const { id, type, subject, expected, actual, marketplaceId, lenderId } = one;
  const from = marketplaceId ?? "nobody known";
  return `${type.padEnd(15)} ${id}  ${nairaText(actual)} of ${nairaText(expected)}, ${subject}, from ${from} to ${lenderId}`;
}
