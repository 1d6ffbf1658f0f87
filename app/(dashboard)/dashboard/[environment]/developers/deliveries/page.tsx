import { ListPage } from "@/app/(dashboard)/list-page";
import { staffAt } from "@/app/(dashboard)/staff";
import { ResendFailed } from "@/components/dashboard/logs/resend-failed";
import { ResendSelected } from "@/components/dashboard/logs/resend-selected";
import { addDays } from "@/lib/kernel/calendar";
import { lagosDate } from "@/lib/kernel/lagos-days";
import { findEndpoint } from "@/lib/platform/messages/webhooks/queries";
import { deliveryList, deliveryQuery } from "@/lib/surfaces/dashboard/deliveries-list";
import { countFailedOf, resend, resendFailed } from "./actions";

export const metadata = { title: deliveryList.title };

const unregistered = {
  title: "No events yet",
  text: "Tell us where to send events, and they appear here with every attempt.",
  action: { href: "developers/webhook", label: "Register an endpoint" },
};

export default async function Deliveries({
  params,
  searchParams,
}: PageProps<"/dashboard/[environment]/developers/deliveries">) {
  const staff = await staffAt(params);
  const { actor, environment, now } = staff;
  const asked = await searchParams;
  const endpoint = await findEndpoint(actor.tenant);
  const { from, to } = deliveryQuery.parse(asked);
  const today = lagosDate(now);
  const days = { from: from ?? to ?? addDays(today, -1), to: to ?? today };
  const change = staff.may("change");
  return (
    <ListPage
      list={deliveryList}
      staff={staff}
      asked={asked}
      lead={
        endpoint
          ? `${deliveryList.lead} ${endpoint.status === "DISABLED" ? "It is disabled: nothing is sent until you register it again." : ""}`
          : "Events of the last 30 days. No endpoint is registered, so that none is sent."
      }
      nothing={endpoint ? undefined : unregistered}
      actions={
        change && (
          <ResendFailed
            days={days}
            count={countFailedOf.bind(null, environment)}
            send={resendFailed.bind(null, environment)}
          />
        )
      }
      ticks={
        change
          ? {
              name: "delivery",
              around: (table) => <ResendSelected send={resend.bind(null, environment)}>{table}</ResendSelected>,
            }
          : undefined
      }
    />
  );
}
