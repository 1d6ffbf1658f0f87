"use client";

import { useJourney } from "@/components/journey/context";
import { tenorText } from "@/components/loan/loan-text";
import { Button } from "@/components/ui/button";
import { momentText } from "@/components/ui/date-text";
import { Notice } from "@/components/ui/notice";
import { nairaText } from "@/lib/kernel/money";
import { turnedDownText } from "@/lib/terms/funding/failure-texts";

/** It stays until there is another. `again`: whether to offer the way to another request. */
export function TurnedDown({ again = false }: { again?: boolean }) {
  const { session, go } = useJourney();
  const latest = session.fundingRequests[0];
  if (latest?.status !== "REJECTED") return null;
  const { amountRequested, tenorDays, createdAt } = latest;
  const { why, remedy } = turnedDownText(latest);
  return (
    <Notice look="plain" title="Your last request was turned down">
      <p>
        {nairaText(amountRequested)} for {tenorText(tenorDays)}, asked for on {momentText(createdAt)}. {why} {remedy}
      </p>
      {again && session.open.includes("funding") && (
        <div>
          <Button look="quiet" onClick={() => go("funding")}>
            See what you can get now
          </Button>
        </div>
      )}
    </Notice>
  );
}
