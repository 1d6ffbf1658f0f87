import { type KycStep, kycSteps } from "./constants";
import type { KycProgress, Requirement } from "./schema";
import { isEditable, type KycStatus, publicKycStatus } from "./states";

/** The data a merchant's progress is computed from. */
export type KycFacts = {
  status: KycStatus;
  hasBusinessInfo: boolean;
  directorCount: number;
  /** Whether a proof of the business is attached (`businessProofs`). */
  hasBusinessProof: boolean;
  submittedAt: Date | null;
  requirements: readonly Requirement[];
  rejectionReason: string | null;
  /** Whether the merchant is still connected; otherwise nothing proceeds. */
  connectionOpen: boolean;
};

/** The steps still to be completed before submission, in order. */
export function missingSteps(
  facts: Pick<KycFacts, "hasBusinessInfo" | "directorCount" | "hasBusinessProof">,
): KycStep[] {
  const missing: KycStep[] = [];
  if (!facts.hasBusinessInfo) missing.push("business-info");
  if (facts.directorCount === 0) missing.push("directors");
  if (!facts.hasBusinessProof) missing.push("documents");
  return missing;
}

/**
 * The public `kyc` object (docs/kyc.md#progress): 25 percent for each completed step, `review` completes on submission.
 * The current step is the first with an unresolved requirement, else the first that is not completed, else `review`.
 */
export function progressOf(facts: KycFacts): KycProgress {
  const editable = isEditable(facts.status);
  const missing = missingSteps(facts);
  const remaining: KycStep[] = editable ? [...missing, "review"] : missing;
  const asked = facts.status === "REQUIRES_UPDATE" ? facts.requirements.filter((entry) => !entry.resolved) : [];
  return {
    currentStep: kycSteps.find((step) => asked.some((entry) => entry.step === step)) ?? remaining[0] ?? "review",
    completedSteps: kycSteps.filter((step) => !remaining.includes(step)),
    remainingSteps: remaining,
    overallProgress: 25 * (kycSteps.length - remaining.length),
    status: publicKycStatus(facts.status),
    canProceed: editable && facts.connectionOpen,
    submittedAt: facts.submittedAt?.toISOString() ?? null,
    ...(facts.status === "REQUIRES_UPDATE" ? { requirements: [...facts.requirements] } : {}),
    ...(facts.status === "REJECTED" && facts.rejectionReason !== null
      ? { rejectionReason: facts.rejectionReason }
      : {}),
  };
}
