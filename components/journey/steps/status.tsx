"use client";

import { useJourney } from "@/components/journey/context";
import { againText, RequestCard, shownRequests } from "@/components/journey/kyc/request-cards";
import { RequirementCards } from "@/components/journey/kyc/requirement-cards";
import { requirementsOf } from "@/components/journey/kyc/requirements";
import { Tracker } from "@/components/journey/kyc/tracker";
import { StepFrame } from "@/components/journey/step-frame";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/touch-card";
import type { JourneyStep } from "@/lib/embed/protocol";
import type { EmbedSession } from "@/lib/embed/schema";

/** What became of the application, and what comes next. It changes whenever the session is read again. */
export default function Status() {
  const { session } = useJourney();
  const { title, lead } = headline(session);
  const { status } = session.kyc;
  return (
    <>
      <p role="status" className="sr-only">
        {title}. {lead}
      </p>
      <StepFrame title={title} lead={lead}>
        {status === "REQUIRES_UPDATE" && <Update />}
        {status === "REJECTED" && <Rejected />}
        {status !== "PENDING" && (
          <Card>
            <Tracker />
          </Card>
        )}
        {shownRequests(session).map((request) => (
          <RequestCard key={request.id} request={request} />
        ))}
        <Next />
      </StepFrame>
    </>
  );
}

function headline(session: EmbedSession): { title: string; lead: string } {
  const { kyc, merchant, fundingRequests } = session;
  switch (kyc.status) {
    case "PENDING":
      return { title: "Nothing has been sent yet", lead: "Finish your application, then we can look at it." };
    case "SUBMITTED":
      return {
        title: "We have your application",
        lead: "You need not wait here: we carry on without you, and this page shows the progress whenever you come back.",
      };
    case "REQUIRES_UPDATE":
      return kyc.requirements?.every(isSettled)
        ? {
            title: "Ready to send again",
            lead: "You have changed every part that was asked about. Check once more that each point is met.",
          }
        : { title: "We need a little more from you", lead: "Everything else you sent stays as it is." };
    case "REJECTED":
      return { title: "We could not approve your application", lead: "We are sorry about that. This is the reason:" };
    case "APPROVED":
      return fundingRequests[0]?.status === "PENDING"
        ? { title: "You are approved", lead: "Your funding request is being reviewed." }
        : { title: "You are approved", lead: `Everything is in order with ${merchant.businessName}.` };
  }
}

/** Whether a requirement no longer keeps the application from being sent again. */
function isSettled({ step, resolved }: { step: string; resolved: boolean }): boolean {
  return resolved || step === "review";
}

function Update() {
  const { session, go } = useJourney();
  const ready = requirementsOf(session).every(isSettled);
  return (
    <>
      <RequirementCards />
      {ready ? (
        <Button onClick={() => go("review")}>Check and send again</Button>
      ) : (
        <p className="text-stone-700 dark:text-stone-300">When each of these is changed, you can send it again.</p>
      )}
    </>
  );
}

function Rejected() {
  const { session } = useJourney();
  const { rejectionReason } = session.kyc;
  return (
    <>
      <blockquote className="wrap-anywhere border-l-4 border-stone-400 py-1 pl-4 text-lg dark:border-stone-600">
        {rejectionReason ?? "The reviewer gave no reason."}
      </blockquote>
      <section className="flex flex-col gap-2">
        <h2 className="font-semibold">What you can do</h2>
        <p>
          If this is a mistake, or has changed since, write to the support of {session.marketplace.name}. They can have
          your application opened again, and you will find it here with all that you filled in.
        </p>
      </section>
    </>
  );
}

const onward: Partial<Record<JourneyStep, string>> = {
  "business-info": "Go on with your application",
  directors: "Go on with your application",
  documents: "Go on with your application",
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
