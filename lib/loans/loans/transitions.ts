import { type Actor, actorName } from "@/lib/kernel/actor";
import { CodedError } from "@/lib/kernel/errors";
import { type LoanState, owingStates, payableStates } from "@/lib/terms/loans/states";

/** The states each action may start from: the only table of life cycle transitions. */
export const actionStates = {
  accept: ["APPROVED"],
  "set the payout account": ["ACCEPTED"],
  // On a running loan, after its holder has ended the first one at the bank.
  "activate the mandate": ["ACCEPTED", ...payableStates],
  "pay out": ["ACCEPTED"],
  "release the payout": ["PAYOUT_HELD"],
  "refuse the payout": ["PAYOUT_HELD"],
  disburse: ["DISBURSING"],
  cancel: ["APPROVED", "ACCEPTED", "PAYOUT_HELD"],
  // The service's own way to cancel: it may also stop a payout that the bank has not been asked for.
  withdraw: ["APPROVED", "ACCEPTED", "PAYOUT_HELD", "DISBURSING"],
  pay: payableStates,
  pause: owingStates,
  resume: owingStates,
  "change terms": owingStates,
  "agree on a plan": owingStates,
  default: ["ACTIVE"],
  "take back the default": ["DEFAULTED"],
  "write off": ["DEFAULTED"],
  recover: ["WRITTEN_OFF"],
  "pay out again": ["ACTIVE"],
  "end as never paid out": [...payableStates, "REPAID"],
} as const satisfies Record<string, readonly LoanState[]>;
export type LoanAction = keyof typeof actionStates;

export type StateFor<Action extends LoanAction> = (typeof actionStates)[Action][number];

/** The state an action leads to, for actions that may be repeated. */
export const resultingStates: Partial<Record<LoanAction, LoanState>> = {
  cancel: "CANCELLED",
  default: "DEFAULTED",
  "write off": "WRITTEN_OFF",
};

/** Actions the service performs itself; error messages do not offer them. */
const ownSteps: readonly LoanAction[] = ["pay out", "disburse", "withdraw"];

/** Actions on a loan whose payout came back; for any other they are not offered, either. */
const onReturned: readonly LoanAction[] = ["pay out again", "end as never paid out"];

const stateInWords: Record<LoanState, string> = {
  APPROVED: "APPROVED (an offer not yet accepted)",
  ACCEPTED: "APPROVED (accepted; payout account or mandate missing)",
  PAYOUT_HELD: "APPROVED (payout held until its account is checked)",
  DISBURSING: "APPROVED (payout under way)",
  ACTIVE: "ACTIVE",
  REPAID: "REPAID",
  DEFAULTED: "DEFAULTED",
  WRITTEN_OFF: "WRITTEN_OFF",
  CANCELLED: "CANCELLED",
};

export function requireState<Action extends LoanAction>(
  loan: { status: LoanState },
  action: Action,
): asserts loan is { status: StateFor<Action> } {
  if (allows(loan.status, action)) return;
  const offered = (Object.keys(actionStates) as LoanAction[]).filter(
    (other) => !(ownSteps.includes(other) || onReturned.includes(other)),
  );
  const possible = offered.filter((other) => allows(loan.status, other));
  const instead = possible.length > 0 ? `Possible now: ${possible.join(", ")}.` : "No action is possible now.";
  throw new CodedError("LOAN_STATE_CONFLICT", `Cannot ${action}: the loan is ${stateInWords[loan.status]}. ${instead}`);
}

function allows(state: LoanState, action: LoanAction): boolean {
  return actionStates[action].some((from) => from === state);
}

/** Rejects a marketplace's own credentials on live loans, which only the lender or the merchant may change. */
export function refuseMarketplace(actor: Actor): void {
  const marketplace = actor.kind === "secretKey" || actor.kind === "accessToken" || actor.kind === "oauthClient";
  if (marketplace && actor.tenant.environment !== "test") {
    throw new CodedError("TEST_KEY_REQUIRED", `A marketplace's key cannot change live loans (${actorName(actor)}).`);
  }
}
