import type { z } from "zod";
import type { Actor } from "@/lib/actor";
import { readJourneyLoan } from "@/lib/embed/read-journey-loan";
import { journeyLoan } from "@/lib/embed/schema";
import type { ErrorCode } from "@/lib/errors";
import { readLoanStatus } from "@/lib/loans/queries";
import { loanStatusAnswer } from "@/lib/loans/schema";
import { reachOf } from "@/lib/reach";
import type { BusinessTime } from "@/lib/time";
import { type Authenticator, type SecretKeyActor, testSecretKey } from "./auth";
import { type EmbedTokenActor, embedToken } from "./embed-token";
import { type Route, route } from "./route";

/** Whose operations on a loan these are, and how they show it. */
type LoanArea<A extends Actor> = {
  auth: Authenticator<A>;
  idempotent: boolean;
  shown: z.ZodType;
  /** Coded errors beside those that every operation on a loan can answer with. */
  errors: readonly ErrorCode[];
  read: (call: { actor: A; loanId: string; now: BusinessTime }) => Promise<unknown>;
};

/** What happens to a test loan: the marketplace's backend asks for it, and is shown the loan's status. */
export const testLoan: LoanArea<SecretKeyActor> = {
  auth: testSecretKey,
  idempotent: true,
  shown: loanStatusAnswer,
  errors: ["TEST_KEY_REQUIRED"],
  read: ({ actor, loanId, now }) => readLoanStatus(reachOf(actor), loanId, now),
};

/** What a merchant does to its loan in the journey. Without a key it is repeatable too: phones send twice. */
export const ownLoan: LoanArea<EmbedTokenActor> = {
  auth: embedToken,
  idempotent: false,
  shown: journeyLoan,
  errors: [],
  read: readJourneyLoan,
};

/** What an operation on a loan says of itself; the rest is the same for all of its area. */
type Declaration<A extends Actor, Body extends z.ZodType> = {
  operationId: string;
  summary: string;
  description: string;
  body?: Body;
  /** What has become of the loan when it went well. */
  answer: string;
  /** Coded errors that the verb adds. */
  errors?: readonly ErrorCode[];
  /** The verb asks outside parties: no one transaction holds its work. */
  apart?: boolean;
  /** The verb. What it returns is not looked at. */
  act: (call: { actor: A; loanId: string; input: z.output<Body>; now: BusinessTime }) => Promise<unknown>;
};

/**
 * Makes a route handler of something that happens to a loan. Its answer is the loan as read afterwards, the same whether
 * this request brought it there or an earlier one.
 */
export function loanRoute<A extends Actor, Body extends z.ZodType = z.ZodUndefined>(
  area: LoanArea<A>,
  declaration: Declaration<A, Body>,
): Route {
  const { auth, idempotent, shown, read } = area;
  const { answer, errors = [], apart = false, act, ...described } = declaration;
  return route({
    ...described,
    auth,
    rate: "write",
    idempotent: idempotent && apart ? "apart" : idempotent,
    answers: { 200: { description: answer, body: shown } },
    errors: [...area.errors, "NOT_FOUND", "LOAN_STATE_CONFLICT", ...errors],
    handle: async ({ actor, body, params, now }) => {
      const { loanId = "" } = params;
      await act({ actor, loanId, input: body, now });
      return { status: 200, body: await read({ actor, loanId, now }) };
    },
  });
}
