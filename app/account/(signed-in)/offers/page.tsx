import type { Metadata } from "next";
import Link from "next/link";
import { holdingHere } from "@/app/account/holding";
import { OfferList } from "@/components/account/money/offer-list";
import { ShopName } from "@/components/account/money/shop-name";
import { linkLook } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { dateText } from "@/components/ui/date-text";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { listHeldLoans } from "@/lib/held-loans/list-held-loans";
import { siteOfMerchant } from "@/lib/held-loans/marketplace-site";
import { nairaText } from "@/lib/money";

export const metadata: Metadata = { title: "Offers" };

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
