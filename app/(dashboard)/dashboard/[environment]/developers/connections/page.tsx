import { staffAt } from "@/app/(dashboard)/staff";
import { DeveloperTabs } from "@/components/dashboard/developers/developer-tabs";
import { DataSourceDialog } from "@/components/dashboard/dialogs";
import { ConfirmDialog } from "@/components/forms/confirm-dialog";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { EmptyState } from "@/components/ui/empty-state";
import { Facts } from "@/components/ui/facts";
import { Moment } from "@/components/ui/moment";
import { PageHeader } from "@/components/ui/page-header";
import { connectionCallbackUrl } from "@/lib/sales/data-access/callback-url";
import { findDataSource } from "@/lib/sales/data-access/read-data-source";
import type { DataSource } from "@/lib/terms/data-access/schema";
import { saveDataSource, stopFetching } from "./actions";

export const metadata = { title: "Connections" };

export default async function Connections({ params }: PageProps<"/dashboard/[environment]/developers/connections">) {
  const { actor, environment, now, may } = await staffAt(params);
  const source = await findDataSource(actor.tenant);
  const mayChange = may("change");
  return (
    <>
      <PageHeader
        title="Keys and origins"
        lead={`Your merchants connect by themselves: with their permission we fetch their ${environment} sales figures every day.`}
      />
      <DeveloperTabs environment={environment} current="connections" />
      <Card
        title="Where we fetch"
        aside={
          mayChange && (
            <div className="flex flex-wrap gap-2">
              {source && (
                <ConfirmDialog
                  trigger="Stop"
                  look="quiet"
                  title={`Stop fetching ${environment} figures?`}
                  body="Every permission that your merchants have given ends, and you leave the catalogue. Their connections, and what was fetched so far, stay. To begin again, each of them has to give the permission anew."
                  confirm="Stop it"
                  danger
                  act={stopFetching.bind(null, environment, {})}
                  said="Nothing is fetched any more."
                />
              )}
              <DataSourceDialog
                trigger={source ? "Edit" : "Register"}
                title="Where we fetch"
                given={{ source, save: saveDataSource.bind(null, environment) }}
              />
            </div>
          )
        }
      >
        {source ? (
          <Source source={source} />
        ) : (
          <EmptyState title="Nothing to connect with yet">
            Register your OAuth server and the address of a merchant's record. Merchants then find you in the catalogue.
          </EmptyState>
        )}
        <div className="flex flex-wrap items-center gap-3 text-sm text-muted">
          Redirect address of our client at your server
          <code className="wrap-anywhere text-ink">{connectionCallbackUrl()}</code>
          <CopyButton text={connectionCallbackUrl()} label="Copy" />
        </div>
      </Card>
      {source && (
        <Card title="How it works">
          <State accesses={source.accesses} now={now} />
        </Card>
      )}
    </>
  );
}

function Source({ source }: { source: DataSource }) {
  const { issuer, clientId, dataUrl, scopes, description } = source;
  return (
    <Facts
      items={[
        ["Issuer", <code key="issuer">{issuer}</code>],
        ["Our client there", <code key="client">{clientId}</code>],
        ["Record", <code key="data">{dataUrl}</code>],
        ["Scopes", scopes.join(" ") || "None"],
        ["In the catalogue", description ?? "Only your name"],
      ]}
    />
  );
}

function State({ accesses, now }: { accesses: DataSource["accesses"]; now: Date }) {
  const { working, failing, revoked, lastPulledAt, lastFailure } = accesses;
  return (
    <Facts
      items={[
        ["Merchants fetched", String(working)],
        ["Failing, tried again", String(failing)],
        ["Permission ended at your side", String(revoked)],
        ["Last record", lastPulledAt ? <Moment key="last" at={lastPulledAt} relative={now} /> : "None yet"],
        ["Last failure", lastFailure && <code key="failure">{lastFailure}</code>],
      ]}
    />
  );
}
