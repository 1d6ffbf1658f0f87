"use client";

import { useJourney } from "@/components/journey/context";
import { tenorText } from "@/components/loan/loan-text";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/touch-card";
import { nairaText } from "@/lib/kernel/money";
import type { EmbedSession } from "@/lib/surfaces/journey/schema";
import { turnedDownText } from "@/lib/terms/funding/failure-texts";

type FundingRequest = EmbedSession["fundingRequests"][number];

/** The funding requests to show: those that are pending, and the latest if it was turned down. */
export function shownRequests({ fundingRequests }: EmbedSession): FundingRequest[] {
  return fundingRequests.filter(({ status }, i) => status === "PENDING" || (i === 0 && status === "REJECTED"));
}

export function RequestCard({ request }: { request: FundingRequest }) {
  const { session, go } = useJourney();
  const { amountRequested, tenorDays, purpose } = request;
  const asked = (
    <p>
      <span className="font-semibold tabular-nums">{nairaText(amountRequested)}</span> for {tenorText(tenorDays)},{" "}
      {purpose.toLowerCase()}
    </p>
  );
  if (request.status === "PENDING") {
    return (
      <Card title="Your request">
        {asked}
        <p>{waitsFor(session)}</p>
      </Card>
    );
  }
  const { why, remedy } = turnedDownText(request);
  return (
    <Card title="This request was turned down">
      {asked}
      <p>
        {why} {remedy}
      </p>
      {session.open.includes("funding") && session.step !== "funding" && (
        <Button look="secondary" onClick={() => go("funding")}>
          {againText(request)}
        </Button>
      )}
    </Card>
  );
}

export function againText({ failureReason, capReason }: Pick<FundingRequest, "failureReason" | "capReason">): string {
  return failureReason?.startsWith("ABOVE_") && !capReason ? "Ask for less" : "Ask again";
}

function waitsFor({ kyc, scoring, marketplace }: EmbedSession): string {
  if (kyc.status === "REQUIRES_UPDATE") return "It waits until you have changed what is asked for above.";
  if (kyc.status !== "APPROVED") return "It is decided as soon as your application is approved.";
  if (scoring === "none") return `It waits for your sales figures, which ${marketplace.name} sends us.`;
  if (scoring === "pending") return "We are reading your sales figures. This takes a few minutes.";
  return "We are deciding on it now. This takes a few minutes, and you can stay on this page.";
}
