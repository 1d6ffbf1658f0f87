import { z } from "zod";
import { moment, naira } from "@/lib/kernel/answer-fields";
import { amount, calendarDate, oneOf, text } from "@/lib/kernel/validation";
import { contactChannels, contactLength, promiseStates } from "@/lib/terms/contacts";

export const noteContactBody = z
  .strictObject({
    channel: oneOf(contactChannels).describe("How they spoke"),
    words: text(contactLength).describe("What was said; the merchant does not see it"),
  })
  .meta({ sample: { channel: "PHONE", words: "Sales are slow after the flood; she pays on Friday." } });
export type NoteContact = z.output<typeof noteContactBody>;

export const contactAnswer = z
  .object({
    id: z.string(),
    loanId: z.string(),
    channel: z.enum(contactChannels),
    words: z.string(),
    notedAt: moment,
    notedBy: z.string().describe("The operator's id"),
  })
  .meta({
    id: "LoanContact",
    sample: {
      id: "cnt_01k9zq6v5w8j3m4n7p2r6t9x1c",
      loanId: "loan_01k9zq6v5w8j3m4n7p2r6t9x1c",
      channel: "PHONE",
      words: "Sales are slow after the flood; she pays on Friday.",
      notedAt: "2026-11-24T09:30:00.000Z",
      notedBy: "usr_01k9zq6v5w8j3m4n7p2r6t9x1c",
    },
  });
export type ContactAnswer = z.output<typeof contactAnswer>;

export const takePromiseBody = z
  .strictObject({
    amount: amount.refine((given) => given > 0, "Must be greater than 0").describe("Naira that will come until then"),
    payBy: calendarDate.describe("The last day, in Lagos"),
  })
  .meta({ sample: { amount: 25_000, payBy: "2026-11-27" } });
export type TakePromise = z.output<typeof takePromiseBody>;

export const promiseAnswer = z
  .object({
    id: z.string(),
    loanId: z.string(),
    amount: naira,
    payBy: z.iso.date(),
    takenAt: moment,
    takenBy: z.string().describe("The operator's id"),
    received: naira.describe("What has come in since it was given, until its day has passed, less what was taken back"),
    state: z.enum(promiseStates).describe("KEPT and BROKEN follow from what was received"),
  })
  .meta({
    id: "PaymentPromise",
    sample: {
      id: "prm_01k9zq6v5w8j3m4n7p2r6t9x1c",
      loanId: "loan_01k9zq6v5w8j3m4n7p2r6t9x1c",
      amount: 25_000,
      payBy: "2026-11-27",
      takenAt: "2026-11-24T09:30:00.000Z",
      takenBy: "usr_01k9zq6v5w8j3m4n7p2r6t9x1c",
      received: 10_000,
      state: "OPEN",
    },
  });
export type PromiseAnswer = z.output<typeof promiseAnswer>;
