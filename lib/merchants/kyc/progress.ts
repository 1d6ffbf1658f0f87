import { type KycStep, kycSteps } from "@/lib/terms/kyc/constants";
import { businessProofs, type DocumentType } from "@/lib/terms/kyc/document-kinds";
import type { KycProgress, Requirement } from "@/lib/terms/kyc/schema";
import { isEditable, type KycStatus, publicKycStatus } from "@/lib/terms/kyc/states";
import type { BusinessType } from "@/lib/terms/merchants/business-kinds";

export type KycFacts = {
  status: KycStatus;
  businessType: BusinessType | null;
  directorCount: number;
  documentTypes: readonly DocumentType[];
  submittedAt: Date | null;
  requirements: readonly Requirement[];
  rejectionReason: string | null;
  connectionOpen: boolean;
};

type Completed = Pick<KycFacts, "businessType" | "directorCount" | "documentTypes">;

export function missingSteps({ businessType, directorCount, documentTypes }: Completed): KycStep[] {
  const missing: KycStep[] = [];
  if (businessType === null) missing.push("business-info");
  if (directorCount === 0) missing.push("directors");
  const proofs = businessProofs(businessType);
  if (!documentTypes.some((type) => proofs.includes(type))) missing.push("documents");
  return missing;
}

/** docs/kyc.md#progress. Current is the first step with a requirement, else the first not completed, else `review`. */
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
