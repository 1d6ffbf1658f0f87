"use client";

import Link from "next/link";
import { useKyc } from "@/components/kyc/context";
import { KycStatus } from "@/components/kyc/steps/status";
import { Button, buttonLook } from "@/components/ui/button";
import { kycPlaceOf } from "@/lib/kyc/constants";

/** What became of the application, and where it goes on. */
export function Decision() {
  const { session, go } = useKyc();
  const { kyc, merchant, marketplace } = session;
  const { step } = kycPlaceOf(kyc);
  return (
    <KycStatus approved={`${merchant.businessName} is approved.`}>
      {step !== "status" && <Button onClick={() => go(step)}>Continue your application</Button>}
      {kyc.status === "APPROVED" && (
        <>
          <p>You can ask for funding where you sell, at {marketplace.name}. What you are offered is shown here, too.</p>
          <Link href="/account/offers" className={`self-start ${buttonLook("secondary")}`}>
            See your offers
          </Link>
        </>
      )}
    </KycStatus>
  );
}
