"use client";

import Link from "next/link";
import { WayToMarketplace } from "@/components/account/money/way-to-marketplace";
import { useKyc } from "@/components/kyc/context";
import { KycStatus } from "@/components/kyc/steps/status";
import { Button, buttonLook } from "@/components/ui/button";
import { kycPlaceOf } from "@/lib/terms/kyc/constants";
import { Sent } from "./sent";

/** `site`: where funding is asked for; null: not known. `isConnected`: there can be new funding. */
export function Decision({ site, isConnected }: { site: string | null; isConnected: boolean }) {
  const { session, go } = useKyc();
  const { kyc, marketplace } = session;
  const { step } = kycPlaceOf(kyc);
  return (
    <KycStatus>
      {step !== "status" && <Button onClick={() => go(step)}>Continue your application</Button>}
      {kyc.status === "APPROVED" && isConnected && (
        <>
          <p>You can ask for funding where you sell, on {marketplace.name}. Your offers appear here, too.</p>
          <WayToMarketplace name={marketplace.name} site={site} label="Ask for funding" />
          <Link href="/account/offers" className={`self-start ${buttonLook("secondary")}`}>
            See your offers
          </Link>
        </>
      )}
      {!kyc.canProceed && <Sent />}
    </KycStatus>
  );
}
