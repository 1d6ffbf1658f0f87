import type { ConnectionStatus } from "@/lib/terms/connections";
import type { KycStatus } from "@/lib/terms/kyc/states";
import type { EmbedSession, LoanStage } from "./schema";

/** What determines whether something can change without the merchant acting. */
export type Moving = {
  environment: EmbedSession["environment"];
  kycStatus: KycStatus;
  connectionStatus: ConnectionStatus;
  scoring: EmbedSession["scoring"];
  requestPending: boolean;
  stages: readonly LoanStage[];
  /** Whether a payout waits for an operator; its loan's stage is not among `stages`. */
  payoutHeld: boolean;
  /** Whether a bank is being asked for a payment, or a new mandate of a running loan waits to be agreed to. */
  atBank: boolean;
};

/** Seconds between polls: when changes take seconds, while a reviewer decides, while sales repay a loan. */
const quick = 2;
const slow = 15;
const running = 30;

/** After how many seconds to read the session again; null when nothing will change by itself. */
export function refreshAfter(facts: Moving): number | null {
  const { environment, kycStatus, connectionStatus, scoring, requestPending, stages, payoutHeld, atBank } = facts;
  const stage = (...some: LoanStage[]) => stages.some((one) => some.includes(one));
  const approved = kycStatus === "APPROVED";
  const reviewed = kycStatus === "SUBMITTED" || kycStatus === "IN_REVIEW";
  // Without sales figures or an active connection, a request waits for somebody to act.
  const deciding = requestPending && scoring !== "none" && connectionStatus === "ACTIVE";
  // The sandbox reviews by itself, unless a reviewer has taken the record on.
  const reviewing = environment === "test" && kycStatus === "SUBMITTED";
  // The first steps say how much can be asked for.
  const applying = kycStatus === "PENDING";
  if (reviewing || (scoring === "pending" && (approved || reviewed || applying))) return quick;
  if ((approved && deciding) || stage("mandate", "paying-out") || atBank) return quick;
  if (reviewed || payoutHeld || (approved && requestPending) || (scoring === "none" && (approved || applying)))
    return slow;
  return stage("running") ? running : null;
}
