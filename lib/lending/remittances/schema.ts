import { z } from "zod";
import { naira } from "@/lib/kernel/answer-fields";
import { calendarDate, foreignId, oneOf, text } from "@/lib/kernel/validation";
import { remittanceBreakTypes, remittanceStates } from "@/lib/terms/remittances";

const day = z
  .object({
    dueOn: z.iso.date().describe("In Lagos"),
    amount: naira.describe("Deducted, less what of it was reversed"),
    received: naira,
    state: z.enum(remittanceStates),
  })
  .meta({ id: "RemittanceDay" });

export const remittance = z
  .object({
    id: z.string().describe("Names what one marketplace owes one lender"),
    marketplaceId: z.string(),
    lender: z.object({ id: z.string(), name: z.string() }),
    account: z
      .object({
        bankCode: z.string(),
        bankName: z.string(),
        accountNumber: z.string(),
        holder: z.string(),
      })
      .nullable()
      .describe("Where to send it; null: the lender has not named an account, and always in test"),
    reference: z.string().describe("To be given with every transfer, in capitals or not"),
    reported: naira.describe("All that was deducted for the lender's loans, less what was reversed"),
    received: naira.describe("In test, all that was reported"),
    unremitted: naira.describe("What has not arrived, due or not"),
    late: naira.describe("What of it should have arrived by now"),
    since: z.iso.date().nullable().describe("When the oldest of it was or is due"),
    limit: naira.describe("With more unremitted than this, the lender makes no offers and no payouts there"),
    days: z
      .array(day)
      .describe("By the day on which it was due, the newest first: the last 60, and all that is missing"),
  })
  .meta({ id: "Remittance" });
export type RemittanceAnswer = z.output<typeof remittance>;

export const remittanceList = z.object({ data: z.array(remittance) }).meta({ id: "RemittanceList" });

/** What two operators say has come. */
export const remittanceReceived = {
  amount: z
    .number("Must be a number")
    .multipleOf(0.01, "Must have at most 2 decimals")
    .min(-1e12, "Is too much")
    .max(1e12, "Is too much")
    .refine((given) => given !== 0, "Must not be 0")
    .describe("Naira; negative: went back, or was noted wrongly"),
  receivedOn: calendarDate.describe("The value date on the lender's statement"),
  bankReference: foreignId(64).describe("Of the line on the lender's statement"),
};
export const remittanceReceivedBody = z
  .strictObject({ ...remittanceReceived, reason: text(500).describe("For the audit log and whoever has to decide") })
  .meta({
    sample: {
      amount: 1250000,
      receivedOn: "2026-11-24",
      bankReference: "S58213377",
      reason: "On the statement of 24 November.",
    },
  });
export type RemittanceReceivedBody = z.output<typeof remittanceReceivedBody>;

export const loanReceived = z
  .object({
    reported: naira.describe("Deducted for it, less what was reversed, as its marketplace reports"),
    received: naira.describe("What of that has arrived: receipts settle what was due first"),
    paidDirectly: naira.describe("What came from the merchant's account, which the bank has confirmed"),
  })
  .meta({ sample: { reported: 61500, received: 41000, paidDirectly: 0 } });

export const remittanceBreak = z
  .object({
    id: z.string(),
    lenderId: z.string(),
    remittanceId: z.string().nullable().describe("null: nobody knows who sent it"),
    marketplaceId: z.string().nullable(),
    type: z.enum(remittanceBreakTypes),
    subject: z.string().describe("The day on which it was due, or what names the money at the bank"),
    expected: naira,
    actual: naira.describe("What has come of it by now"),
    detectedAt: z.iso.datetime(),
    closedAt: z.iso.datetime().nullable(),
    note: z.string().nullable(),
  })
  .meta({ id: "RemittanceBreak" });
export type RemittanceBreakAnswer = z.output<typeof remittanceBreak>;
export const remittanceBreakList = z.object({ data: z.array(remittanceBreak), hasMore: z.boolean() });
export const remittanceBreakFilters = {
  lenderId: z.string().optional().describe("Only those of this lender"),
  type: oneOf(remittanceBreakTypes).optional().describe("Only those of this type"),
  closed: z.enum(["true", "false"], "Must be true or false").optional().describe("true: also those that are closed"),
};

export const closeRemittanceBreakBody = z
  .strictObject({ note: text(500).describe("What became of the money") })
  .meta({ sample: { note: "Sent on the 23rd to the lender's former account." } });
