import type { ConnectionStatus } from "@/lib/connections/states";
import type { KycStatus } from "@/lib/kyc/states";
import type { EmbedSession, LoanStage } from "./schema";

/** The facts that determine what can change without the merchant acting. */
export type Moving = {
  environment: EmbedSession["environment"];
  kycStatus: KycStatus;
  connectionStatus: ConnectionStatus;
  scoring: EmbedSession["scoring"];
  requestPending: boolean;
  stages: readonly LoanStage[];
};

/** Seconds between two looks at something that moves within seconds, that a person moves, that moves with the sales. */
const quick = 2;
const slow = 15;
const resting = 30;

/** When to check a merchant's session again; null when nothing will change by itself. */
export function refreshAfter(facts: Moving): number | null {
  const { environment, kycStatus, connectionStatus, scoring, requestPending, stages } = facts;
  const stage = (...some: LoanStage[]) => stages.some((one) => some.includes(one));
  const approved = kycStatus === "APPROVED";
  const reviewed = kycStatus === "SUBMITTED" || kycStatus === "IN_REVIEW";
  // Without any figures, or while the connection rests, a request waits for somebody to do something.
  const deciding = requestPending && scoring !== "none" && connectionStatus === "ACTIVE";
  // The sandbox reviews by itself, unless a reviewer has taken the record on.
  const reviewing = environment === "test" && kycStatus === "SUBMITTED";
  if (reviewing || (scoring === "pending" && (approved || reviewed))) return quick;
  if ((approved && deciding) || stage("mandate", "paying-out")) return quick;
  if (reviewed || (approved && (requestPending || scoring === "none"))) return slow;
  return stage("running") ? resting : null;
}
