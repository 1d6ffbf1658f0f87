import Link from "next/link";
import { holdingHere } from "@/app/account/holding";
import { OfferList } from "@/components/account/money/offer-list";
import { ShopName } from "@/components/account/money/shop-name";
import { WayToMarketplace } from "@/components/account/money/way-to-marketplace";
import { lineOf } from "@/components/account/score/score-text";
import { linkLook } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { dateText } from "@/components/ui/date-text";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { nairaText } from "@/lib/kernel/money";
import { readAccountScore } from "@/lib/lending/funding/read-account-score";
import { eachHeld, type Holding } from "@/lib/surfaces/account/loans/holding";
import { listHeldLoans } from "@/lib/surfaces/account/loans/list-held-loans";
import { siteOfMerchant } from "@/lib/surfaces/account/loans/marketplace-site";

export const metadata = { title: "Offers" };

/** A shop has an offer or two at a time; of those that came to nothing the latest say enough. */
const most = { open: 100, lapsed: 10 };

export default async function Offers() {
  const holding = await holdingHere();
  const [open, lapsed] = await Promise.all([
    listHeldLoans(holding, { phase: "offer", limit: most.open }),
    listHeldLoans(holding, { phase: "lapsed", limit: most.lapsed }),
  ]);
  const offers = await Promise.all(
    open.data.map(async (held) => ({ ...held, site: await siteOfMerchant(holding, held.loan.merchantId) })),
  );
  return (
    <>
      <PageHeader
        title="Offers"
        lead="Your offers and what they cost. You accept or decline on the marketplace: looking here commits you to nothing."
      />
      {offers.length > 0 ? (
        <OfferList offers={offers} />
      ) : (
        <EmptyState title="No offers right now" action={{ href: "/account/connections", label: "See your shops" }}>
          Ask for funding on the marketplace where you sell. Your offers and what they cost appear here.
        </EmptyState>
      )}
      {offers.length === 0 && <WaysToAsk holding={holding} />}
      {lapsed.data.length > 0 && (
        <Card title="Past offers">
          <ul className="divide-y divide-line">
            {lapsed.data.map((held) => (
              <li key={held.loan.loanId} className="flex flex-col gap-1 py-3">
                <p className="flex flex-wrap items-baseline justify-between gap-x-4">
                  <Link
                    href={`/account/loans/${held.loan.loanId}`}
                    prefetch={false}
                    className={`${linkLook} tabular-nums`}
                  >
                    {nairaText(held.loan.terms.principalAmount)}
                  </Link>
                  <span className="text-sm text-muted">{dateText(held.loan.approvedAt.slice(0, 10), "short")}</span>
                </p>
                <p className="text-sm text-muted">
                  <ShopName shop={held} />
                </p>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

/** Where each shop asks for funding that can have it. */
async function WaysToAsk({ holding }: { holding: Holding }) {
  const ready = eachHeld(holding).filter(
    ({ merchant }) => merchant.kycStatus === "APPROVED" && merchant.connectionStatus === "ACTIVE",
  );
  const shops = await Promise.all(
    ready.map(async ({ actor, merchant, now }) => ({
      merchant,
      score: await readAccountScore(actor, now),
      site: await siteOfMerchant(holding, merchant.merchantId),
    })),
  );
  if (shops.length === 0) return null;
  return (
    <Card title="Ask for funding">
      <ul className="divide-y divide-line">
        {shops.map(({ merchant, score, site }) => (
          <li key={merchant.merchantId} className="flex flex-col gap-2 py-3">
            <p className="font-medium">
              <ShopName shop={merchant} />
            </p>
            <p className="text-sm text-pretty tabular-nums">{lineOf(score, merchant)}</p>
            {score.maximum > 0 && (
              <WayToMarketplace name={merchant.marketplace.name} site={site} label="Ask for funding" look="secondary" />
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
