import { LabelBadge } from "@/components/staff/label-badge";
import { Card } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { Moment } from "@/components/ui/moment";
import { ProgressBar } from "@/components/ui/progress-bar";
import { kycLabels } from "@/lib/terms/dashboard/labels";
import type { KycProgress } from "@/lib/terms/kyc/schema";

const steps = [
  ["business-info", "Business"],
  ["directors", "Directors"],
  ["documents", "Documents"],
  ["review", "Submission"],
] as const;

export function KycCard({ kyc, directors }: { kyc: KycProgress; directors: { all: number; verified: number } }) {
  const open = kyc.requirements?.filter(({ resolved }) => !resolved) ?? [];
  return (
    <Card title="KYC" aside={<LabelBadge of={kycLabels[kyc.status]} />}>
      <ProgressBar percent={kyc.overallProgress} label="KYC" />
      <ul className="grid grid-cols-2 gap-2 text-sm sm:grid-cols-4">
        {steps.map(([step, words]) => (
          <li key={step}>
            {kyc.completedSteps.includes(step) ? (
              <span>
                <span aria-hidden="true">✓ </span>
                {words}
                <span className="sr-only">: done</span>
              </span>
            ) : (
              <span className="text-muted">
                {words}
                <span className="sr-only">: to be done</span>
              </span>
            )}
          </li>
        ))}
      </ul>
      {kyc.rejectionReason && <p className="text-sm text-bad">Rejected: {kyc.rejectionReason}</p>}
      {open.length > 0 && (
        <div className="flex flex-col gap-1 text-sm">
          <p>The reviewer asks for:</p>
          <ul className="list-disc ps-4">
            {open.map(({ step, item, message }) => (
              <li key={`${step} ${item}`}>{message}</li>
            ))}
          </ul>
        </div>
      )}
      <Facts
        items={[
          ["Directors", directors.all === 0 ? "None yet" : `${directors.all}, of whom ${directors.verified} verified`],
          ["Submitted", kyc.submittedAt ? <Moment key="submitted" at={kyc.submittedAt} /> : "Not yet"],
        ]}
      />
    </Card>
  );
}
