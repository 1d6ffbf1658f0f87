import { nairaText } from "@/lib/kernel/money";
import { businessTime } from "@/lib/kernel/time";
import { operatorOn } from "@/lib/lending/proposals/loan-kinds";
import { proposeRemittance } from "@/lib/lending/proposals/propose-remittance";
import { closeRemittanceBreak, findRemittanceBreak, listRemittanceBreaks } from "@/lib/lending/remittances/breaks";
import { listRemittancesTo } from "@/lib/lending/remittances/list-remittances";
import { findRemitter } from "@/lib/lending/remittances/queries";
import { readLoanReceived } from "@/lib/lending/remittances/received-of-loan";
import {
  closeRemittanceBreakBody,
  type RemittanceAnswer,
  type RemittanceBreakAnswer,
  remittanceReceivedBody,
} from "@/lib/lending/remittances/schema";
import { remittanceBreakTypes } from "@/lib/terms/remittances";
import { type Command, option, reasonIn, requireOperator, UsageError, word } from "./command";
import { findLoanSubject } from "./queries";

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
  "loan received": {
    words: ["LOAN"],
    about: "what has been repaid of a loan, as its marketplace reports it and as it has arrived",
    prepare: async (context) => {
      const operator = requireOperator(context, "view");
      const { loan } = await findLoanSubject(word(context, 0, "The loan"));
      const its = await readLoanReceived(await operatorOn(operator, loan.id, context.realNow));
      const lines = [
        `${loan.reference}: reported ${nairaText(its.reported)}, of which ${nairaText(its.received)} has arrived`,
        `paid by the merchant itself: ${nairaText(its.paidDirectly)}`,
      ];
      return { lines, perform: null };
    },
  },
  "remittance receive": {
    words: ["REMITTANCE"],
    options: { amount: "NAIRA", on: "DATE", reference: "OF-THE-LINE", reason: "WHY" },
    about: "proposes that money came, by what the lender's statement shows; a negative amount went back",
    proof: true,
    prepare: async (context) => {
      const operator = requireOperator(context, "pay");
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
    options: { type: remittanceBreakTypes.join("|") },
    about: "what did not come as it should, of all lenders, the newest 200, or those of one type",
    prepare: async (context) => {
      requireOperator(context, "view");
      const type = remittanceBreakTypes.find((one) => one === context.options.type);
      if (context.options.type && !type) throw new UsageError(`--type is one of ${remittanceBreakTypes.join(", ")}.`);
      const { data, hasMore } = await listRemittanceBreaks({ type, all: false, limit: 200 });
      const lines = [...data.map(describeBreak), ...(hasMore ? ["There are more."] : [])];
      return { lines: lines.length > 0 ? lines : ["All that was due has come."], perform: null };
    },
  },
  "remittance close": {
    words: ["BREAK"],
    options: { note: "WHAT-BECAME-OF-IT" },
    about: "closes one of them; what is owed stays owed",
    prepare: async (context) => {
      const operator = requireOperator(context, "pay");
      const breakId = word(context, 0, "The break's id");
      const found = await findRemittanceBreak(breakId);
      if (!found || found.closedAt) throw new UsageError("No open break has this id.");
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
