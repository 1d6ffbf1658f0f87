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

const person = z.object({ id: z.string(), name: z.string() }).nullable();

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
  .meta({ id: "Complaint" });
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
  .meta({ id: "OperatorComplaint" });
export type OperatorComplaint = z.output<typeof operatorComplaint>;

export const operatorComplaintList = z.object({ data: z.array(operatorComplaint), hasMore: z.boolean() });

export const complaintFilters = {
  environment: oneOf(environments).optional(),
  status: oneOf(complaintStates).optional(),
  merchantId: foreignId().optional(),
  loanId: foreignId().optional(),
};

export const answerComplaintBody = z
  .strictObject({ answer: words.describe("What the merchant is told, word for word") })
  .meta({ sample: { answer: "You are right: the second deduction is reversed, and goes back to you today." } });
export type AnswerComplaint = z.output<typeof answerComplaintBody>;
