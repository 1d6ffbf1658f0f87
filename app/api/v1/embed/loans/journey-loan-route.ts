import type { z } from "zod";
import type { BusinessTime } from "@/lib/clock";
import { readJourneyLoan } from "@/lib/embed/read-journey-loan";
import { journeyLoan } from "@/lib/embed/schema";
import type { ErrorCode } from "@/lib/errors";
import { type EmbedTokenActor, embedToken } from "@/lib/http/embed-token";
import { type Route, route } from "@/lib/http/route";

/** What an operation on a loan of the journey says of itself; the rest is the same for all of them. */
type Declaration<Body extends z.ZodType> = {
  operationId: string;
  summary: string;
  description: string;
  body?: Body;
  /** What has become of the loan when it went well. */
  answer: string;
  /** Coded errors that the verb adds. */
  errors?: readonly ErrorCode[];
  /** The verb. What it returns is not looked at: the answer is the loan as read afterwards. */
  act: (call: { actor: EmbedTokenActor; loanId: string; input: z.output<Body>; now: BusinessTime }) => Promise<unknown>;
};

/**
 * Makes a route handler of something that a merchant does to its loan in the journey. It answers the loan as it stands then,
 * whether this request brought it there or an earlier one: phones send twice.
 */
export function journeyLoanRoute<Body extends z.ZodType = z.ZodUndefined>(declaration: Declaration<Body>): Route {
  const { answer, errors = [], act, ...described } = declaration;
  return route({
    ...described,
    auth: embedToken,
    rate: "write",
    answers: { 200: { description: answer, body: journeyLoan } },
    errors: ["NOT_FOUND", "LOAN_STATE_CONFLICT", ...errors],
    handle: async ({ actor, body, params, now }) => {
      const { loanId = "" } = params;
      await act({ actor, loanId, input: body, now });
      return { status: 200, body: await readJourneyLoan({ actor, loanId, now }) };
    },
  });
}
