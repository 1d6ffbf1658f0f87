"use client";

import { useJourney } from "@/components/journey/context";
import type { JourneyStep } from "@/lib/embed/protocol";
import type { KycStep } from "@/lib/kyc/constants";

/** What a step is opened with that was reached from the review: afterwards it goes back there. */
export const fromReview = "review";

const following = { "business-info": "directors", directors: "documents", documents: "review" } as const;

/** Where a step of the application leads, and what its button says. */
export function useNext(step: Exclude<KycStep, "review">): { next: JourneyStep; label: string } {
  const { session, item } = useJourney();
  if (item === fromReview) return { next: "review", label: "Back to review" };
  if (session.kyc.status === "REQUIRES_UPDATE") return { next: "status", label: "Continue" };
  return { next: following[step], label: "Continue" };
}
