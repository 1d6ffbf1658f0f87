import { z } from "zod";
import { environments } from "@/lib/kernel/actor";
import { moment } from "@/lib/kernel/answer-fields";
import { foreignId, oneOf, text } from "@/lib/kernel/validation";
import { complaintLength, complaintStates } from "@/lib/terms/complaints";

const words = text(complaintLength);

export const makeComplaintBody = z
  .strictObject({
    loanId: foreignId().optional().describe("The merchant's loan that it is about; none: about anything else"),
    words: words.describe("What is wrong, in the merchant's own words"),
  })
  .meta({ id: "MakeComplaint", sample: { words: "The same order was deducted twice, on 3 and on 4 November." } });
export type MakeComplaint = z.output<typeof makeComplaintBody>;

export const recordComplaintBody = z
  .strictObject({ words: words.describe("What is wrong, as the merchant said it") })
  .meta({ sample: { words: "Nobody has answered the mail of last week." } });
export type RecordComplaint = z.output<typeof recordComplaintBody>;

/** The same as a form sends it: an empty choice is none. */
export const complaintInput = z.object({ loanId: z.string().optional(), words });

const person = z.object({ id: z.string(), name: z.string() }).nullable();

const made = {
  id: "cmp_01k9zq6v5w8j3m4n7p2r6t9x1c",
  number: "CP-2026-7K2M9Q4C",
  loan: { id: "loan_01k9zq6v5w8j3m4n7p2r6t9x1c", reference: "LN-2026-8T3V6W2X" },
  status: "OPEN" as const,
  words: "The same order was deducted twice, on 3 and on 4 November.",
  madeAt: "2026-11-24T09:30:00.000Z",
  answerBy: "2026-12-08T22:59:59.999Z",
  answer: null,
  answeredAt: null,
  closedAt: null,
};

/** As its merchant sees it. */
export const complaintAnswer = z
  .object({
    id: z.string(),
    number: z.string().describe("What to name it by"),
    loan: z.object({ id: z.string(), reference: z.string() }).nullable(),
    status: z
      .enum(complaintStates)
      .describe("ANSWERED: what the answer promises is still to be done. CLOSED: nothing is left to do"),
    words: z.string(),
    madeAt: moment,
    answerBy: moment.describe("When it is answered at the latest"),
    answer: z.string().nullable(),
    answeredAt: moment.nullable(),
    closedAt: moment.nullable(),
  })
  .meta({ id: "Complaint", sample: made });
export type ComplaintAnswer = z.output<typeof complaintAnswer>;

export const complaintList = z
  .object({ data: z.array(complaintAnswer), hasMore: z.boolean() })
  .meta({ id: "Complaints" });

/** As operators see it. */
export const operatorComplaint = complaintAnswer
  .extend({
    environment: z.enum(environments),
    marketplaceId: z.string(),
    merchant: z.object({ id: z.string(), businessName: z.string() }),
    late: z.boolean().describe("Not answered although it should be, by the marketplace's clock"),
    takenBy: person.describe("The operator who has it"),
    answeredBy: person,
  })
  .meta({
    id: "OperatorComplaint",
    sample: {
      ...made,
      environment: "live",
      marketplaceId: "mkt_01k9zq6v5w8j3m4n7p2r6t9x1c",
      merchant: { id: "mer_01k9zq6v5w8j3m4n7p2r6t9x1c", businessName: "Ada Foods" },
      late: false,
      takenBy: null,
      answeredBy: null,
    },
  });
export type OperatorComplaint = z.output<typeof operatorComplaint>;

export const operatorComplaintList = z.object({ data: z.array(operatorComplaint), hasMore: z.boolean() });

export const complaintFilters = {
  environment: oneOf(environments).optional().describe("Only those of this environment"),
  status: oneOf(complaintStates).optional().describe("Only those in this state"),
  merchantId: foreignId().optional().describe("Only those of this merchant"),
  loanId: foreignId().optional().describe("Only those about this loan"),
};

export const answerComplaintBody = z
  .strictObject({ answer: words.describe("What the merchant is told, word for word") })
  .meta({ sample: { answer: "You are right: the second deduction is reversed, and goes back to you today." } });
export type AnswerComplaint = z.output<typeof answerComplaintBody>;
