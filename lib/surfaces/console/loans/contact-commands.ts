import { noteContact } from "@/lib/lending/contacts/note-contact";
import { noteContactBody, takePromiseBody } from "@/lib/lending/contacts/schema";
import { takePromise } from "@/lib/lending/contacts/take-promise";
import { type Command, option, requireOperator, UsageError, word } from "@/lib/surfaces/console/command";
import { describeLoan } from "@/lib/surfaces/console/describe";
import { findLoanSubject } from "@/lib/surfaces/console/queries";
import { contactChannels } from "@/lib/terms/contacts";

export const contactCommands: Record<string, Command> = {
  "loan contact": {
    words: ["LOAN"],
    options: { channel: contactChannels.join("|"), words: "TEXT" },
    about: "notes what was said with the merchant about a loan",
    prepare: async (context) => {
      const operator = requireOperator(context, "collect");
      const said = { channel: option(context, "channel"), words: option(context, "words") };
      const parsed = noteContactBody.safeParse(said);
      if (!parsed.success) throw new UsageError(parsed.error.issues.map(({ message }) => `${message}.`).join(" "));
      const subject = await findLoanSubject(word(context, 0, "The loan's id or reference"));
      const call = { operator, loanId: subject.loan.id, input: parsed.data };
      return {
        lines: [...describeLoan(subject), `Note, by ${parsed.data.channel}: ${parsed.data.words}`],
        perform: async (realNow) => `Noted as ${(await noteContact({ ...call, realNow })).id}.`,
      };
    },
  },
  "loan promise": {
    words: ["LOAN"],
    options: { amount: "NAIRA", by: "YYYY-MM-DD" },
    about: "notes what the merchant has promised to pay by when; the ledger says whether it was kept",
    prepare: async (context) => {
      const operator = requireOperator(context, "collect");
      const said = { amount: Number(option(context, "amount")), payBy: option(context, "by") };
      const parsed = takePromiseBody.safeParse(said);
      if (!parsed.success) throw new UsageError(parsed.error.issues.map(({ message }) => `${message}.`).join(" "));
      const subject = await findLoanSubject(word(context, 0, "The loan's id or reference"));
      const call = { operator, loanId: subject.loan.id, input: parsed.data };
      return {
        lines: [...describeLoan(subject), `Promised: ₦${parsed.data.amount} by ${parsed.data.payBy}`],
        perform: async (realNow) => `Noted as ${(await takePromise({ ...call, realNow })).id}.`,
      };
    },
  },
};
