import { exampleOfSale, percentText } from "@/components/loan/loan-text";
import { Facts } from "@/components/ui/touch-card";
import { nairaText } from "@/lib/kernel/money";

type Deal = {
  amount: number;
  fee: number;
  totalRepayment: number;
  annualPercentageRate: number | null;
  scheduledAnnualPercentageRate: number | null;
  deductionPercentage: number;
  minimumDeduction: number;
};

export function DealFigures({ deal, marketplace }: { deal: Deal; marketplace: string }) {
  const { amount, fee, totalRepayment, deductionPercentage, minimumDeduction } = deal;
  const { annualPercentageRate: estimated, scheduledAnnualPercentageRate: scheduled } = deal;
  return (
    <div className="flex flex-col gap-3">
      <p className="flex flex-col">
        <span className="text-stone-700 dark:text-stone-300">You get</span>
        <span className="wrap-anywhere text-3xl font-semibold tracking-tight tabular-nums">{nairaText(amount)}</span>
      </p>
      <Facts
        rows={[
          ["Fee", nairaText(fee)],
          ["You pay back", nairaText(totalRepayment)],
          ["Estimated APR", estimated === null ? null : percentText(estimated)],
          ["APR if paid on the due dates", scheduled === null ? null : percentText(scheduled)],
          ["From each sale", percentText(deductionPercentage)],
          ["At least, per sale", minimumDeduction > 0 ? nairaText(minimumDeduction) : null],
        ]}
      />
      <p className="text-sm text-stone-700 dark:text-stone-300">{exampleOfSale(deal, marketplace)}</p>
    </div>
  );
}
