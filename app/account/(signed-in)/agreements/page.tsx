import { holdingHere } from "@/app/account/holding";
import { AgreementLinks } from "@/components/account/money/agreement-card";
import { ShopName } from "@/components/account/money/shop-name";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { listHeldAgreements } from "@/lib/surfaces/account/loans/list-held-agreements";
import { heldLoansCut } from "@/lib/surfaces/account/loans/schema";
import { neighboursOf } from "@/lib/surfaces/lists/neighbours";

export const metadata = { title: "Agreements" };

export default async function Agreements({ searchParams }: PageProps<"/account/agreements">) {
  const holding = await holdingHere();
  const cut = heldLoansCut.parse(await searchParams);
  const { rows, hasMore } = await listHeldAgreements(holding, { ...cut, limit: 20 });
  return (
    <>
      <PageHeader title="Agreements" lead="The terms you accepted with each offer, word for word." />
      {rows.length === 0 && (
        <EmptyState title="No agreements yet" action={{ href: "/account/offers", label: "See your offers" }}>
          When you accept an offer, we keep the agreement here for you.
        </EmptyState>
      )}
      {rows.map(({ id, merchantId, reference, principal, lender, acceptedAt }) => {
        const shop = holding.merchants.find((one) => one.merchantId === merchantId);
        return (
          <Card key={id} title={`Loan ${reference}`}>
            <p className="text-sm text-muted">
              <Money kobo={principal} /> from {lender}, agreed on <Moment at={acceptedAt} />
              {shop && (
                <span className="block">
                  <ShopName shop={shop} />
                </span>
              )}
            </p>
            <AgreementLinks loanId={id} of={reference} />
          </Card>
        );
      })}
      <Pager
        path="/account/agreements"
        query={{}}
        first={rows[0]?.id ?? ""}
        last={rows.at(-1)?.id ?? ""}
        {...neighboursOf(cut, hasMore)}
      />
    </>
  );
}
