import Link from "next/link";
import { decline, resume, suspend, takeLive } from "@/app/ops/[environment]/marketplaces/actions";
import { operatorAt } from "@/app/ops/operator";
import { orNotFound } from "@/app/or-not-found";
import { ConfirmDialog } from "@/components/forms/confirm-dialog";
import { GoLiveChecks } from "@/components/ops/parties/go-live-checks";
import { LimitBars } from "@/components/ops/parties/limit-bars";
import { UsageStats } from "@/components/ops/parties/usage-stats";
import { ReasonDialog } from "@/components/ops/reason-dialog";
import { ListTable } from "@/components/staff/list-table";
import { Card } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { PageHeader } from "@/components/ui/page-header";
import { StatusBadge } from "@/components/ui/status-badge";
import { readMarketplaceForOperators, teamTable } from "@/lib/surfaces/console/parties/read-marketplace";

export const metadata = { title: "Marketplace" };

type Props = PageProps<"/ops/[environment]/marketplaces/[marketplaceId]">;

export default async function MarketplacePage({ params }: Props) {
  const { operator, environment, realNow, now, may } = await operatorAt(params);
  const { marketplaceId } = await params;
  const found = await orNotFound(readMarketplaceForOperators({ operator, marketplaceId, environment, realNow }));
  const { id, name, liveAt, suspendedAt, goLive, lenders } = found;
  const waits = goLive.request?.status === "REQUESTED";
  const missing = goLive.checklist.filter(({ holds }) => !holds).length;
  const base = `/ops/${environment}`;
  return (
    <>
      <PageHeader
        title={name}
        back={{ href: `${base}/marketplaces`, label: "Marketplaces" }}
        state={
          suspendedAt ? (
            <StatusBadge tone="bad">Suspended</StatusBadge>
          ) : liveAt ? (
            <StatusBadge tone="good">Live</StatusBadge>
          ) : (
            <StatusBadge tone={waits ? "busy" : "neutral"}>{waits ? "Asks to go live" : "Test only"}</StatusBadge>
          )
        }
        actions={
          may("manage") && (
            <>
              {!liveAt && (
                <ConfirmDialog
                  trigger="Take live"
                  look="primary"
                  title={`Take ${name} live?`}
                  body={
                    missing > 0
                      ? `${missing} of the checklist does not hold yet. Its live credentials are accepted at once, and there is no way back.`
                      : "Its live credentials are accepted at once, and there is no way back."
                  }
                  confirm="Take live"
                  danger={missing > 0}
                  act={takeLive.bind(null, environment, { marketplaceId: id })}
                  said={`${name} is live.`}
                />
              )}
              {waits && (
                <ReasonDialog
                  trigger="Decline"
                  title={`Decline the request of ${name}?`}
                  hint={`${name} reads it, by mail and in its dashboard.`}
                  button="Decline"
                  about={{ marketplaceId: id }}
                  act={decline.bind(null, environment)}
                  said="The request is declined."
                />
              )}
              {liveAt && (
                <ReasonDialog
                  trigger={suspendedAt ? "End the suspension" : "Suspend"}
                  look={suspendedAt ? "primary" : "danger"}
                  title={suspendedAt ? `Lend to merchants of ${name} again?` : `Suspend ${name}?`}
                  body={
                    suspendedAt
                      ? "New offers are made, and payouts that waited go out if they would still be lent."
                      : "Its merchants get no new offers, and nothing is paid out to them. Loans that are out go on."
                  }
                  hint={suspendedAt ? "For the audit log." : `${name} reads it, by mail.`}
                  button={suspendedAt ? "End it" : "Suspend"}
                  about={{ marketplaceId: id }}
                  act={(suspendedAt ? resume : suspend).bind(null, environment)}
                  said={suspendedAt ? `${name} is lent to again.` : `${name} is suspended.`}
                />
              )}
            </>
          )
        }
      />
      <UsageStats
        overview={found.overview}
        attention={found.attention}
        lastRequest={found.lastRequest}
        realNow={realNow}
      />
      <Card title="Marketplace">
        <Facts
          items={[
            ["Contact", found.contactEmail],
            ["Registered", <Moment key="" at={found.createdAt} />],
            ["Live since", liveAt && <Moment key="" at={liveAt} />],
            ["Suspended since", suspendedAt && <Moment key="" at={suspendedAt} />],
            ["Id", <code key="">{id}</code>],
          ]}
        />
      </Card>
      {found.enterable.length > 0 && (
        <Card title="May be paid out yet">
          <p>
            The suspension stops nothing that was released to be entered at a lender’s bank. What must not be entered is
            recalled; then it waits.
          </p>
          <Facts
            items={found.enterable.map((batch) => [
              `${batch.lender}, batch ${batch.number}`,
              <Link
                key=""
                href={`${base}/treasury/batches/${batch.id}`}
                prefetch={false}
                className="underline underline-offset-4"
              >
                {batch.orders} {batch.orders === 1 ? "order" : "orders"}, <Money kobo={batch.total} />
              </Link>,
            ])}
          />
        </Card>
      )}
      {!liveAt && <GoLiveChecks goLive={goLive} />}
      <Card title="Out at its merchants, by lender">
        <LimitBars
          base={base}
          rows={lenders.map(({ id, name, out, most }) => ({
            key: id,
            label: name,
            href: `lenders/${id}`,
            used: out,
            most,
          }))}
          empty="No lender has money out there."
        />
      </Card>
      <Card title="Its people">
        <ListTable
          base={base}
          table={teamTable(found.team, now)}
          empty={<p className="text-sm text-muted">Nobody works there yet.</p>}
        />
      </Card>
    </>
  );
}
