"use client";

import { useJourney } from "@/components/journey/context";
import { againText, RequestCard, shownRequests } from "@/components/journey/money/request-cards";
import { KycStatus } from "@/components/kyc/steps/status";
import { Button } from "@/components/ui/button";
import type { JourneyStep } from "@/lib/surfaces/journey/protocol";

export default function Status() {
  const { session } = useJourney();
  const [latest] = session.fundingRequests;
  const asked = latest?.status === "PENDING";
  return (
    <KycStatus
      approved={
        asked
          ? "Your funding request is being reviewed."
          : `Everything is in order with ${session.merchant.businessName}.`
      }
    >
      {shownRequests(session).map((request) => (
        <RequestCard key={request.id} request={request} />
      ))}
      <Next />
    </KycStatus>
  );
}

const onward: Partial<Record<JourneyStep, string>> = {
  "business-info": "Continue your application",
  directors: "Continue your application",
  documents: "Continue your application",
  review: "Check and send",
  funding: "Choose your funding",
  offer: "See your offer",
  "payout-account": "Choose where the money goes",
  mandate: "Agree to the repayments",
  done: "See your loan",
};

/** The next step, if there is one; during the review, the choice of funding. */
function Next() {
  const { session, go } = useJourney();
  const { step, loanId, kyc, fundingRequests } = session;
  const latest = fundingRequests[0];
  if (step !== "status") {
    const again = step === "funding" && latest?.status === "REJECTED";
    return <Button onClick={() => go(step, loanId ?? undefined)}>{again ? againText(latest) : onward[step]}</Button>;
  }
  if (kyc.status !== "SUBMITTED" || !session.open.includes("funding") || latest?.status === "PENDING") return null;
  return (
    <section className="flex flex-col gap-3">
      <h2 className="font-semibold">In the meantime</h2>
      <p>You can say now how much you would like. It is decided as soon as your application is approved.</p>
      <Button onClick={() => go("funding")}>Choose your funding</Button>
    </section>
  );
}
