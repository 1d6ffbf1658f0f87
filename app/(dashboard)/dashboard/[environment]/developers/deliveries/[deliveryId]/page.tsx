import Link from "next/link";
import { resend } from "@/app/(dashboard)/dashboard/[environment]/developers/deliveries/actions";
import { staffAt } from "@/app/(dashboard)/staff";
import { orNotFound } from "@/app/or-not-found";
import { CodeText } from "@/components/dashboard/logs/code-text";
import { DeliveryAttempt } from "@/components/dashboard/logs/delivery-attempt";
import { ConfirmDialog } from "@/components/forms/confirm-dialog";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { Facts } from "@/components/ui/facts";
import { Live } from "@/components/ui/live";
import { Moment } from "@/components/ui/moment";
import { PageHeader } from "@/components/ui/page-header";
import { StatusBadge } from "@/components/ui/status-badge";
import { reachOf } from "@/lib/kernel/reach";
import { getDelivery } from "@/lib/platform/messages/webhooks/list-deliveries";
import { deliveryLabel } from "@/lib/terms/dashboard/labels";

export const metadata = { title: "Delivery" };

export default async function Delivery({
  params,
}: PageProps<"/dashboard/[environment]/developers/deliveries/[deliveryId]">) {
  const { actor, environment, now, may } = await staffAt(params);
  const { deliveryId } = await params;
  const delivery = await orNotFound(getDelivery(reachOf(actor), deliveryId, actor));
  const { event, eventId, merchantId, thirdPartyCustomerId, nextAttemptAt, requestBody, log } = delivery;
  const { tone, label, more } = deliveryLabel(delivery);
  const base = `/dashboard/${environment}`;
  return (
    <>
      <PageHeader
        title={event}
        back={{ href: `${base}/developers/deliveries`, label: "Deliveries" }}
        actions={
          may("change") && (
            <ConfirmDialog
              trigger="Resend"
              look="primary"
              title="Send this event again?"
              body="It goes out at once under the same event id, with up to five attempts. Your endpoint should ignore it if it has had it."
              confirm="Resend"
              act={resend.bind(null, environment, { ids: [deliveryId] })}
              said="Sending the event again."
            />
          )
        }
      />
      <Card title="Delivery" aside={<StatusBadge tone={tone}>{label + more}</StatusBadge>}>
        <Facts
          items={[
            ["Happened", <Moment key="at" at={delivery.occurredAt} />],
            ["Next attempt", nextAttemptAt && <Moment key="next" at={nextAttemptAt} relative={now} />],
            [
              "Merchant",
              <Link key="merchant" href={`${base}/merchants/${merchantId}`} className="underline underline-offset-4">
                {thirdPartyCustomerId ?? merchantId}
              </Link>,
            ],
            ["Event id", <code key="event">{eventId}</code>],
            ["Delivery id", <code key="delivery">{deliveryId}</code>],
          ]}
        />
      </Card>
      {log.map((attempt) => (
        <DeliveryAttempt key={attempt.number} attempt={attempt} />
      ))}
      {log.length === 0 && (
        <Card title="Attempts">
          <p className="text-sm text-muted">
            {delivery.status === "NOT_SENT"
              ? "None: no enabled endpoint asked for this event when it happened. It can be sent now."
              : "None yet: the first follows in a moment."}
          </p>
        </Card>
      )}
      <Card title="Body of the request" aside={<CopyButton text={requestBody} label="Copy as sent" />}>
        <CodeText label="Body of the request">{JSON.stringify(JSON.parse(requestBody), null, 2)}</CodeText>
      </Card>
      <Live environment={environment} topics={["deliveries"]} />
    </>
  );
}
