import { type KycStep, kycSteps } from "@/lib/terms/kyc/constants";
import { businessProofs, type DocumentType } from "@/lib/terms/kyc/document-kinds";
import type { KycProgress, Requirement } from "@/lib/terms/kyc/schema";
import { isEditable, type KycStatus, publicKycStatus } from "@/lib/terms/kyc/states";
import type { BusinessType } from "@/lib/terms/merchants/business-kinds";

export type KycFacts = {
  status: KycStatus;
  /** Null until there is business information. */
  businessType: BusinessType | null;
  directorCount: number;
  /** Of the documents attached. */
  documentTypes: readonly DocumentType[];
  submittedAt: Date | null;
  requirements: readonly Requirement[];
  rejectionReason: string | null;
  /** Whether the merchant is still connected; otherwise nothing proceeds. */
  connectionOpen: boolean;
};

type Completed = Pick<KycFacts, "businessType" | "directorCount" | "documentTypes">;

/** The steps still to be completed before submission, in order. */
export function missingSteps({ businessType, directorCount, documentTypes }: Completed): KycStep[] {
  const missing: KycStep[] = [];
  if (businessType === null) missing.push("business-info");
  if (directorCount === 0) missing.push("directors");
  const proofs = businessProofs(businessType);
  if (!documentTypes.some((type) => proofs.includes(type))) missing.push("documents");
  return missing;
}

/**
 * The public `kyc` object (docs/kyc.md#progress): 25 percent for each completed step, `review` completes on submission.
 * The current step is the first with an unresolved requirement, else the first that is not completed, else `review`.
 */
export function progressOf(facts: KycFacts): KycProgress {
  const { status, rejectionReason } = facts;
  const editable = isEditable(status);
  const missing = missingSteps(facts);
  const remaining: KycStep[] = editable ? [...missing, "review"] : missing;
  const asked = status === "REQUIRES_UPDATE" ? facts.requirements.filter((entry) => !entry.resolved) : [];
  return {
    currentStep: kycSteps.find((step) => asked.some((entry) => entry.step === step)) ?? remaining[0] ?? "review",
    completedSteps: kycSteps.filter((step) => !remaining.includes(step)),
    remainingSteps: remaining,
    overallProgress: 25 * (kycSteps.length - remaining.length),
    status: publicKycStatus(status),
    canProceed: editable && facts.connectionOpen,
    submittedAt: facts.submittedAt?.toISOString() ?? null,
    ...(status === "REQUIRES_UPDATE" ? { requirements: [...facts.requirements] } : {}),
    ...(status === "REJECTED" && rejectionReason !== null ? { rejectionReason } : {}),
  };
}
