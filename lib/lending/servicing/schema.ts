import { z } from "zod";
import { isWholeKobo } from "@/lib/kernel/money";
import { amount, calendarDate, text } from "@/lib/kernel/validation";
import { mostPlanned } from "@/lib/terms/loans/plan";

export const reason = text(500);

export const reasoned = z
  .strictObject({ reason })
  .meta({ id: "OperatorReason", sample: { reason: "The marketplace is looking into a complaint." } });

/** The terms of a running loan that can be changed; what is left out stays. */
export const changeableTerms = {
  deductionPercentage: z
    .number("Must be a number")
    .positive("Must be greater than 0")
    .max(100, "Must be at most 100")
    .refine(isWholeKobo, "Must have at most 2 decimals")
    .optional(),
  minimumDeduction: amount.optional(),
  dueDate: calendarDate.optional(),
};

export type ChangeTerms = z.output<z.ZodObject<typeof changeableTerms>>;

export const changeTermsBody = z
  .object({ ...changeableTerms, reason: reason.optional() })
  .meta({ sample: { deductionPercentage: 12.5 } });

/** What is left to pay, in instalments that are agreed on anew. */
export const workoutPlan = {
  installments: z
    .array(
      z.strictObject({
        dueDate: calendarDate.describe("Each later than the one before"),
        amount: amount.positive("Must be greater than 0"),
      }),
      "Must be a list",
    )
    .min(1, "Must have at least 1 entry")
    .max(mostPlanned, `Must have at most ${mostPlanned} entries`)
    .superRefine((plan, context) => {
      for (const [i, { dueDate }] of plan.entries()) {
        if (i === 0 || dueDate > (plan[i - 1]?.dueDate ?? "")) continue;
        context.addIssue({ code: "custom", path: [i, "dueDate"], message: "Must be later than the one before" });
      }
    })
    .describe("Together exactly what is outstanding"),
};

export type PlanLoan = z.output<z.ZodObject<typeof workoutPlan>>;

/** An answer is to the proposal that was seen, and no other. */
export const answerTermsBody = z
  .object({ proposalId: text(64) })
  .meta({ id: "ProposalAnswer", sample: { proposalId: "prp_01m82hrvd3e5rt0m9w6k2h8x4c" } });

export type AnswerTerms = z.output<typeof answerTermsBody>;

export const reasonBody = z
  .object({ reason: reason.optional() })
  .meta({ id: "Reason", sample: { reason: "The shop is closed for a week." } });
