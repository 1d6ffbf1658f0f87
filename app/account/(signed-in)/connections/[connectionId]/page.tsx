import Link from "next/link";
import { authorizeAgain, disconnect, pullNow } from "@/app/account/(signed-in)/connections/actions";
import { holderHere } from "@/app/account/holder";
import { orNotFound } from "@/app/or-not-found";
import { AccessCard } from "@/components/account/connections/access-card";
import { isEnded } from "@/components/account/connections/connection";
import { ConnectionBadge } from "@/components/account/connections/connection-badge";
import { DisconnectCard } from "@/components/account/connections/disconnect-card";
import { Watch } from "@/components/account/connections/watch";
import { WrongShopCard } from "@/components/account/connections/wrong-shop-card";
import { WayToMarketplace } from "@/components/account/money/way-to-marketplace";
import { ScoreCard } from "@/components/account/score/score-card";
import { ScopeList } from "@/components/oauth/scope-list";
import { TestBadge } from "@/components/ui/badge";
import { linkLook } from "@/components/ui/button";
import { Moment } from "@/components/ui/moment";
import { PageHeader } from "@/components/ui/page-header";
import { Card, Facts } from "@/components/ui/touch-card";
import { day } from "@/lib/kernel/calendar";
import { readAccountScore } from "@/lib/lending/funding/read-account-score";
import { refreshTokenLifetime } from "@/lib/sales/oauth/lifetimes";
import { scopeLabels } from "@/lib/sales/oauth/scope-labels";
import {
  type AccountConnection,
  readAccountConnection,
} from "@/lib/surfaces/account/connections/list-account-connections";
import { eachHeld, type Held } from "@/lib/surfaces/account/loans/holding";
import { siteOfMerchant } from "@/lib/surfaces/account/loans/marketplace-site";
import { moment } from "@/lib/terms/mails/formats";

export const metadata = { title: "A shop" };

const unusedUntil = refreshTokenLifetime / day;

export default async function Connection({ params }: PageProps<"/account/connections/[connectionId]">) {
  const { connectionId } = await params;
  const { user, merchants, realNow } = await holderHere();
  const connection = await orNotFound(readAccountConnection(user.userId, connectionId, realNow));
  const { marketplaceName, businessName, merchantId, environment, access, refused } = connection;
  if (refused) {
    return (
      <>
        <PageHeader
          title={refused.meant ? "That was another shop" : "This shop is in another account"}
          lead={<Where marketplace={marketplaceName} test={environment === "test"} />}
          back={{ href: "/account/connections", label: "Shops" }}
        />
        <WrongShopCard {...{ connection, refused, authorizeAgain, disconnect }} />
      </>
    );
  }
  const holding = { userId: user.userId, merchants, realNow };
  const held = eachHeld(holding).find(({ merchant }) => merchant.merchantId === merchantId);
  return (
    <>
      <PageHeader
        title={businessName ?? `Your shop at ${marketplaceName}`}
        state={<ConnectionBadge {...connection} />}
        lead={<Where marketplace={marketplaceName} test={environment === "test"} />}
        back={{ href: "/account/connections", label: "Shops" }}
      />
      {connection.disconnected && <Card title="Disconnected">{endedText(connection)}</Card>}
      {held && <Score held={held} site={await siteOfMerchant(holding, held.merchant.merchantId)} />}
      <AccessCard connection={connection} authorizeAgain={authorizeAgain} pullNow={pullNow} />
      {merchantId && (
        <>
          <Shared connection={connection} />
          <Card title="Your business details">
            <p>
              The law requires these of every borrower: details of your business, the people behind it, and documents.
            </p>
            <Link href={`/account/kyc/${merchantId}`} prefetch={false} className={`${linkLook} w-fit py-2`}>
              View or complete
            </Link>
          </Card>
        </>
      )}
      {!isEnded(connection) && <DisconnectCard connection={connection} disconnect={disconnect} />}
      {access?.state === "WAITING" && <Watch />}
    </>
  );
}

async function Score({ held, site }: { held: Held; site: string | null }) {
  const { actor, merchant, now } = held;
  const { name } = merchant.marketplace;
  const score = await readAccountScore(actor, now);
  return (
    <ScoreCard score={score} marketplace={name} kycStatus={merchant.kycStatus}>
      {score.maximum > 0 && merchant.kycStatus === "APPROVED" && (
        <WayToMarketplace name={name} site={site} label="Ask for funding" />
      )}
    </ScoreCard>
  );
}

function Where({ marketplace, test }: { marketplace: string; test: boolean }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {marketplace} {test && <TestBadge />}
    </span>
  );
}

/** What the marketplace may do with us, by the permission that the merchant gave it, and what has come of it. */
function Shared({ connection }: { connection: AccountConnection }) {
  const { marketplaceName, granted, connectedAt, lastReceivedAt, status, runningLoans } = connection;
  const ended = status === "DISCONNECTED";
  const grant = ended ? null : granted;
  const lasting = grant?.scopes.includes("offline_access");
  const at = (when: Date | null) => (when ? <Moment at={when} /> : "Not yet");
  return (
    <Card title={`What ${marketplaceName} and we share about your shop`}>
      {grant && (
        <>
          <p>You allow {marketplaceName} to:</p>
          <ScopeList items={grant.scopes.map((scope) => scopeLabels[scope])} />
        </>
      )}
      {!ended && !granted && (
        <p>
          Until you disconnect it, {marketplaceName} can also send us your sales figures itself and see your score and
          loans.
        </p>
      )}
      <Facts
        rows={[
          [ended ? "First connected" : "Connected since", at(connectedAt)],
          ["Sales figures last received", at(lastReceivedAt)],
          ["Permission since", grant && at(grant.since)],
          [
            "Permission until",
            grant && (lasting ? `You end it, or it goes unused for ${unusedUntil} days` : at(grant.until)),
          ],
          ["Permission last used", grant && at(grant.lastUsedAt)],
          ["Running loans", runningLoans > 0 ? String(runningLoans) : null],
        ]}
      />
    </Card>
  );
}

function endedText({ marketplaceName, disconnected }: AccountConnection): string {
  const who = disconnected?.by === "MERCHANT" ? "You disconnected it" : `${marketplaceName} disconnected it`;
  const when = disconnected?.at ? ` on ${moment(disconnected.at)}` : "";
  const why = disconnected?.note ? ` It said: ${disconnected.note}` : "";
  return `${who}${when}.${why} You still repay any loan as agreed.`;
}
