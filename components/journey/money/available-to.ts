import { type Availability, availabilityOf } from "@/components/loan/availability";
import type { FundingOptions } from "@/lib/lending/funding/schema";
import type { EmbedSession } from "@/lib/surfaces/journey/schema";

export function availableTo({ scoring, loans }: EmbedSession, limits: FundingOptions): Availability {
  return availabilityOf({ scoring, isBorrowing: loans.some(({ stage }) => stage !== "ended") }, limits);
}
