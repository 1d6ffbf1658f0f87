import { z } from "zod";
import { naira } from "@/lib/kernel/answer-fields";
import { bankAccount } from "@/lib/terms/bank-account";

/** A payout destination. */
export const payoutAccountBody = z.object(bankAccount);

export const shownAccount = z.object({
  bankCode: z.string(),
  bankName: z.string(),
  lastFour: z.string(),
  accountName: z.string().nullable().describe("As the bank has it; null: that is being found out"),
  nameMatches: z.boolean().describe("Whether it is the name of the business or one of its directors"),
});

export const shownRefund = z.object({
  amount: naira,
  state: z
    .enum(["ACCOUNT_NEEDED", "ACCOUNT_CHECKED", "WAITING", "UNDER_WAY"])
    .describe(
      "ACCOUNT_NEEDED: give an account. ACCOUNT_CHECKED: the account is in a name that is not known here; an operator looks at it, and another can be given. WAITING: it will be sent. UNDER_WAY: the bank has been told",
    ),
  account: shownAccount.nullable(),
});
export type ShownRefund = z.output<typeof shownRefund>;

const codes = z.array(z.string());

export const loanBanks = z
  .object({
    notPaid: codes.describe("Codes of banks that the lender's provider sends no money to"),
    notDebited: codes.describe("Codes of banks that it pays, and at which nobody can agree to a mandate"),
  })
  .meta({ sample: { notPaid: ["090286"], notDebited: ["090267"] } });
export type LoanBanks = z.output<typeof loanBanks>;
