import type { JourneyStep } from "@/lib/embed/protocol";

/** The steps that are counted, by the names merchants know them by. After the last one there is nothing left to do. */
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
