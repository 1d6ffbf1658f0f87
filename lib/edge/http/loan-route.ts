import type { z } from "zod";
import type { Actor } from "@/lib/kernel/actor";
import type { ErrorCode } from "@/lib/kernel/error-codes";
import { reachOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { type LoanOperationName, loanOperations } from "@/lib/lending/proposals/loan-operations";
import { operateLoan } from "@/lib/lending/proposals/operate-loan";
import { proposalAnswer } from "@/lib/lending/proposals/schema";
import { readLoanStatus } from "@/lib/loans/loans/queries";
import { readJourneyLoan } from "@/lib/surfaces/journey/read-journey-loan";
import { journeyLoan } from "@/lib/surfaces/journey/schema";
import { loanStatusAnswer } from "@/lib/terms/loans/schema";
import { type Authenticator, type SecretKeyActor, testSecretKey } from "./auth";
import { type EmbedTokenActor, embedToken } from "./embed-token";
import { toChange } from "./operator-token";
import { type Route, route } from "./route";

/** A group of operations on a loan: for which actor, and how they show the loan. */
type LoanArea<A extends Actor> = {
  auth: Authenticator<A>;
  idempotent: boolean;
  shown: z.ZodType;
  errors: readonly ErrorCode[];
  read: (call: { actor: A; loanId: string; now: BusinessTime }) => Promise<unknown>;
};

/** Operations on a test loan, for the marketplace's backend; they answer the loan's status. */
export const testLoan: LoanArea<SecretKeyActor> = {
  auth: testSecretKey,
  idempotent: true,
  shown: loanStatusAnswer,
  errors: ["TEST_KEY_REQUIRED"],
  read: ({ actor, loanId, now }) => readLoanStatus(reachOf(actor), loanId, now),
};

/** A merchant's operations on its loan in the journey, safe to repeat without a key: phones send twice. */
export const ownLoan: LoanArea<EmbedTokenActor> = {
  auth: embedToken,
  idempotent: false,
  shown: journeyLoan,
  errors: [],
  read: readJourneyLoan,
};

type Declaration<A extends Actor, Body extends z.ZodType> = {
  operationId: string;
  summary: string;
  description: string;
  body?: Body;
  answer: string;
  errors?: readonly ErrorCode[];
  /** The verb calls outside parties, so it cannot run in one transaction. */
  nonTransactional?: boolean;
  /** The verb. Its result is ignored. */
  act: (call: { actor: A; loanId: string; input: z.output<Body>; now: BusinessTime }) => Promise<unknown>;
};

/** An operation on a loan. It answers the loan as it is afterwards, whichever request changed it. */
export function loanRoute<A extends Actor, Body extends z.ZodType = z.ZodUndefined>(
  area: LoanArea<A>,
  declaration: Declaration<A, Body>,
): Route {
  const { auth, idempotent, shown, read } = area;
  const { answer, errors = [], nonTransactional = false, act, ...described } = declaration;
  return route({
    ...described,
    auth,
    rate: "write",
    idempotent: idempotent && nonTransactional ? "nonTransactional" : idempotent,
    answers: { 200: { description: answer, body: shown } },
    errors: [...area.errors, "NOT_FOUND", "LOAN_STATE_CONFLICT", ...errors],
    respond: async ({ actor, body, params: { loanId = "" }, now }) => {
      await act({ actor, loanId, input: body, now });
      return read({ actor, loanId, now });
    },
  });
}

/** What operators do to a loan of any marketplace; 202 with the proposal where another of them has to decide. */
export function operatedLoan(name: LoanOperationName): Route {
  const { act, second, body, errors = [], ...described } = loanOperations[name];
  const answers: Route["declaration"]["answers"] = {};
  if (act) answers[200] = { description: "The loan as it is now", body: loanStatusAnswer };
  if (second) answers[202] = { description: "Proposed to the other operators", body: proposalAnswer };
  return route({
    ...toChange(second?.kind.permission ?? "collect"),
    ...described,
    body,
    answers,
    errors: ["INSUFFICIENT_ROLE", "NOT_FOUND", "LOAN_STATE_CONFLICT", ...errors],
    handle: async ({ actor: operator, params: { loanId = "" }, body: input, realNow }) => {
      const { loan, proposal } = await operateLoan({ name, operator, loanId, input, realNow });
      return proposal ? { status: 202, body: proposal } : { status: 200, body: loan };
    },
  });
}
