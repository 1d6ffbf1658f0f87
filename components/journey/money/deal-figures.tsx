import { exampleOfSale, percentText } from "@/components/journey/money-labels";
import { Facts } from "@/components/journey/step-frame";
import { nairaText } from "@/lib/money";

/** What a loan comes to. */
export type Deal = {
  amount: number;
  fee: number;
  totalRepayment: number;
  deductionPercentage: number;
  minimumDeduction: number;
};

/** What the merchant gets, pays for it and pays back, and how that is taken. */
export function DealFigures({ deal, marketplace }: { deal: Deal; marketplace: string }) {
  const { amount, fee, totalRepayment, deductionPercentage, minimumDeduction } = deal;
  return (
    <div className="flex flex-col gap-3">
      <p className="flex flex-col">
        <span className="text-stone-700 dark:text-stone-300">You get</span>
        <span className="wrap-anywhere text-3xl font-semibold tracking-tight tabular-nums">{nairaText(amount)}</span>
      </p>
      <Facts
        rows={[
          { name: "Fee", value: nairaText(fee) },
          { name: "You pay back", value: nairaText(totalRepayment) },
          { name: "From each sale", value: percentText(deductionPercentage) },
          ...(minimumDeduction > 0 ? [{ name: "At least, per sale", value: nairaText(minimumDeduction) }] : []),
        ]}
      />
      <p className="text-sm text-stone-700 dark:text-stone-300">{exampleOfSale(deal, marketplace)}</p>
    </div>
  );
}
