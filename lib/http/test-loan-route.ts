import type { z } from "zod";
import type { BusinessTime } from "@/lib/clock";
import type { ErrorCode } from "@/lib/errors";
import { readLoanStatus } from "@/lib/loans/queries";
import { loanStatusAnswer } from "@/lib/loans/schema";
import { reachOf } from "@/lib/reach";
import { type SecretKeyActor, testSecretKey } from "./auth";
import { type Route, route } from "./route";

/** What an operation on a test loan says of itself; the rest is the same for all of them. */
type Declaration<Body extends z.ZodType> = {
  operationId: string;
  summary: string;
  description: string;
  body: Body;
  /** What has become of the loan when it went well. */
  answer: string;
  /** Coded errors that the verb adds. */
  errors?: readonly ErrorCode[];
  /** The verb asks outside parties: no one transaction holds its work. */
  apart?: boolean;
  /** The verb. What it returns is not looked at: the answer is the loan's status. */
  act: (call: { actor: SecretKeyActor; loanId: string; input: z.output<Body>; now: BusinessTime }) => Promise<unknown>;
};

/**
 * Makes a route handler of something that happens to a test loan. Its answer is the loan's status as read afterwards, the
 * same whether this request brought it there or an earlier one.
 */
export function testLoanRoute<Body extends z.ZodType>(declaration: Declaration<Body>): Route {
  const { answer, errors = [], apart = false, act, ...described } = declaration;
  return route({
    ...described,
    auth: testSecretKey,
    rate: "write",
    idempotent: apart ? "apart" : true,
    answers: { 200: { description: answer, body: loanStatusAnswer } },
    errors: ["TEST_KEY_REQUIRED", "NOT_FOUND", "LOAN_STATE_CONFLICT", ...errors],
    handle: async ({ actor, body, params, now }) => {
      const { loanId = "" } = params;
      await act({ actor, loanId, input: body, now });
      return { status: 200, body: await readLoanStatus(reachOf(actor), loanId, now) };
    },
  });
}
