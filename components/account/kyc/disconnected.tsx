"use client";

import Link from "next/link";
import { useKyc } from "@/components/kyc/context";
import { ReviewSections } from "@/components/kyc/review-sections";
import { StepFrame } from "@/components/kyc/step-frame";
import { buttonLook } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";

export function DisconnectedNote({ connectionId }: { connectionId: string }) {
  const { marketplace } = useKyc().session;
  return (
    <Notice look="warning" title={`Your shop at ${marketplace.name} is disconnected`}>
      <p>Your application can't be changed, and there is no new funding. What you filled in is kept.</p>
      <p className="pt-2">
        <Link href={`/account/connections/${connectionId}`} className={buttonLook("secondary")}>
          Connect again
        </Link>
      </p>
    </Notice>
  );
}

export function ClosedApplication() {
  return (
    <StepFrame title="Your application" lead="This is what it says so far.">
      <ReviewSections />
    </StepFrame>
  );
}
