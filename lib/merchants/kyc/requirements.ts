import type { KycStep } from "@/lib/terms/kyc/constants";
import type { Requirement } from "@/lib/terms/kyc/schema";

/** An edit of a step resolves its requirements; whether it satisfies them is for the reviewer to judge. */
export function resolveStep(requirements: readonly Requirement[], step: KycStep): Requirement[] {
  return requirements.map((entry) => (entry.step === step ? { ...entry, resolved: true } : entry));
}

export function toWebhook(requirements: readonly Requirement[]) {
  return requirements.map(({ step, item, reasonCode, message, resolved }) => ({
    step,
    item,
    reason_code: reasonCode,
    message,
    resolved,
  }));
}
