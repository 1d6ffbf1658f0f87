import { z } from "zod";
import { cursorOf } from "@/lib/kernel/cursor";
import { foreignId, oneOf, text } from "@/lib/kernel/validation";
import {
  answerReasons,
  breakResolutions,
  breakStatuses,
  breakTypes,
  closedResolutions,
  decidedResolutions,
} from "@/lib/terms/breaks";

const cursor = cursorOf("break", "a break");

export const breakFilters = z.object({
  type: oneOf(breakTypes).optional().describe("Only breaks of this kind"),
  status: oneOf(breakStatuses).optional().describe("Only breaks in this state"),
  loanId: foreignId().optional().describe("Only breaks about this loan"),
  merchantId: foreignId().optional().describe("merchantId or thirdPartyCustomerId"),
  startingAfter: cursor.optional(),
  endingBefore: cursor.optional(),
});
export type BreakFilters = z.output<typeof breakFilters>;

const foundNote = text(1000).describe("What was found, for whoever reads the books later");

export const resolveBreakBody = z
  .object({ resolution: oneOf(closedResolutions), note: foundNote })
  .meta({ id: "BreakResolution", sample: { resolution: "ACCEPTED", note: "Seen." } });
export type ResolveBreak = z.output<typeof resolveBreakBody>;

export const decideBreakBody = z
  .object({
    resolution: oneOf(decidedResolutions).describe(
      "Of a SALE_CHANGED: ACCEPTED if what was told last counts, REJECTED if it does not; no other. REJECTED is of no other break",
    ),
    note: foundNote,
  })
  .meta({ sample: { resolution: "ACCEPTED", note: "Seen." } });
export type DecideBreak = z.output<typeof decideBreakBody>;

export const answerBreakBody = z
  .object({
    reason: oneOf(answerReasons),
    note: text(1000).describe("What happened, for whoever decides"),
  })
  .meta({ sample: { reason: "OTHER_CHARGES", note: "A fee." } });
export type AnswerBreak = z.output<typeof answerBreakBody>;

export const breakAnswer = z
  .object({
    id: z.string(),
    type: z.enum(breakTypes),
    status: z.enum(breakStatuses),
    message: z.string().describe("What is wrong, and what to do about it"),
    merchantId: z.string(),
    thirdPartyCustomerId: z.string().nullable(),
    loanId: z.string().nullable(),
    settlementId: z.string().nullable(),
    repaymentEventId: z.string().nullable().describe("Id of the report it is about: its service_reference"),
    expected: z.number().nullable().describe("Naira. The message says what the two figures are"),
    actual: z.number().nullable().describe("Naira"),
    evidence: z
      .record(z.string(), z.unknown())
      .describe("References, amounts in naira and moments for tracing it. The fields depend on the break"),
    detectedAt: z.iso.datetime(),
    needsOperator: z.boolean().describe("Only an operator can close it: answer it instead of resolving it"),
    answer: z
      .object({
        reason: z.enum(answerReasons),
        note: z.string(),
        answeredBy: z.string(),
        answeredAt: z.iso.datetime(),
        expected: z.number().nullable().describe("Naira. What the break said when it was answered"),
        actual: z.number().nullable().describe("Naira"),
      })
      .nullable()
      .describe("What the marketplace says about it. Of an OPEN break it is about earlier figures"),
    resolution: z
      .enum(breakResolutions)
      .nullable()
      .describe("ARRIVED, COVERED, LOWERED, WITHDRAWN and REPLACED are set by the service, the others by a person"),
    note: z.string().nullable(),
    resolvedBy: z.string().nullable().describe("Null when the service closed it"),
    resolvedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "Break" });
export type BreakAnswer = z.output<typeof breakAnswer>;

export const breakList = z.object({ data: z.array(breakAnswer), hasMore: z.boolean() });
export type BreakList = z.output<typeof breakList>;
