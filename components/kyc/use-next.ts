"use client";

import type { KycPlace, KycStep } from "@/lib/terms/kyc/constants";
import { useKyc } from "./context";

/** The item of a step opened from the review: it leads back there. */
export const fromReview = "review";

const following = { "business-info": "directors", directors: "documents", documents: "review" } as const;

export function useNext(step: Exclude<KycStep, "review">): { next: KycPlace; label: string } {
  const { session, item } = useKyc();
  if (item === fromReview) return { next: "review", label: "Back to review" };
  if (session.kyc.status === "REQUIRES_UPDATE") return { next: "status", label: "Continue" };
  return { next: following[step], label: "Continue" };
}
