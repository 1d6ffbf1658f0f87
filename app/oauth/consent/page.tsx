import { redirect } from "next/navigation";
import { merchantSession } from "@/app/account/session";
import type { SearchParams } from "@/app/anyone";
import { readAuthorizationRequest, startOf } from "@/app/oauth/authorization-page";
import { SignOutButton } from "@/components/forms/sign-in/sign-out-button";
import { ConsentForm } from "@/components/oauth/consent-form";
import { ScopeList } from "@/components/oauth/scope-list";
import { Frame } from "@/components/ui/frame";
import { TextLink } from "@/components/ui/page";
import { scopeLabels } from "@/lib/sales/oauth/scope-labels";
import { accessTokenSeconds } from "@/lib/terms/oauth";
import { decide } from "./actions";

export const metadata = { title: "Connect your shop" };

const heading = "text-lg font-semibold";

export default async function Consent({ searchParams }: { searchParams: SearchParams }) {
  const { query, request } = await readAuthorizationRequest(searchParams);
  const session = await merchantSession();
  // Also without a request: the start reports what is missing.
  if (!request || !session) redirect(startOf(query));
  const { marketplaceName: marketplace, environment } = request.client;
  const test = environment === "test";
  const lasting = request.scopes.includes("offline_access");
  return (
    <Frame title={`Connect your shop with ${marketplace}?`} test={test}>
      <p>
        {marketplace} offers its merchants financing through us. You decide what it may do.
        {test && " This is a test: no real money moves."}
      </p>
      <section className="rounded-lg border border-stone-200 px-4 pt-4 pb-1 dark:border-stone-700">
        <p>
          <span className="block text-sm text-stone-600 dark:text-stone-400">Signed in as</span>
          <span className="block font-semibold">{session.name}</span>
          <span className="block text-sm">{session.email}</span>
        </p>
        <SignOutButton label="Not you? Sign out" next={startOf(query)} look="quiet" />
      </section>
      <section className="flex flex-col gap-3">
        <h2 className={heading}>{marketplace} will be able to</h2>
        <ScopeList items={request.scopes.map((scope) => scopeLabels[scope])} />
      </section>
      <section className="flex flex-col gap-3">
        <h2 className={heading}>What happens next</h2>
        <ol className="flex list-decimal flex-col gap-2 pl-5 marker:font-semibold">
          <li>You go back to {new URL(request.redirectUri).host}.</li>
          {request.scopes.includes("data.share.sales") && (
            <li>{marketplace} sends us your sales figures, and we work out a credit score from them.</li>
          )}
          <li>You may be offered financing. Saying yes here is no loan and costs nothing: you decide on each offer.</li>
        </ol>
        <p className="text-stone-700 dark:text-stone-300">
          {!lasting && `This permission ends by itself after ${accessTokenSeconds / 60} minutes. `}
          You can withdraw this at any time: sign in here and open{" "}
          <TextLink href="/account/connections">your shops</TextLink>. What you allow here ends the moment you do.
        </p>
      </section>
      <ConsentForm userId={session.userId} query={query} decide={decide} />
    </Frame>
  );
}
