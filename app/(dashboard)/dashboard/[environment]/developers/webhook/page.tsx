import Link from "next/link";
import { staffAt } from "@/app/(dashboard)/staff";
import { EditEndpoint } from "@/components/dashboard/developers/edit-endpoint";
import { RotateDialog } from "@/components/dashboard/developers/rotate-dialog";
import { SendTest } from "@/components/dashboard/developers/send-test";
import { linkLook } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Facts } from "@/components/ui/facts";
import { Moment } from "@/components/ui/moment";
import { PageHeader } from "@/components/ui/page-header";
import { StatusBadge } from "@/components/ui/status-badge";
import { allowsLocal } from "@/lib/platform/egress/address-policy";
import { findWebhookSettings } from "@/lib/platform/messages/webhooks/read-settings";
import type { WebhookSettings } from "@/lib/platform/messages/webhooks/settings-schema";
import { eventTypes } from "@/lib/terms/events/all-events";
import { rotateSecret, saveEndpoint, sendTest } from "./actions";

export const metadata = { title: "Webhook" };

export default async function Webhook({ params }: PageProps<"/dashboard/[environment]/developers/webhook">) {
  const { actor, environment, now, realNow, may } = await staffAt(params);
  const endpoint = await findWebhookSettings(actor, realNow);
  const mayChange = may("change");
  const deliveries = `/dashboard/${environment}/developers/deliveries`;
  return (
    <>
      <PageHeader
        title="Webhook"
        lead={`Where we tell your systems what happens with ${environment} data: loans, KYC, funding requests.`}
        actions={
          <Link href={deliveries} prefetch={false} className={linkLook}>
            See what was sent
          </Link>
        }
      />
      <Card
        title="Endpoint"
        aside={
          mayChange && (
            <EditEndpoint
              local={allowsLocal(actor.tenant)}
              endpoint={endpoint}
              types={eventTypes}
              save={saveEndpoint.bind(null, environment)}
            />
          )
        }
      >
        {endpoint ? (
          <>
            <State endpoint={endpoint} now={now} />
            {mayChange && <SendTest send={sendTest.bind(null, environment, {})} />}
          </>
        ) : (
          <EmptyState title="No endpoint yet">
            Register the address of your receiver. Events that happen before are kept for 30 days and can be sent then.
          </EmptyState>
        )}
      </Card>
      {endpoint && (
        <Card
          title="Secret"
          aside={
            mayChange && (
              <RotateDialog
                name="webhook secret"
                body="Your receiver checks with it that an event is ours. While two are in force, every event is signed with both: X-Service-Signature has two values, separated by a comma, and either of them is enough."
                rotate={rotateSecret.bind(null, environment)}
              />
            )
          }
        >
          <SecretState endpoint={endpoint} />
        </Card>
      )}
    </>
  );
}

function State({ endpoint, now }: { endpoint: WebhookSettings; now: Date }) {
  const { url, events, status, disabledReason, failingSince, answeredAt } = endpoint;
  return (
    <Facts
      items={[
        ["Address", <code key="url">{url}</code>],
        [
          "State",
          <span key="state" className="flex flex-wrap items-center gap-2">
            {status === "DISABLED" && <StatusBadge tone="bad">Disabled</StatusBadge>}
            {status === "ENABLED" && failingSince && <StatusBadge tone="warning">Failing</StatusBadge>}
            {status === "ENABLED" && !failingSince && <StatusBadge tone="good">Enabled</StatusBadge>}
            {disabledReason && <span>{disabledTexts[disabledReason]}</span>}
            {status === "ENABLED" && failingSince && (
              <span>
                Every delivery has failed since <Moment at={failingSince} relative={now} />.
              </span>
            )}
          </span>,
        ],
        ["Events", events ? events.join(", ") : "All of them, and those of later versions"],
        [
          "Test event",
          answeredAt ? (
            <>
              Acknowledged <Moment key="at" at={answeredAt} />
            </>
          ) : (
            "None acknowledged at this address yet"
          ),
        ],
      ]}
    />
  );
}

const disabledTexts = {
  GONE: "It answered 410 Gone. Save it again to enable it.",
  FAILING: "Every delivery failed for three days. Save it again to enable it.",
};

function SecretState({ endpoint: { rotatedAt, previousValidUntil } }: { endpoint: WebhookSettings }) {
  return (
    <Facts
      items={[
        ["Rotated", rotatedAt ? <Moment key="rotated" at={rotatedAt} /> : "Never"],
        [
          "Former one",
          previousValidUntil && (
            <span key="former" className="flex flex-wrap items-center gap-2">
              <StatusBadge tone="warning">Still signs</StatusBadge>
              <span>
                until <Moment at={previousValidUntil} />: X-Service-Signature has two values, separated by a comma. Take
                an event when any of them is yours.
              </span>
            </span>
          ),
        ],
      ]}
    />
  );
}
