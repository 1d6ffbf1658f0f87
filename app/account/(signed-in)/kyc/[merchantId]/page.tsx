import { merchantAt } from "@/app/account/holder";
import { holdingHere } from "@/app/account/holding";
import { Application } from "@/components/account/kyc/application";
import { readKycSession } from "@/lib/merchants/kyc/session/read-kyc-session";
import { readProfile } from "@/lib/parties/people/read-profile";
import { siteOfMerchant } from "@/lib/surfaces/account/loans/marketplace-site";
import { mintPageToken } from "./actions";

export const metadata = { title: "Your application" };

export default async function ApplicationPage({ params }: PageProps<"/account/kyc/[merchantId]">) {
  const { actor, merchant, user, now } = await merchantAt(params);
  const [session, holding, profile] = await Promise.all([
    readKycSession(actor, now),
    holdingHere(),
    readProfile(user.userId),
  ]);
  const { email, phoneNumber } = profile.user;
  const { connectionId, connectionStatus } = merchant;
  const site = await siteOfMerchant(holding, actor.merchantId);
  const connection = { connectionId, isOpen: connectionStatus !== "DISCONNECTED", site };
  // Another merchant's application is another one, whatever is typed in this one.
  return (
    <Application
      key={actor.merchantId}
      session={session}
      connection={connection}
      own={{ email, phoneNumber: phoneNumber ?? undefined }}
      mint={mintPageToken.bind(null, {})}
    />
  );
}
