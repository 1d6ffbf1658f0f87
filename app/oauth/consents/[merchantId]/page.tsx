import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { merchantSession, signInFor } from "@/app/account/session";
import { withdraw } from "@/app/oauth/consents/actions";
import { WithdrawForm } from "@/components/oauth/withdraw-form";
import { Frame } from "@/components/ui/frame";
import * as clock from "@/lib/clock";
import { listConsents } from "@/lib/consents/list-consents";

export const metadata: Metadata = { title: "Withdraw your permission" };

export default async function Withdraw({ params }: { params: Promise<{ merchantId: string }> }) {
  const { merchantId } = await params;
  const session = await merchantSession();
  if (!session) redirect(signInFor("/oauth/consents"));
  const consents = await listConsents(session.userId, clock.now());
  const consent = consents.find((one) => one.merchantId === merchantId);
  if (!consent) notFound();
  if (consent.disconnected) redirect("/oauth/consents");
  const { marketplace, runningLoans } = consent;
  return (
    <Frame title={`Withdraw from ${marketplace}?`} test={consent.environment === "test"}>
      <section className="flex flex-col gap-3">
        <h2 className="text-lg font-semibold">What happens then</h2>
        <ul className="flex list-disc flex-col gap-2 pl-5">
          <li>{marketplace} can send us nothing more about your business. Its access ends at once.</li>
          <li>It no longer sees your credit score.</li>
          <li>Offers that have not been paid out end, and so do requests that have not been decided.</li>
          <li>
            {runningLoans > 0
              ? `What you owe is still repaid: from your sales, as agreed, and by your mandate if you fall behind. ${marketplace} deducts it, so it still sees that loan, and tells us the sales it deducts from.`
              : "A debt does not end by this: what you owe is still repaid. You have no running loan now."}
          </li>
          <li>You can connect again at any time: begin at {marketplace}, and you are asked again.</li>
        </ul>
      </section>
      <WithdrawForm userId={session.userId} merchantId={merchantId} back="/oauth/consents" withdraw={withdraw} />
    </Frame>
  );
}
