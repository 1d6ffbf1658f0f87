import type { FailureReason, FundingStatus } from "./funding/constants";
import type { LoanState } from "./loans/states";

/** How far a merchant has come, from its first data to money in its account. */
export const merchantStages = [
  "CREATED",
  "CONNECTED",
  "SUBMITTED",
  "VERIFIED",
  "REQUESTED",
  "OFFERED",
  "FUNDED",
] as const;
export type MerchantStage = (typeof merchantStages)[number];

/** Stages that several rows can bring a merchant to: the first one counts, and is noted. */
export const notedStages = ["REQUESTED", "OFFERED", "FUNDED"] as const satisfies readonly MerchantStage[];

/** What is missing or too much is known once a day has been judged (docs/collection.md#days). */
export const collectionTallies = ["agreed", "taken", "missing", "excess"] as const;

/**
 * What is added up by day (docs/tallies.md). `funded`: loans by the day of their disbursement. `running`: what came to and
 * left the loans that are out. Loans by state: by the day of their offer. Requests and refusals: by the day of the request.
 * Stages: by the day on which the merchant came.
 */
export type TallyName =
  | "funded"
  | "running"
  | (typeof collectionTallies)[number]
  | `loan.${LoanState}`
  | `request.${FundingStatus}`
  | `refusal.${FailureReason}`
  | `stage.${MerchantStage}`;
