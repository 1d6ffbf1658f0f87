import Link from "next/link";
import { LabelBadge } from "@/components/staff/label-badge";
import { Card } from "@/components/ui/card";
import { Moment } from "@/components/ui/moment";
import { nairaText } from "@/lib/kernel/money";
import type { BreakType, breakStatuses } from "@/lib/terms/breaks";
import { breakLabels, breakTypeLabels } from "@/lib/terms/dashboard/labels";

type Break = { id: string; type: BreakType; status: (typeof breakStatuses)[number] };

export function SettlementBreaks({ at, breaks }: { at: string; breaks: readonly Break[] }) {
  if (breaks.length === 0) return null;
  return (
    <Card title="Breaks">
      <ul className="flex flex-col gap-2">
        {breaks.map(({ id, type, status }) => (
          <li key={id} className="flex flex-wrap items-center gap-3">
            <Link href={`${at}/breaks/${id}`} prefetch={false} className="underline underline-offset-4">
              {breakTypeLabels[type]}
            </Link>
            <LabelBadge of={breakLabels[status]} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

type Figures = {
  grossAmount?: number | null | undefined;
  totalDeductions?: number | null | undefined;
  netAmount?: number | undefined;
  deductionReferenceCount?: number | null | undefined;
};

type Correction = { previous: Figures; corrected: Figures; reason: string; correctedBy: string; correctedAt: string };

export function SettlementCorrections({ corrections }: { corrections: readonly Correction[] }) {
  if (corrections.length === 0) return null;
  return (
    <Card title="Corrections">
      <ol className="flex flex-col gap-4 text-sm">
        {corrections.map(({ previous, corrected, reason, correctedBy, correctedAt }) => (
          <li key={correctedAt} className="flex flex-col gap-1">
            <p className="max-w-prose wrap-anywhere">{reason}</p>
            <ul>
              {changesOf(previous, corrected).map((change) => (
                <li key={change}>{change}</li>
              ))}
            </ul>
            <p className="text-muted">
              {correctedBy}, <Moment at={correctedAt} />
            </p>
          </li>
        ))}
      </ol>
    </Card>
  );
}

const names = { grossAmount: "Gross", totalDeductions: "Deductions", netAmount: "Net" };

function changesOf(previous: Figures, corrected: Figures): string[] {
  const changes = (["grossAmount", "totalDeductions", "netAmount"] as const).flatMap((name) =>
    corrected[name] === undefined ? [] : [`${names[name]}: ${textOf(previous[name])} → ${textOf(corrected[name])}`],
  );
  const { deductionReferenceCount: count } = corrected;
  if (count === undefined) return changes;
  return [...changes, `Deductions named: ${previous.deductionReferenceCount ?? "none"} → ${count ?? "none"}`];
}

function textOf(amount: number | null | undefined): string {
  return amount === null || amount === undefined ? "–" : nairaText(amount);
}
