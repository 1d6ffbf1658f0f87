import { holdingHere } from "@/app/account/holding";
import { Complain } from "@/components/account/complain";
import { ComplaintList } from "@/components/loan/complaints";
import { TestBadge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { reachOf } from "@/lib/kernel/reach";
import { listLoanNames, listOwnComplaints } from "@/lib/lending/complaints/queries";
import { eachHeld } from "@/lib/surfaces/account/loans/holding";
import { complain } from "./actions";

export const metadata = { title: "Complaints" };

/** The latest of each shop: more than anybody has. */
const shown = 100;

export default async function Complaints() {
  const shops = await Promise.all(
    eachHeld(await holdingHere()).map(async ({ actor, merchant }) => {
      const [{ data }, loans] = await Promise.all([
        listOwnComplaints(reachOf(actor), { limit: shown }),
        listLoanNames(reachOf(actor), shown),
      ]);
      return { merchant, complaints: data, loans };
    }),
  );
  return (
    <>
      <PageHeader
        title="Complaints"
        lead="If something is wrong with a loan, a deduction or how you were treated, tell us. We answer everything."
      />
      {shops.length === 0 && (
        <EmptyState title="No shop yet" action={{ href: "/account/connections", label: "See your shops" }}>
          Once you have connected a shop, you can complain about it here.
        </EmptyState>
      )}
      {shops.map(({ merchant, complaints, loans }) => (
        <Card key={merchant.merchantId} title={merchant.businessName}>
          <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
            <span className="wrap-anywhere">On {merchant.marketplace.name}</span>
            {merchant.environment === "test" && <TestBadge />}
          </p>
          <Complain merchantId={merchant.merchantId} loans={loans} complain={complain} />
          <ComplaintList complaints={complaints} />
        </Card>
      ))}
    </>
  );
}
