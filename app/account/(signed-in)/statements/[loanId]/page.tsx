import { holdingHere } from "@/app/account/holding";
import { orNotFound } from "@/app/or-not-found";
import { ShopName } from "@/components/account/money/shop-name";
import { StatementCard } from "@/components/account/money/statement-card";
import { momentText } from "@/components/ui/date-text";
import { PageHeader } from "@/components/ui/page-header";
import { Card, Facts } from "@/components/ui/touch-card";
import { nairaText } from "@/lib/kernel/money";
import { readHeldStatement } from "@/lib/surfaces/account/loans/read-held-loan";

export const metadata = { title: "Statement" };

/** As many movements as paper takes without trouble; the file has them all. */
const mostPrinted = 1_000;

export default async function StatementPage({ params }: PageProps<"/account/statements/[loanId]">) {
  const statement = await orNotFound(readHeldStatement(await holdingHere(), (await params).loanId, mostPrinted));
  const { reference, asOf, totals, lenderName } = statement;
  return (
    <>
      <PageHeader
        title={`Statement of loan ${reference}`}
        back={{ href: "/account/statements", label: "Statements" }}
        lead={<ShopName shop={statement} />}
      />
      <Card title="Totals">
        <Facts
          rows={[
            ["As of", momentText(asOf)],
            ["Lender", lenderName],
            ["Paid out", nairaText(totals.disbursed)],
            ["Taken from sales", nairaText(totals.deducted)],
            ["Paid from your account", nairaText(totals.paidDirectly)],
            ["Given back", nairaText(totals.reversed)],
            ["Refunded", nairaText(totals.refunded)],
            ["Left to pay", nairaText(totals.outstanding)],
          ]}
        />
      </Card>
      <StatementCard title="Transactions" statement={statement} />
    </>
  );
}
