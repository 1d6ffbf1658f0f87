import type { JourneyStep } from "@/lib/surfaces/journey/protocol";

/** The steps that count towards the progress, with their names for merchants. */
export const stepNames = [
  ["business-info", "Business"],
  ["directors", "Directors"],
  ["documents", "Documents"],
  ["review", "Review"],
  ["status", "Decision"],
  ["funding", "Funding"],
  ["offer", "Offer"],
  ["payout-account", "Account"],
  ["mandate", "Agreement"],
] as const satisfies readonly (readonly [JourneyStep, string])[];
