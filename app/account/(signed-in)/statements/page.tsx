import Link from "next/link";
import { holdingHere } from "@/app/account/holding";
import { ShopName } from "@/components/account/money/shop-name";
import { buttonLook } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { orFirstPage } from "@/lib/kernel/cursor";
import { nairaText } from "@/lib/kernel/money";
import { listHeldLoans } from "@/lib/surfaces/account/loans/list-held-loans";
import { heldLoansCut } from "@/lib/surfaces/account/loans/schema";
import { neighboursOf } from "@/lib/surfaces/lists/neighbours";

export const metadata = { title: "Statements" };

export default async function Statements({ searchParams }: PageProps<"/account/statements">) {
  const [holding, asked] = [await holdingHere(), heldLoansCut.parse(await searchParams)];
  const { found, query: cut } = await orFirstPage(asked, (page) =>
    listHeldLoans(holding, { phase: "disbursed", limit: 20, ...page }),
  );
  const { data, hasMore } = found;
  return (
    <>
      <PageHeader
        title="Statements"
        lead="All transactions of a loan's money, to read, to print, or as a file for your books."
      />
      {data.length === 0 && (
        <EmptyState title="No statements yet" action={{ href: "/account/loans", label: "See your loans" }}>
          A loan has a statement from the day the money is paid out.
        </EmptyState>
      )}
      {data.map((held) => (
        <Card key={held.loan.loanId} title={`Loan ${held.loan.reference}`}>
          <p className="text-sm text-muted">
            {nairaText(held.loan.terms.principalAmount)}, {nairaText(held.loan.outstanding.total)} to go
            <span className="block">
              <ShopName shop={held} />
            </span>
          </p>
          <div className="grid gap-3 sm:grid-cols-2">
            <a href={`/account/loans/${held.loan.loanId}/statement.csv`} download className={buttonLook("secondary")}>
              Download (CSV)
              <span className="sr-only"> of loan {held.loan.reference}</span>
            </a>
            <Link href={`/account/statements/${held.loan.loanId}`} prefetch={false} className={buttonLook("secondary")}>
              Read or print
              <span className="sr-only"> of loan {held.loan.reference}</span>
            </Link>
          </div>
        </Card>
      ))}
      <Pager
        path="/account/statements"
        query={{}}
        first={data[0]?.loan.loanId ?? ""}
        last={data.at(-1)?.loan.loanId ?? ""}
        {...neighboursOf(cut, hasMore)}
      />
    </>
  );
}
