import { BarChart } from "@/components/charts/bar-chart";
import { FunnelChart } from "@/components/charts/funnel-chart";
import { LineChart } from "@/components/charts/line-chart";
import { Card } from "@/components/ui/card";
import { type Kobo, kobo } from "@/lib/kernel/money";
import { beyondRounding } from "@/lib/terms/collection/constants";
import { type MerchantStage, merchantStages } from "@/lib/terms/tallies";

export type OverviewStep = {
  label: string;
  funded: { amount: Kobo };
  collection: { agreed: Kobo; taken: Kobo; missing: Kobo; excess: Kobo };
  running: { count: number };
};

type Props = { steps: readonly OverviewStep[]; merchants: Partial<Record<MerchantStage, { count: number }>> };

const stageLabels: Record<MerchantStage, string> = {
  CREATED: "Created",
  CONNECTED: "Data arrived",
  SUBMITTED: "KYC submitted",
  VERIFIED: "KYC approved",
  REQUESTED: "Asked for funding",
  OFFERED: "Got an offer",
  FUNDED: "Funded",
};

export function OverviewCharts({ steps, merchants }: Props) {
  const points = (values: (step: OverviewStep) => Record<string, number>) =>
    steps.map((step) => ({ label: step.label, values: values(step) }));
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      <Card>
        <BarChart
          title="Funded volume"
          format="money"
          series={[{ key: "funded", label: "Paid out" }]}
          points={points(({ funded }) => ({ funded: funded.amount }))}
          axis="When"
          empty="No loan was paid out in this time."
        />
      </Card>
      <Card>
        <BarChart
          title="Collected against agreed"
          format="money"
          stacked
          series={[
            { key: "agreed", label: "Agreed", onlyInTable: true },
            { key: "taken", label: "Collected", tone: "main" },
            { key: "missing", label: "Missing", tone: "bad" },
            { key: "awaited", label: "May still come", tone: "quiet" },
          ]}
          points={points(({ collection }) => ({
            ...collection,
            missing: beyondRounding(collection.missing),
            awaited: beyondRounding(awaitedOf(collection)),
          }))}
          axis="Day of the sales"
          empty="No sale was made from which a loan is repaid."
        />
      </Card>
      <Card>
        <LineChart
          title="Loans being repaid"
          format="count"
          series={[{ key: "running", label: "At the end of the day" }]}
          points={points(({ running }) => ({ running: running.count }))}
          axis="When"
          empty="No loan was out in this time."
        />
      </Card>
      <Card>
        <FunnelChart
          title="From created to funded"
          format="count"
          series={[{ key: "merchants", label: "Merchants" }]}
          points={merchantStages.map((stage) => ({
            label: stageLabels[stage],
            values: { merchants: merchants[stage]?.count ?? 0 },
          }))}
        />
        <p className="text-sm text-muted">
          Merchants that came in this time, and how far they are now. The steps need not come in this order: a merchant
          may ask for funding before its KYC is approved.
        </p>
      </Card>
    </div>
  );
}

/** What was agreed, has not come, and is not missing yet (docs/collection.md#days). */
function awaitedOf({ agreed, taken, missing, excess }: OverviewStep["collection"]): Kobo {
  return kobo(agreed - taken - missing + excess);
}
