import { closeBreak, proposeReceived } from "@/app/ops/[environment]/treasury/remittances/actions";
import { operatorAt } from "@/app/ops/operator";
import { orNotFound } from "@/app/or-not-found";
import { OpenProposals } from "@/components/ops/proposals/open-proposals";
import { NoteReceived } from "@/components/ops/treasury/remittance-acts";
import { RemittanceBreaks } from "@/components/ops/treasury/remittance-breaks";
import { Day } from "@/components/staff/day";
import { ListTable } from "@/components/staff/list-table";
import { Card } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { Money } from "@/components/ui/money";
import { PageHeader } from "@/components/ui/page-header";
import { StatusBadge } from "@/components/ui/status-badge";
import { toKobo } from "@/lib/kernel/money";
import { listProposalsAt } from "@/lib/surfaces/console/proposals/list-proposals";
import { readRemittanceAt } from "@/lib/surfaces/console/treasury/remittances";
import { dueDaysTable, receiptsTable } from "@/lib/surfaces/console/treasury/tables";

export const metadata = { title: "Remittance" };

export default async function Remittance({
  params,
}: PageProps<"/ops/[environment]/treasury/remittances/[remittanceId]">) {
  const at = await operatorAt(params);
  const { environment } = at;
  const { remittanceId } = await params;
  const one = await orNotFound(readRemittanceAt(at, remittanceId));
  const open = await listProposalsAt(at, { q: remittanceId, limit: 5 });
  const base = `/ops/${environment}`;
  const pay = at.may("pay");
  return (
    <>
      <PageHeader
        title={`${one.marketplace} to ${one.lender.name}`}
        state={one.late > 0 ? <StatusBadge tone="bad">Late</StatusBadge> : null}
        back={{ href: `${base}/treasury/remittances`, label: "Remittances" }}
        actions={pay && <NoteReceived remittanceId={remittanceId} send={proposeReceived.bind(null, environment)} />}
      />
      <OpenProposals base={base} proposals={open.rows} />
      <Card title="What is owed">
        <Facts
          items={[
            ["Deducted in all", <Naira key="" amount={one.reported} />],
            ["Received in all", <Naira key="" amount={one.received} />],
            ["Owed", <Naira key="" amount={one.unremitted} />],
            ["Of it late", <Naira key="" amount={one.late} />],
            ["The oldest is due", one.since && <Day key="" date={one.since} />],
            ["Stops offers and payouts at", <Naira key="" amount={one.limit} />],
            ["Reference", <code key="">{one.reference.toUpperCase()}</code>],
          ]}
        />
      </Card>
      <Card title="Breaks">
        <RemittanceBreaks breaks={one.breaks} close={pay ? closeBreak.bind(null, environment) : null} />
      </Card>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card title="By day">
          <ListTable base={base} table={dueDaysTable(one.days, at.now)} empty={none} />
        </Card>
        <Card title="Received">
          <ListTable base={base} table={receiptsTable(one.receipts, at.now)} empty={none} />
        </Card>
      </div>
    </>
  );
}

const none = <p className="text-sm text-muted">Nothing yet.</p>;

function Naira({ amount }: { amount: number }) {
  return <Money kobo={toKobo(amount)} />;
}
