import type { JourneyStep } from "@/lib/surfaces/journey/protocol";
import { kycPlaceLabels } from "@/lib/terms/kyc/constants";
import { entriesOf } from "@/lib/terms/table";

export const stepLabels = entriesOf({
  ...kycPlaceLabels,
  funding: "Funding",
  offer: "Offer",
  "payout-account": "Account",
  mandate: "Agreement",
} satisfies Partial<Record<JourneyStep, string>>);
