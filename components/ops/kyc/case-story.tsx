import { LabelBadge } from "@/components/staff/label-badge";
import { Card } from "@/components/ui/card";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import type { CaseRequest, CaseStep } from "@/lib/surfaces/console/kyc/case-schema";
import { type Finding, findings as findingWords } from "@/lib/terms/kyc/findings";
import type { Requirement } from "@/lib/terms/kyc/schema";

/** What a reviewer must not pass over, in a line. */
export function FindingLine({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0) return <p className="text-sm text-muted">Checks found nothing.</p>;
  return <p className="text-sm font-medium text-bad">{findings.map((one) => findingWords[one].label).join(", ")}</p>;
}

export function AskedCard({ requirements }: { requirements: readonly Requirement[] }) {
  if (requirements.length === 0) return null;
  return (
    <Card title="Asked before">
      <ul className="flex flex-col gap-2 text-sm">
        {requirements.map(({ step, item, reasonCode, message, resolved }) => (
          <li key={`${step} ${item} ${reasonCode} ${message}`}>
            {message} <span className="text-muted">({resolved ? "changed since" : "not changed yet"})</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function RequestsCard({ requests }: { requests: readonly CaseRequest[] }) {
  return (
    <Card title="Funding requests">
      {requests.length === 0 && <p className="text-sm text-muted">It has not asked for funding yet.</p>}
      <ul className="flex flex-col gap-2 text-sm">
        {requests.map(({ id, amount, tenorDays, purpose, status, at }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Money kobo={amount} />
            <span>{tenorDays} days</span>
            <span>{purpose}</span>
            <LabelBadge of={status} />
            <span className="text-muted">
              <Moment at={at} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function HistoryCard({ history }: { history: readonly CaseStep[] }) {
  return (
    <Card title="History">
      {history.length === 0 && <p className="text-sm text-muted">Nothing has happened yet.</p>}
      <ol className="flex flex-col gap-2 text-sm">
        {history.map(({ key, at, who, what, detail }) => (
          <li key={key} className="grid gap-x-4 sm:grid-cols-[11rem_minmax(0,1fr)]">
            <span className="text-muted">
              <Moment at={at} />
            </span>
            <span className="wrap-anywhere whitespace-pre-line">
              {what}, {who}
              {detail && <span className="text-muted">{`\n${detail}`}</span>}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
