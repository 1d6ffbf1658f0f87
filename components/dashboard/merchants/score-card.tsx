import { LabelBadge } from "@/components/staff/label-badge";
import { Card } from "@/components/ui/card";
import { ProgressBar } from "@/components/ui/progress-bar";
import type { CreditScore } from "@/lib/sales/scoring/credit-scores/schema";
import { tierLabels } from "@/lib/terms/dashboard/labels";
import { type Component, componentPoints, components } from "@/lib/terms/scoring/constants";

const componentLabels: Record<Component, string> = {
  salesPerformance: "Sales",
  revenueConsistency: "Steady revenue",
  fulfillmentOps: "Fulfillment",
  payoutCashFlow: "Payouts and cash flow",
  stabilityTenure: "Time and stability",
  riskBehavior: "Conduct and risk",
};

export function ScoreCard({ score }: { score: CreditScore }) {
  return (
    <Card
      title="Score"
      aside={
        <span className="flex items-center gap-3">
          <span className="text-xl font-semibold tabular-nums">{score.totalScore.toFixed(1)}</span>
          <LabelBadge of={tierLabels[score.riskTier]} />
        </span>
      }
    >
      <p className="max-w-prose text-sm">{score.lendingImplication}</p>
      <ul className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2">
        {components.map((name) => (
          <li key={name} className="flex flex-col gap-1">
            <span className="flex justify-between gap-3">
              <span>{componentLabels[name]}</span>
              <span className="whitespace-nowrap text-muted tabular-nums">
                {score.scoreBreakdown[name].toFixed(1)} of {componentPoints[name]}
              </span>
            </span>
            <ProgressBar
              label={componentLabels[name]}
              percent={(100 * score.scoreBreakdown[name]) / componentPoints[name]}
            />
          </li>
        ))}
      </ul>
      <div className="grid gap-6 text-sm md:grid-cols-3">
        <Part title="What to look at" none="Nothing stands out." items={score.riskFlags.map(inWords)} />
        <Part
          title="What weighed most"
          none="Nothing in particular."
          items={score.reasons.map(({ message }) => message)}
        />
        <Part
          title="What would raise it"
          none="Nothing that a seller could do within weeks."
          items={score.improvements.map(({ message }) => sentence(message))}
        />
      </div>
      <p className="text-sm text-muted">
        The data is {score.confidence}% complete.
        {score.carriedOver.length > 0 && " Some of it was left out this time and taken from earlier data."}
      </p>
    </Card>
  );
}

function Part({ title, none, items }: { title: string; none: string; items: readonly string[] }) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-medium">{title}</h3>
      {items.length === 0 ? (
        <p className="text-muted">{none}</p>
      ) : (
        <ul className="flex list-disc flex-col gap-1 ps-4">
          {items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

function inWords(flag: string): string {
  return sentence(flag.toLowerCase().replaceAll("_", " ").replace("gmv", "sales"));
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
