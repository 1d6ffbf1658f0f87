import type { ReactNode } from "react";
import { LoanStatusBadge } from "@/components/dashboard/loan-words";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import type { Kobo } from "@/lib/kernel/money";
import type { ConnectionAnswer } from "@/lib/surfaces/account/consents/schema";
import type { KycProgress } from "@/lib/terms/kyc/schema";
import type { LoanStatusAnswer } from "@/lib/terms/loans/schema";
import type { RiskTier } from "@/lib/terms/scoring/constants";
import { ConnectionBadge, KycBadge, TierBadge } from "./merchant-words";

type Row = {
  id: string;
  businessName: string;
  thirdPartyCustomerId: string | null;
  connection: ConnectionAnswer["connectionStatus"];
  kyc: KycProgress["status"];
  score: { total: number; tier: RiskTier; cap: Kobo } | null;
  /** The states of its loans, each once. */
  loans: readonly LoanStatusAnswer["status"][];
  createdAt: Date;
};

const none = <span className="text-muted">–</span>;

const columns: Column<Row>[] = [
  {
    key: "merchant",
    header: "Merchant",
    cell: ({ businessName, thirdPartyCustomerId }) => (
      <span className="flex flex-col">
        <span className="wrap-break-word">{businessName}</span>
        <span className="wrap-break-word text-xs font-normal text-muted">
          {thirdPartyCustomerId ?? "No id of yours yet"}
        </span>
      </span>
    ),
  },
  {
    key: "connection",
    header: "Connection",
    priority: 2,
    cell: ({ connection }) => <ConnectionBadge status={connection} />,
  },
  { key: "kyc", header: "KYC", cell: ({ kyc }) => <KycBadge status={kyc} /> },
  { key: "tier", header: "Tier", priority: 2, cell: ({ score }) => (score ? <TierBadge tier={score.tier} /> : none) },
  {
    key: "score",
    header: "Score",
    align: "end",
    priority: 3,
    cell: ({ score }) => (score ? score.total.toFixed(1) : none),
  },
  {
    key: "cap",
    header: "Lending cap",
    align: "end",
    priority: 2,
    cell: ({ score }) => (score ? <Money kobo={score.cap} /> : none),
  },
  {
    key: "loans",
    header: "Loans",
    priority: 3,
    cell: ({ loans }) =>
      loans.length === 0 ? (
        none
      ) : (
        <span className="flex flex-wrap gap-1">
          {loans.map((status) => (
            <LoanStatusBadge key={status} status={status} />
          ))}
        </span>
      ),
  },
  { key: "since", header: "Since", align: "end", priority: 3, cell: ({ createdAt }) => <Moment at={createdAt} /> },
];

/** Merchants, each leading to its page. */
export function MerchantTable({ path, rows, empty }: { path: string; rows: readonly Row[]; empty: ReactNode }) {
  return (
    <DataTable
      caption="Merchants"
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => `${path}/${id}`}
      empty={empty}
    />
  );
}
