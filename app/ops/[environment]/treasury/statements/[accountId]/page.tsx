import {
  proposeBooking,
  proposeDismissal,
  proposeDismissals,
  setFormat,
} from "@/app/ops/[environment]/treasury/statements/actions";
import { operatorAt } from "@/app/ops/operator";
import { orNotFound } from "@/app/or-not-found";
import { OpenProposals } from "@/components/ops/proposals/open-proposals";
import { ImportStatement } from "@/components/ops/treasury/import-statement";
import { SetFormat } from "@/components/ops/treasury/line-acts";
import { WaitingLines } from "@/components/ops/treasury/waiting-lines";
import { dayText } from "@/components/staff/day";
import { ListTable } from "@/components/staff/list-table";
import { Card } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { listProposalsAt } from "@/lib/surfaces/console/proposals/list-proposals";
import { readAccountAt } from "@/lib/surfaces/console/treasury/read-account";
import { statementsTable } from "@/lib/surfaces/console/treasury/tables";
import { listQuery } from "@/lib/surfaces/lists/list-query";
import { neighboursOf } from "@/lib/surfaces/lists/neighbours";
import { bankNameOf } from "@/lib/terms/bank-names";

export const metadata = { title: "Statements of an account" };

const pageQuery = listQuery("statementLine", {});

export default async function Account({
  params,
  searchParams,
}: PageProps<"/ops/[environment]/treasury/statements/[accountId]">) {
  const at = await operatorAt(params);
  const { environment } = at;
  const { accountId } = await params;
  const { q: _, ...cut } = pageQuery.parse(await searchParams);
  const account = await orNotFound(readAccountAt(at, accountId, cut));
  const open = await listProposalsAt(at, { q: accountId, limit: 20 });
  const { format, gaps, waiting, paidTwice, importedUntil } = account;
  const base = `/ops/${environment}`;
  const path = `${base}/treasury/statements/${accountId}`;
  const pay = at.may("pay");
  const acts = {
    book: proposeBooking.bind(null, environment),
    dismiss: proposeDismissal.bind(null, environment),
    dismissAll: proposeDismissals.bind(null, environment),
  };
  return (
    <>
      <PageHeader
        title={`${account.lender}, ${bankNameOf(account.bankCode)} …${account.lastFour}`}
        back={{ href: `${base}/treasury/statements`, label: "Statements" }}
        lead={importedUntil ? `Imported until ${dayText(importedUntil)}` : "Nothing of it was imported yet"}
      />
      <OpenProposals base={base} proposals={open.rows} />
      <Card
        title="Import a statement"
        aside={pay && <SetFormat accountId={accountId} known={format} send={setFormat.bind(null, environment)} />}
      >
        <Facts
          items={[
            ["Read as", format?.format ?? "Not said yet"],
            ["Columns", format?.columns ? columnsText(format.columns) : null],
            ["Rules for fees and duties", format?.rules.length ?? 0],
            [
              "Days that no statement has",
              gaps.map(({ from, to }) => `${dayText(from)} to ${dayText(to)}`).join(", ") || null,
            ],
          ]}
        />
        {pay && format && <ImportStatement to={`${path}/import`} />}
      </Card>
      <Card title="Lines that wait">
        <WaitingLines accountId={accountId} lines={[...paidTwice, ...waiting]} acts={pay ? acts : null} />
        <Pager
          {...{ path, query: {}, ...neighboursOf(cut, account.hasMore) }}
          first={waiting[0]?.id ?? ""}
          last={waiting.at(-1)?.id ?? ""}
        />
      </Card>
      <Card title="Statements">
        <ListTable
          base={base}
          table={statementsTable(account.statements, at.now)}
          empty={<p className="text-sm text-muted">None yet.</p>}
        />
      </Card>
    </>
  );
}

function columnsText(columns: object): string {
  const named = Object.entries(columns).filter(([, value]) => typeof value === "string" || Array.isArray(value));
  return named.map(([name, value]) => `${name}: ${[value].flat().join(", ")}`).join("; ");
}
