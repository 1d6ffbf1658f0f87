"use client";

import { useJourney } from "@/components/journey/context";
import type { FundingOptions } from "@/lib/lending/funding/schema";
import type { EmbedSession } from "@/lib/surfaces/journey/schema";
import { type Reading, useReading } from "./use-reading";

/** Read again when something changes it. `amount`: naira; by default the most there is; null: nothing is read. */
export function useOptions(amount?: number | null): Reading<FundingOptions> {
  const { session } = useJourney();
  const path = amount === undefined ? "funding-options" : `funding-options?amount=${amount}`;
  return useReading<FundingOptions>(amount === null ? null : path, whatMatters(session));
}

/** Everything that decides which amounts are possible. */
function whatMatters({ scoring, kyc, fundingRequests, loans }: EmbedSession): string {
  const requests = fundingRequests.map(({ id, status }) => `${id}:${status}`);
  return [scoring, kyc.status, ...requests, ...loans.map(({ loanId, status }) => `${loanId}:${status}`)].join(" ");
}
