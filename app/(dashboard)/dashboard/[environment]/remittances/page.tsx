import { staffAt } from "@/app/(dashboard)/staff";
import { RemittanceCard } from "@/components/dashboard/remittances/remittance-card";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { listRemittances } from "@/lib/lending/remittances/list-remittances";

export const metadata = { title: "Remittances" };

export default async function Remittances({ params }: PageProps<"/dashboard/[environment]/remittances">) {
  const { actor, environment, now } = await staffAt(params);
  const remittances = await listRemittances(actor.tenant, now);
  return (
    <>
      <PageHeader
        title="Remittances"
        lead="What you have deducted for lenders' loans, where to send it, and what has arrived."
      />
      {remittances.length === 0 ? (
        <EmptyState title="Nothing to remit">
          As soon as you report a deduction, what you owe its lender is listed here.
        </EmptyState>
      ) : (
        remittances.map((one) => <RemittanceCard key={one.id} remittance={one} live={environment === "live"} />)
      )}
    </>
  );
}
