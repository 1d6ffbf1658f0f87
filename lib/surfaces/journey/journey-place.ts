import type { FundingStatus } from "@/lib/terms/funding/constants";
import { kycPlaceOf } from "@/lib/terms/kyc/constants";
import type { KycProgress } from "@/lib/terms/kyc/schema";
import { type JourneyStep, journeySteps } from "./protocol";
import type { LoanStage } from "./schema";

type Loan = { loanId: string; stage: LoanStage };

/** What determines a merchant's place in the journey. Requests and loans newest first. */
export type JourneyFacts = {
  kyc: Pick<KycProgress, "status" | "currentStep" | "remainingSteps">;
  requests: readonly { status: FundingStatus }[];
  loans: readonly Loan[];
};

/** The next step, the steps that can be shown, and the loan they refer to. */
export type Place = { step: JourneyStep; open: JourneyStep[]; loanId: string | null };

/** The steps of each stage in which a loan waits for the merchant; the next one is last. */
const waitingFor: Partial<Record<LoanStage, readonly JourneyStep[]>> = {
  offer: ["offer"],
  "payout-account": ["payout-account"],
  // Another account can be given until the bank has been told to collect from this one.
  mandate: ["payout-account", "mandate"],
};

export function placeOf(facts: JourneyFacts): Place {
  const loan = loanInQuestion(facts.loans);
  const place = (step: JourneyStep, ...also: readonly JourneyStep[]): Place => ({
    step,
    open: journeySteps.filter((one) => one === step || also.includes(one)),
    loanId: loan?.loanId ?? null,
  });
  const { step, open } = kycPlaceOf(facts.kyc);
  switch (facts.kyc.status) {
    case "PENDING":
    case "REQUIRES_UPDATE":
    case "REJECTED":
      return place(step, ...open);
    case "SUBMITTED":
      return place(step, "funding");
    case "APPROVED": {
      const waiting = (loan && waitingFor[loan.stage]) ?? [];
      const shown = facts.loans.some(({ stage }) => !waitingFor[stage]);
      const always: JourneyStep[] = ["status", "funding", ...waiting, ...(shown ? (["done"] as const) : [])];
      return place(afterApproval(facts, waiting), ...always);
    }
  }
}

/** First what waits for the merchant, then what the merchant waits for, then what there is to see. */
function afterApproval({ requests, loans }: JourneyFacts, waiting: readonly JourneyStep[]): JourneyStep {
  const next = waiting.at(-1);
  if (next) return next;
  if (requests.some(({ status }) => status === "PENDING")) return "status";
  return loans.length > 0 ? "done" : "funding";
}

/** The newest loan that waits for the merchant, else the newest that is paid out or runs, else the newest. */
function loanInQuestion(loans: readonly Loan[]): Loan | undefined {
  return loans.find(({ stage }) => waitingFor[stage]) ?? loans.find(({ stage }) => stage !== "ended") ?? loans[0];
}
