import { staffAt } from "@/app/(dashboard)/staff";
import { CreateKey } from "@/components/dashboard/developers/create-key";
import { DeveloperTabs } from "@/components/dashboard/developers/developer-tabs";
import { RotateDialog } from "@/components/dashboard/developers/rotate-dialog";
import { SecretUse } from "@/components/dashboard/developers/secret-use";
import { ConfirmDialog } from "@/components/forms/confirm-dialog";
import { Card } from "@/components/ui/card";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Moment } from "@/components/ui/moment";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { StatusBadge } from "@/components/ui/status-badge";
import { cutOnce, orFirstPage } from "@/lib/kernel/cursor";
import { findApiSecretFacts } from "@/lib/parties/marketplaces/api-secret-queries";
import { type SecretKeyAnswer, secretKeyPage } from "@/lib/parties/marketplaces/schema";
import { listSecretKeys } from "@/lib/parties/marketplaces/secret-key-queries";
import { createKey, renewApiSecret, revokeKey } from "./actions";

export const metadata = { title: "Keys" };

export default async function Keys({ params, searchParams }: PageProps<"/dashboard/[environment]/developers/keys">) {
  const { actor, environment, marketplace, realNow, may } = await staffAt(params);
  const asked = cutOnce(secretKeyPage.catch({}).parse(await searchParams));
  const [{ found: keys, query: page }, apiSecret] = await Promise.all([
    orFirstPage(asked, (cut) => listSecretKeys(actor.tenant, { limit: 20, ...cut })),
    findApiSecretFacts(actor.tenant, realNow),
  ]);
  const mayChange = may("change");
  const columns: Column<SecretKeyAnswer>[] = [
    { key: "name", header: "Key", cell: (key) => <Named secretKey={key} /> },
    { key: "made", header: "Created", priority: 3, cell: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      key: "used",
      header: "Last used",
      priority: 2,
      cell: ({ lastUsedAt }) => (lastUsedAt ? <Moment at={lastUsedAt} relative={realNow} /> : "Never"),
    },
    {
      key: "act",
      header: <span className="sr-only">Actions</span>,
      align: "end",
      cell: ({ id, name, shown, lastUsedAt, revokedAt }) =>
        mayChange && !revokedAt ? (
          <ConfirmDialog
            trigger="Revoke"
            look="quiet"
            title={`Revoke ${name ?? shown}?`}
            body={`${lastUsedAt ? "It has been in use." : "It was never used."} Whatever still sends it is refused from now on, for good. Create another key first, if something needs one.`}
            confirm="Revoke it"
            danger
            act={revokeKey.bind(null, environment, { keyId: id })}
            said={`${name ?? shown} is revoked.`}
          />
        ) : null,
    },
  ];
  const notLive = environment === "live" && !marketplace.live ? " They are accepted once you are live." : "";
  return (
    <>
      <PageHeader
        title="Keys and origins"
        lead={`What your systems prove themselves with, for ${environment} data.${notLive}`}
      />
      <DeveloperTabs environment={environment} current="keys" />
      <Card title="Secret keys" aside={mayChange && <CreateKey create={createKey.bind(null, environment)} />}>
        <p className="max-w-prose text-sm text-muted">
          Your backend sends one with every call of the Marketplace API. Each is shown once. To replace one, create the
          next, switch to it, then revoke the first.
        </p>
        <DataTable
          caption="Secret keys"
          columns={columns}
          rows={keys.data}
          keyOf={({ id }) => id}
          empty={
            <EmptyState title="No secret keys yet">
              Create one to call the Marketplace API from your backend. A key for test data opens nothing of live data.
            </EmptyState>
          }
        />
        <Pager
          path={`/dashboard/${environment}/developers/keys`}
          query={{}}
          first={keys.data[0]?.id}
          last={keys.data.at(-1)?.id}
          hasNewer={page.endingBefore ? keys.hasMore : page.startingAfter !== undefined}
          hasOlder={page.endingBefore ? true : keys.hasMore}
        />
      </Card>
      <Card
        title="API secret"
        aside={
          mayChange && (
            <RotateDialog
              name="API secret"
              first={!apiSecret}
              body="Your backend signs the webhooks it sends us with it: repayments and settlements."
              rotate={renewApiSecret.bind(null, environment)}
            />
          )
        }
      >
        <p className="max-w-prose text-sm text-muted">
          Your backend signs what it reports to us with it, which shows that a report is yours.
        </p>
        {apiSecret ? (
          <SecretUse use={apiSecret} now={realNow} />
        ) : (
          <p className="text-sm">There is none yet. Make it before your backend reports its first deduction.</p>
        )}
      </Card>
    </>
  );
}

function Named({ secretKey: { name, shown, revokedAt } }: { secretKey: SecretKeyAnswer }) {
  return (
    <span className="flex flex-col items-start gap-1">
      {name && <span className="wrap-anywhere">{name}</span>}
      <code className={name ? "font-normal text-muted" : ""}>{shown}</code>
      {revokedAt && (
        <StatusBadge tone="neutral">
          Revoked <Moment at={revokedAt} />
        </StatusBadge>
      )}
    </span>
  );
}
