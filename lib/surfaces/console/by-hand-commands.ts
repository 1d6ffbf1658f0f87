import { environments } from "@/lib/kernel/actor";
import { sha256 } from "@/lib/kernel/crypto";
import { operatorOn } from "@/lib/lending/proposals/loan-kinds";
import { endMandateAtBank } from "@/lib/lending/transfers/mandates/end-mandate-at-bank";
import { listMandatesToEnd } from "@/lib/lending/transfers/mandates/list-mandates-to-end";
import { openSignedForm } from "@/lib/lending/transfers/mandates/open-signed-form";
import { bringSignedForm } from "@/lib/lending/transfers/mandates/send-signed-form";
import { showAccountToName } from "@/lib/lending/transfers/payouts/name-account";
import { type Command, requireOperator, word } from "./command";
import { describeAccount, describeLoan } from "./describe";
import { findLoanSubject } from "./queries";
import { listUnnamed } from "./treasury/money-out";
import { oldestOf } from "./treasury/of-loans";

/** Of each data set. */
const mostShown = 500;

/** Accounts whose holders people find out (docs/payouts.md#accounts-being-checked). */
export const byHandCommands: Record<string, Command> = {
  "account unnamed": {
    words: [],
    about: "accounts of merchants that nobody could be asked about, the longest waiting first",
    prepare: async (context) => {
      requireOperator(context, "view");
      const found = await Promise.all(environments.map((environment) => oldestOf(listUnnamed, environment, mostShown)));
      const lines = found
        .flat()
        .map((account) => `${describeAccount({ ...account, accountName: null })}, for ${account.loan}`);
      return { lines: lines.length > 0 ? lines : ["Every account has its name."], perform: null };
    },
  },
  "loan show-account": {
    words: ["LOAN"],
    about: "shows the number of a loan's account whose holder is to be found out; each time is audited",
    proof: true,
    prepare: async (context) => {
      const operator = requireOperator(context, "pay");
      const subject = await findLoanSubject(word(context, 0, "The loan's id or reference"));
      return {
        lines: [...describeLoan(subject), "Show the account's number."],
        perform: async (realNow) => {
          const shown = await showAccountToName(await operatorOn(operator, subject.loan.id, realNow));
          const { bankName, bankCode, accountNumber, knownNames } = shown;
          return `${bankName} (${bankCode}) ${accountNumber}. Known names: ${knownNames.join(", ")}.`;
        },
      };
    },
  },
  "loan bring-form": {
    words: ["LOAN", "FILE"],
    about: "keeps the signed form of a loan's mandate that was handed in on paper: a PDF or a picture",
    prepare: async (context) => {
      const operator = requireOperator(context, "pay");
      const subject = await findLoanSubject(word(context, 0, "The loan's id or reference"));
      const file = word(context, 1, "The file");
      const bytes = context.readBytes(file);
      return {
        lines: [...describeLoan(subject), `Keep ${file} as the signed form of its mandate, SHA-256 ${sha256(bytes)}.`],
        perform: async (realNow) => {
          const call = await operatorOn(operator, subject.loan.id, realNow);
          await bringSignedForm({ ...call, content: inOne(bytes), realNow });
          return "Kept: two operators can enter the bank's reference.";
        },
      };
    },
  },
  "loan signed-form": {
    words: ["LOAN", "FILE"],
    about: "decrypts the signed form of a loan's mandate into a file; each time is audited",
    prepare: async (context) => {
      const operator = requireOperator(context, "pay");
      const subject = await findLoanSubject(word(context, 0, "The loan's id or reference"));
      const file = word(context, 1, "The file to write");
      return {
        lines: [...describeLoan(subject), `Decrypt the signed form of its mandate into ${file}.`],
        perform: async (realNow) => {
          const form = await openSignedForm(await operatorOn(operator, subject.loan.id, realNow));
          return `It is in ${await context.writeFile(file, form.content)}, SHA-256 ${form.sha256}.`;
        },
      };
    },
  },
  "mandate list": {
    words: [],
    about: "mandates on paper that have ended here and are still to be ended at the bank, the longest ended first",
    prepare: async (context) => {
      requireOperator(context, "view");
      const { data } = await listMandatesToEnd();
      const lines = data.map(({ mandateId, bankReference, lender, loanReference, account, endedAt }) => {
        return `${mandateId} ${bankReference} at ${lender}'s bank, of ${loanReference}, on ${account}, ended ${endedAt}`;
      });
      return { lines: lines.length > 0 ? lines : ["None is to be ended."], perform: null };
    },
  },
  "mandate ended": {
    words: ["MANDATE"],
    about: "takes a mandate off that list, since somebody has ended it at the bank",
    prepare: async (context) => {
      const operator = requireOperator(context, "pay");
      const mandateId = word(context, 0, "The mandate's id");
      return {
        lines: [`The mandate ${mandateId} has been ended at the bank.`],
        perform: async (realNow) => {
          await endMandateAtBank({ operator, mandateId, realNow });
          return "Noted.";
        },
      };
    },
  },
};

async function* inOne(bytes: Uint8Array) {
  yield bytes;
}
