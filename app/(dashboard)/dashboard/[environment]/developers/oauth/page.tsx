import { staffAt } from "@/app/(dashboard)/staff";
import { DeveloperTabs } from "@/components/dashboard/developers/developer-tabs";
import { RotateDialog } from "@/components/dashboard/developers/rotate-dialog";
import { SecretUse } from "@/components/dashboard/developers/secret-use";
import { RedirectsDialog } from "@/components/dashboard/dialogs";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { PageHeader } from "@/components/ui/page-header";
import { findOAuthCredentials } from "@/lib/sales/oauth/clients/queries";
import { issuer } from "@/lib/sales/oauth/issuer";
import { regenerateSecret, saveRedirectUris } from "./actions";

export const metadata = { title: "OAuth client" };

export default async function OAuthClient({ params }: PageProps<"/dashboard/[environment]/developers/oauth">) {
  const { actor, environment, realNow, may } = await staffAt(params);
  const client = await findOAuthCredentials(actor.tenant, realNow);
  const mayChange = may("change");
  const rotate = mayChange && (
    <RotateDialog
      name="client secret"
      first={!client}
      body="Your backend gets access tokens with it. Tokens it has already got stay good until they expire."
      rotate={regenerateSecret.bind(null, environment)}
    />
  );
  return (
    <>
      <PageHeader
        title="Keys and origins"
        lead={`Access tokens for ${environment} data: sales, scores and loans, for all your merchants or for one that consented.`}
      />
      <DeveloperTabs environment={environment} current="oauth" />
      <Card title="OAuth client" aside={rotate}>
        {client ? (
          <>
            <div className="flex flex-wrap items-center gap-3 text-sm">
              <span className="text-muted">Client id</span>
              <code className="wrap-anywhere">{client.clientId}</code>
              <CopyButton text={client.clientId} label="Copy" />
            </div>
            <SecretUse use={client} now={realNow} />
            <p className="text-sm text-muted">
              Token endpoint <code className="wrap-anywhere text-ink">{`${issuer()}/oauth/token`}</code>; everything
              else a client library needs is at <code className="wrap-anywhere text-ink">{metadataUrl()}</code>.
            </p>
          </>
        ) : (
          <p className="text-sm">
            There is no client yet.{" "}
            {mayChange ? "Making it shows its secret once." : "A developer of your team makes it."}
          </p>
        )}
      </Card>
      <Card
        title="Redirect URIs"
        aside={
          client &&
          mayChange && (
            <RedirectsDialog
              trigger="Edit"
              title="Redirect URIs"
              given={{ redirectUris: client.redirectUris, save: saveRedirectUris.bind(null, environment) }}
            />
          )
        }
      >
        <p className="max-w-prose text-sm text-muted">
          Where merchants come back to after they agreed to share their data. Only a client that asks merchants for
          their consent needs one.
        </p>
        {client && client.redirectUris.length > 0 ? (
          <ul className="flex flex-col gap-1 text-sm">
            {client.redirectUris.map((uri) => (
              <li key={uri}>
                <code className="wrap-anywhere">{uri}</code>
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-sm">None.</p>
        )}
      </Card>
    </>
  );
}

function metadataUrl(): string {
  return `${issuer()}/.well-known/oauth-authorization-server`;
}
