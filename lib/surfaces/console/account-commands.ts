import { proposeAccount, proposeAccountEnd } from "@/lib/lending/proposals/propose-account";
import { listLenderAccounts } from "@/lib/parties/lenders/accounts/queries";
import { type LenderAccountAnswer, lenderAccountBody } from "@/lib/parties/lenders/accounts/schema";
import { readLender } from "@/lib/parties/lenders/list-lenders";
import { type Command, option, reasonIn, requireOperator, UsageError, word } from "./command";

export const accountCommands: Record<string, Command> = {
  "account list": {
    words: ["LENDER"],
    about: "a lender's own bank accounts, former ones and those proposed with them",
    prepare: async (context) => {
      requireOperator(context, "view");
      const accounts = await listLenderAccounts(word(context, 0, "The lender's id"));
      return { lines: accounts.length > 0 ? accounts.map(describeAccount) : ["It has none."], perform: null };
    },
  },
  "account add": {
    words: ["LENDER"],
    options: { bank: "CODE", holder: "NAME", collects: "yes|no", reason: "WHY" },
    about: "proposes a bank account, whose number it asks for, from which it pays or to which marketplaces remit",
    proof: true,
    prepare: async (context) => {
      const operator = requireOperator(context);
      const reason = reasonIn(context);
      const lender = await readLender(word(context, 0, "The lender's id"), context.realNow);
      const collects = { yes: true, no: false }[option(context, "collects")];
      if (collects === undefined) throw new UsageError("--collects is yes or no.");
      const parsed = lenderAccountBody.safeParse({
        bankCode: option(context, "bank"),
        holder: option(context, "holder"),
        accountNumber: (await context.askSecret("Account number: ")).trim(),
        ...{ collects, reason },
      });
      if (!parsed.success) {
        throw new UsageError(
          parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}.`).join(" "),
        );
      }
      return {
        lines: [`Lender       ${lender.name}, ${lender.environment}`, `Propose its account: ${reason}`],
        perform: async (realNow) => {
          const proposal = await proposeAccount({ operator, lenderId: lender.id, input: parsed.data, realNow });
          return `Proposed as ${proposal.id}: another operator compares the number (account list) and decides until ${proposal.expiresAt}.`;
        },
      };
    },
  },
  "account end": {
    words: ["LENDER", "ACCOUNT"],
    options: { reason: "WHY" },
    about: "proposes that a bank account of a lender is used no more",
    proof: true,
    prepare: async (context) => {
      const operator = requireOperator(context);
      const reason = reasonIn(context);
      const lenderId = word(context, 0, "The lender's id");
      const accountId = word(context, 1, "The account's id");
      const account = (await listLenderAccounts(lenderId)).find(({ id }) => id === accountId);
      if (!account) throw new UsageError("The lender has no such account.");
      return {
        lines: [describeAccount(account), `Propose that it is used no more: ${reason}`],
        perform: async (realNow) => {
          const proposal = await proposeAccountEnd({ operator, lenderId, accountId, input: { reason }, realNow });
          return `Proposed as ${proposal.id}: another operator decides until ${proposal.expiresAt}.`;
        },
      };
    },
  },
};

function describeAccount(account: LenderAccountAnswer): string {
  const { id, state, bankName, accountNumber, holder, collects } = account;
  return `${state.padEnd(9)} ${id}  ${bankName} ${accountNumber}, ${holder}${collects ? ", collects" : ""}`;
}
