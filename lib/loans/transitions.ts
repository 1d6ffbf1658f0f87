import { type Actor, actorName } from "@/lib/actor";
import { CodedError } from "@/lib/errors";
import { type LoanState, owingStates } from "./states";

/** From which states each thing that somebody can do to a loan starts. The one table of the life cycle's transitions. */
export const actionStates = {
  accept: ["APPROVED"],
  "set the payout account": ["ACCEPTED"],
  "activate the mandate": ["ACCEPTED"],
  "pay out": ["ACCEPTED"],
  disburse: ["DISBURSING"],
  cancel: ["APPROVED", "ACCEPTED"],
  pause: owingStates,
  resume: owingStates,
  "change terms": owingStates,
  default: ["ACTIVE"],
  "write off": ["DEFAULTED"],
} as const satisfies Record<string, readonly LoanState[]>;
export type LoanAction = keyof typeof actionStates;

/** The states from which an action starts. */
export type StateFor<Action extends LoanAction> = (typeof actionStates)[Action][number];

/** The state that an action leads to, where doing it again is no fault. */
export function resultOf(action: LoanAction): LoanState | undefined {
  const results: Partial<Record<LoanAction, LoanState>> = {
    cancel: "CANCELLED",
    default: "DEFAULTED",
    "write off": "WRITTEN_OFF",
  };
  return results[action];
}

/** What the service does by itself: nobody is told that they could. */
const ownSteps: readonly LoanAction[] = ["pay out", "disburse"];

const stateInWords: Record<LoanState, string> = {
  APPROVED: "APPROVED, an offer that waits to be accepted",
  ACCEPTED: "APPROVED, an accepted offer that waits for payout account and mandate",
  DISBURSING: "APPROVED, and its money is on the way",
  ACTIVE: "ACTIVE",
  REPAID: "REPAID",
  DEFAULTED: "DEFAULTED",
  WRITTEN_OFF: "WRITTEN_OFF",
  CANCELLED: "CANCELLED",
};

/**
 * Lets an action pass that the loan's state allows.
 * @throws CodedError LOAN_STATE_CONFLICT, saying where the loan stands and what is possible from there
 */
export function requireState<Action extends LoanAction>(
  loan: { status: LoanState },
  action: Action,
): asserts loan is { status: StateFor<Action> } {
  if (allows(loan.status, action)) return;
  const offered = (Object.keys(actionStates) as LoanAction[]).filter((other) => !ownSteps.includes(other));
  const possible = offered.filter((other) => allows(loan.status, other));
  const instead = possible.length > 0 ? `Possible now: ${possible.join(", ")}.` : "Nothing else can be done to it now.";
  throw new CodedError(
    "LOAN_STATE_CONFLICT",
    `The loan is ${stateInWords[loan.status]}; this is no state to ${action} in. ${instead}`,
  );
}

function allows(state: LoanState, action: LoanAction): boolean {
  return actionStates[action].some((from) => from === state);
}

/**
 * What changes a live loan is the lender's or the merchant's to do: a marketplace's own credentials do it in test alone.
 * @throws CodedError TEST_KEY_REQUIRED
 */
export function refuseMarketplace(actor: Actor): void {
  const marketplace = actor.kind === "secretKey" || actor.kind === "accessToken" || actor.kind === "oauthClient";
  if (marketplace && actor.tenant.environment !== "test") {
    throw new CodedError(
      "TEST_KEY_REQUIRED",
      `Live loans are not changed by a marketplace's key (${actorName(actor)}).`,
    );
  }
}
