import type { Metadata } from "next";
import { merchantAt } from "@/app/account/holder";
import { holdingHere } from "@/app/account/holding";
import { Application } from "@/components/account/kyc/application";
import { siteOfMerchant } from "@/lib/held-loans/marketplace-site";
import { readKycSession } from "@/lib/kyc-session/read-kyc-session";
import { mintPageToken } from "./actions";

export const metadata: Metadata = { title: "Your application" };

export default async function ApplicationPage({ params }: { params: Promise<{ merchantId: string }> }) {
  const { actor, merchant, now } = await merchantAt(params);
  const [session, holding] = await Promise.all([readKycSession(actor, now), holdingHere()]);
  const { connectionId, connectionStatus } = merchant;
  const site = await siteOfMerchant(holding, actor.merchantId);
  const connection = { connectionId, isOpen: connectionStatus !== "DISCONNECTED", site };
  // Another merchant's application is another one, whatever is typed in this one.
  return (
    <Application
      key={actor.merchantId}
      session={session}
      connection={connection}
      mint={mintPageToken.bind(null, {})}
    />
  );
}
