import { holdingHere } from "@/app/account/holding";
import { LoanList } from "@/components/account/money/loan-list";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { orFirstPage } from "@/lib/kernel/cursor";
import { listHeldLoans } from "@/lib/surfaces/account/loans/list-held-loans";
import { heldLoansCut } from "@/lib/surfaces/account/loans/schema";
import { neighboursOf } from "@/lib/surfaces/lists/neighbours";

export const metadata = { title: "Loans" };

/** A shop has a loan or two at a time. */
const mostOut = 100;

export default async function Loans({ searchParams }: PageProps<"/account/loans">) {
  const holding = await holdingHere();
  const asked = heldLoansCut.parse(await searchParams);
  const [out, { found: ended, query: cut }] = await Promise.all([
    listHeldLoans(holding, { phase: "out", limit: mostOut }),
    orFirstPage(asked, (page) => listHeldLoans(holding, { phase: "ended", limit: 20, ...page })),
  ]);
  const ids = ended.data.map(({ loan }) => loan.loanId);
  const none = out.data.length === 0 && ended.data.length === 0;
  return (
    <>
      <PageHeader title="Loans" lead="All your loans, on every marketplace. Open ones come first." />
      {none && (
        <EmptyState title="No loans yet" action={{ href: "/account/offers", label: "See your offers" }}>
          Once you accept an offer on the marketplace, you can follow your repayments here, sale by sale.
        </EmptyState>
      )}
      {out.data.length > 0 && <LoanList label="Open loans" loans={out.data} />}
      {ended.data.length > 0 && (
        <section className="flex flex-col gap-3">
          <h2 className="font-semibold">Ended</h2>
          <LoanList label="Ended loans" loans={ended.data} />
        </section>
      )}
      <Pager
        path="/account/loans"
        query={{}}
        first={ids[0] ?? ""}
        last={ids.at(-1) ?? ""}
        {...neighboursOf(cut, ended.hasMore)}
      />
    </>
  );
}
