"use client";

import type { ReactNode } from "react";
import { useKyc } from "@/components/kyc/context";
import { RequirementCards } from "@/components/kyc/requirement-cards";
import { requirementsOf } from "@/components/kyc/requirements";
import { StepFrame } from "@/components/kyc/step-frame";
import { Tracker } from "@/components/kyc/tracker";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/touch-card";
import type { KycSession } from "@/lib/merchants/kyc/session/schema";

/** Changes whenever the session is read again. `approved`: what else to say once it is; `children`: what comes next. */
export function KycStatus({ approved = "", children }: { approved?: string; children: ReactNode }) {
  const { session } = useKyc();
  const { title, lead } = headline(session, approved);
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
        {children}
      </StepFrame>
    </>
  );
}

function headline({ kyc }: KycSession, approved: string): { title: string; lead: string } {
  switch (kyc.status) {
    case "PENDING":
      return { title: "Nothing has been sent yet", lead: "Finish your application, then we can look at it." };
    case "SUBMITTED":
      return {
        title: "We have your application",
        lead: "You don't need to wait here. Come back any time to see how it is going.",
      };
    case "REQUIRES_UPDATE":
      return kyc.requirements?.every(isSettled)
        ? {
            title: "Ready to send again",
            lead: "You have changed everything we asked about. Please check them once more.",
          }
        : { title: "We need a little more from you", lead: "Everything else you sent stays as it is." };
    case "REJECTED":
      return { title: "We could not approve your application", lead: "We are sorry about that. This is the reason:" };
    case "APPROVED":
      return { title: "Your application is approved", lead: approved };
  }
}

/** Whether a requirement no longer keeps the application from being sent again. */
function isSettled({ step, resolved }: { step: string; resolved: boolean }): boolean {
  return resolved || step === "review";
}

function Update() {
  const { session, go } = useKyc();
  const ready = requirementsOf(session).every(isSettled);
  return (
    <>
      <RequirementCards />
      {ready ? (
        <Button onClick={() => go("review")}>Check and send again</Button>
      ) : (
        <p className="text-stone-700 dark:text-stone-300">Once you have changed all of these, you can send it again.</p>
      )}
    </>
  );
}

function Rejected() {
  const { session } = useKyc();
  const { rejectionReason } = session.kyc;
  return (
    <>
      <blockquote className="wrap-anywhere border-l-4 border-stone-400 py-1 pl-4 text-lg dark:border-stone-600">
        {rejectionReason ?? "The reviewer gave no reason."}
      </blockquote>
      <section className="flex flex-col gap-2">
        <h2 className="font-semibold">What you can do</h2>
        <p>
          If this is a mistake, or something has changed, contact the support team at {session.marketplace.name}. They
          can have your application reopened. Everything you filled in will still be here.
        </p>
      </section>
    </>
  );
}
