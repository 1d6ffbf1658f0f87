import { foreignId } from "@/lib/kernel/validation";
import { merchantAccountBody } from "@/lib/lending/transfers/payouts/merchant-account-schema";
import { heldLoanAnswer } from "./schema";

/** Where what is owed on a loan goes, and the loan afterwards: names of their own in the OpenAPI document. */
export const refundAccountBody = merchantAccountBody
  .extend({})
  .meta({ sample: { bankCode: "058", accountNumber: "0123456789" } });
export const refundAccountAnswer = heldLoanAnswer.extend({});

/** The same as a page of the account sends it. */
export const refundAccountInput = merchantAccountBody.extend({ loanId: foreignId(64) });
