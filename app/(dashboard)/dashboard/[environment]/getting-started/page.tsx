import { headers } from "next/headers";
import Link from "next/link";
import { redirect } from "next/navigation";
import { createKey } from "@/app/(dashboard)/dashboard/[environment]/developers/keys/actions";
import { staffAt } from "@/app/(dashboard)/staff";
import { CreateKey } from "@/components/dashboard/developers/create-key";
import { JourneyToCome } from "@/components/dashboard/getting-started/journey-to-come";
import { ServerCalls } from "@/components/dashboard/getting-started/server-calls";
import { Step } from "@/components/dashboard/getting-started/step";
import { TryJourney } from "@/components/dashboard/getting-started/try-journey";
import { WayToFunding } from "@/components/dashboard/getting-started/way-to-funding";
import { ActionButton } from "@/components/forms/action-button";
import { linkLook } from "@/components/ui/button";
import { Live } from "@/components/ui/live";
import { PageHeader } from "@/components/ui/page-header";
import { ProgressBar } from "@/components/ui/progress-bar";
import { pinnedSdk } from "@/lib/sandbox/demo/sdk";
import { dashboardOrigin } from "@/lib/sandbox/getting-started/allow-this-dashboard";
import { type Progress, readProgress } from "@/lib/sandbox/getting-started/queries";
import { serviceInfo } from "@/lib/surfaces/health/info";
import { allowDashboard, openJourney, startMerchant } from "./actions";

export const metadata = { title: "Getting started" };

export default async function GettingStarted({ params }: PageProps<"/dashboard/[environment]/getting-started">) {
  const { actor, environment, may } = await staffAt(params);
  if (environment === "live") redirect("/dashboard/test/getting-started");
  const [progress, sdk, asked] = await Promise.all([readProgress(actor.tenant), pinnedSdk(), headers()]);
  const { ref, merchantId, businessName, kyc, loanId, loan } = progress;
  const done = doneOf(progress);
  const steps = Object.values(done);
  const count = steps.filter(Boolean).length;
  const mayChange = may("change");
  const at = `/dashboard/${environment}`;
  return (
    <>
      <script
        src={sdk.src}
        integrity={sdk.integrity}
        crossOrigin="anonymous"
        nonce={asked.get("x-nonce") ?? undefined}
        async
      />
      <Live environment={environment} topics={["funnel"]} />
      <PageHeader
        title="Getting started"
        lead="From here to your first funded merchant, with made-up data. Nothing that you do here moves money."
      />
      <div className="flex flex-col gap-2">
        <p className="text-sm">
          {count} of {steps.length} steps done
          {mayChange
            ? ""
            : ". You can look, but not change anything: this takes the role of Owner, Administrator or Developer."}
        </p>
        <ProgressBar percent={(100 * count) / steps.length} label="Steps done" />
      </div>
      <ol className="flex flex-col gap-4">
        <Step number={1} title="Make a secret key" done={done.key}>
          <p>
            Your backend sends it with each call of the Marketplace API. It is shown once, and opens test data alone.
          </p>
          {mayChange && (
            <CreateKey create={createKey.bind(null, environment)} look={done.key ? "secondary" : "primary"} />
          )}
        </Step>
        <Step number={2} title="Allow a page to show the journey" done={done.origin}>
          <p>
            The journey opens only in pages whose origin is registered. To see it here, allow this dashboard; your own
            pages are added under{" "}
            <Link href={`${at}/developers/origins`} prefetch={false} className={linkLook}>
              Origins
            </Link>
            .
          </p>
          {mayChange && !done.origin && (
            <ActionButton
              act={allowDashboard.bind(null, environment, {})}
              said="Journeys of test merchants may open here."
            >
              Allow this dashboard
            </ActionButton>
          )}
        </Step>
        <Step number={3} title="Add a merchant" done={done.merchant}>
          <p>A made-up seller with six months of sales, and the details that you would know of it.</p>
          {mayChange && (
            <ActionButton
              look={done.merchant ? "secondary" : "primary"}
              act={startMerchant.bind(null, environment, {})}
              said="Added, with its sales figures."
            >
              {ref ? "Add another test merchant" : "Add a test merchant"}
            </ActionButton>
          )}
          <ServerCalls api={serviceInfo().links.marketplaceApi ?? ""} />
        </Step>
        <Step number={4} title="Open its journey" done={done.applied}>
          {ref && merchantId && done.origin && mayChange ? (
            <TryJourney
              key={ref}
              environment={environment}
              seller={ref}
              script={sdk}
              open={openJourney.bind(null, environment)}
              look={done.funded ? "secondary" : "primary"}
            >
              Take the part of{" "}
              <Link href={`${at}/merchants/${merchantId}`} prefetch={false} className={linkLook}>
                {businessName}
              </Link>
              . Any PDF will do as its document, and 0123456789 as its account. The sandbox reviews by itself, within
              seconds.
            </TryJourney>
          ) : (
            <JourneyToCome applied={done.applied} allowed={done.origin} added={ref !== null} mayChange={mayChange} />
          )}
        </Step>
        <Step number={5} title="See it funded" done={done.funded}>
          <WayToFunding
            at={at}
            funded={done.funded}
            businessName={businessName}
            kyc={kyc}
            loanId={loanId}
            loan={loan}
          />
        </Step>
        <Step number={6} title="Hear of it" done={done.webhook}>
          <p>
            Register the address of your webhook, and every step is sent to you, signed.{" "}
            <Link href={`${at}/developers/webhook`} prefetch={false} className={linkLook}>
              Set up the webhook
            </Link>
          </p>
        </Step>
      </ol>
      <p className="text-sm">
        Then:{" "}
        <Link href={`${at}/go-live`} prefetch={false} className={linkLook}>
          what it takes to go live
        </Link>
        .
      </p>
    </>
  );
}

function doneOf({ hasKey, origins, merchants, kyc, funded, hasWebhook }: Progress) {
  return {
    key: hasKey,
    origin: origins.includes(dashboardOrigin()),
    merchant: merchants,
    applied: funded || (kyc !== null && kyc !== "PENDING"),
    funded,
    webhook: hasWebhook,
  };
}
