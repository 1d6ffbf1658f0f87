import type { Metadata } from "next";
import { staffAt } from "@/app/(dashboard)/staff";
import { DeliveryTable } from "@/components/dashboard/logs/delivery-table";
import { deliveryStatusWords } from "@/components/dashboard/logs/delivery-words";
import { ResendFailed } from "@/components/dashboard/logs/resend-failed";
import { ResendSelected } from "@/components/dashboard/logs/resend-selected";
import { EmptyState } from "@/components/ui/empty-state";
import { ExportLink } from "@/components/ui/export-link";
import { FilterBar } from "@/components/ui/filter-bar";
import { Live } from "@/components/ui/live";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { addDays } from "@/lib/kernel/calendar";
import { lagosDate } from "@/lib/kernel/lagos-days";
import { reachOf } from "@/lib/kernel/reach";
import { findEndpoint } from "@/lib/platform/messages/webhooks/queries";
import { readDeliveryPage } from "@/lib/surfaces/dashboard/deliveries-list";
import { deliveryListQuery } from "@/lib/surfaces/dashboard/log-schema";
import { neighboursOf } from "@/lib/surfaces/dashboard/neighbours";
import { eventTypes } from "@/lib/terms/events/all-events";
import { deliveryStatuses } from "@/lib/terms/outbound-webhooks";
import { countFailedOf, resend, resendFailed } from "./actions";

export const metadata: Metadata = { title: "Deliveries" };

type Props = { params: Promise<{ environment: string }>; searchParams: Promise<Record<string, unknown>> };

export default async function Deliveries({ params, searchParams }: Props) {
  const { actor, environment, now, may } = await staffAt(params);
  const asked = deliveryListQuery.parse(await searchParams);
  const [{ data: rows, hasMore, query }, endpoint] = await Promise.all([
    readDeliveryPage(reachOf(actor), asked, 50),
    findEndpoint(actor.tenant),
  ]);
  const { startingAfter, endingBefore, ...chosen } = query;
  const path = `/dashboard/${environment}/developers/deliveries`;
  const today = lagosDate(now);
  const days = { from: query.from ?? query.to ?? addDays(today, -1), to: query.to ?? today };
  const table = (
    <DeliveryTable
      environment={environment}
      rows={rows}
      selectable={may("change")}
      now={now}
      empty={<Nothing environment={environment} filtered={Object.values(chosen).some(Boolean)} endpoint={!!endpoint} />}
    />
  );
  return (
    <>
      <PageHeader
        title="Deliveries"
        lead={
          endpoint
            ? `Events of the last 30 days and how your endpoint took them. ${endpoint.status === "DISABLED" ? "It is disabled: nothing is sent until you register it again." : ""}`
            : "Events of the last 30 days. No endpoint is registered, so that none is sent."
        }
        actions={
          <>
            <ExportLink path={path} query={query} />
            {may("change") && (
              <ResendFailed environment={environment} days={days} count={countFailedOf} send={resendFailed} />
            )}
          </>
        }
      />
      <FilterBar
        search={{ label: "Delivery, event or merchant, by id" }}
        filters={[
          {
            param: "status",
            label: "Status",
            options: deliveryStatuses.map((value) => ({ value, label: deliveryStatusWords[value] })),
          },
          { param: "event", label: "Event", options: eventTypes.map((value) => ({ value, label: value })) },
        ]}
        dates={{ from: "First day", to: "Last day" }}
      />
      {may("change") && rows.length > 0 ? (
        <ResendSelected environment={environment} send={resend}>
          {table}
        </ResendSelected>
      ) : (
        table
      )}
      <Pager path={path} query={query} first={rows[0]?.id} last={rows.at(-1)?.id} {...neighboursOf(query, hasMore)} />
      <Live environment={environment} topics={["deliveries"]} />
    </>
  );
}

function Nothing({ environment, filtered, endpoint }: { environment: string; filtered: boolean; endpoint: boolean }) {
  const webhook = `/dashboard/${environment}/developers/webhook`;
  if (filtered) return <EmptyState title="Nothing fits">No delivery of the last 30 days is like that.</EmptyState>;
  if (!endpoint) {
    return (
      <EmptyState title="No events yet" action={{ href: webhook, label: "Register an endpoint" }}>
        Tell us where to send events, and they appear here with every attempt.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No events yet" action={{ href: webhook, label: "Send a test event" }}>
      The first one comes when a merchant is created. Until then, a test event shows that your endpoint answers.
    </EmptyState>
  );
}
