import { z } from "zod";
import { text } from "@/lib/kernel/validation";
import { bankAccount } from "@/lib/terms/bank-account";
import { isKnownBank } from "@/lib/terms/bank-names";
import { lenderAccountStates } from "@/lib/terms/rails";

const why = text(500).describe("For the audit log and whoever has to decide");

export const lenderAccountBody = z
  .strictObject({
    ...bankAccount,
    bankCode: bankAccount.bankCode.refine(isKnownBank, "Must be one of the banks in the list"),
    holder: text(150).describe("In whose name the bank has it"),
    collects: z
      .boolean("Must be true or false")
      .describe("Whether marketplaces send there what they deducted for the lender's loans"),
    reason: why,
  })
  .meta({
    sample: {
      bankCode: "058",
      accountNumber: "0123456789",
      holder: "Harmattan Credit Limited",
      collects: true,
      reason: "Asked for by the lender in writing.",
    },
  });
export type LenderAccountBody = z.output<typeof lenderAccountBody>;

export const lenderAccountEndBody = z
  .strictObject({ reason: why })
  .meta({ sample: { reason: "The lender closes the account." } });

export const lenderAccount = z
  .object({
    id: z.string(),
    bankCode: z.string(),
    bankName: z.string(),
    accountNumber: z.string().describe("All of it: whoever decides about it, or pays there, has to compare it"),
    holder: z.string(),
    collects: z.boolean(),
    state: z.enum(lenderAccountStates).describe("PROPOSED: another operator has yet to decide"),
    createdAt: z.iso.datetime(),
    activatedAt: z.iso.datetime().nullable(),
    retiredAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "LenderAccount" });
export type LenderAccountAnswer = z.output<typeof lenderAccount>;

export const lenderAccountList = z.object({ data: z.array(lenderAccount) });
