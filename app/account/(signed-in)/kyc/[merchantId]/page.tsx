import type { Metadata } from "next";
import { merchantAt } from "@/app/account/holder";
import { Application } from "@/components/account/kyc/application";
import { readKycSession } from "@/lib/kyc-session/read-kyc-session";
import { mintPageToken } from "./actions";

export const metadata: Metadata = { title: "Your application" };

export default async function ApplicationPage({ params }: { params: Promise<{ merchantId: string }> }) {
  const { actor, now } = await merchantAt(params);
  const session = await readKycSession(actor, now);
  // Another merchant's application is another one, whatever is typed in this one.
  return <Application key={actor.merchantId} session={session} mint={mintPageToken.bind(null, {})} />;
}
