import { formatShort, formatValue } from "@/components/charts/format-value";
import { Money } from "@/components/ui/money";
import { Stat } from "@/components/ui/stat";
import type { Kobo } from "@/lib/kernel/money";
import { beyondRounding } from "@/lib/terms/collection/constants";

type Counted = { count: number; amount: Kobo };
type Props = {
  environment: string;
  funded: Counted;
  fundedBefore: Counted;
  active: Counted;
  defaulted: Counted;
  collection: { agreed: Kobo; taken: Kobo; missing: Kobo };
  /** In hundredths; null while nothing was due. */
  share: number | null;
  requests: { waiting: number; refused: number; all: number };
};

export function OverviewStats({ environment, funded, fundedBefore, active, defaulted, ...more }: Props) {
  const { collection, share, requests } = more;
  const at = (path: string) => `/dashboard/${environment}/${path}`;
  return (
    <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
      <Stat
        label="Funded"
        value={<Money kobo={funded.amount} />}
        note={`${loans(funded.count)}; ${comparison(funded.amount, fundedBefore.amount)}`}
        href={at("loans")}
      />
      <Stat
        label="Loans out now"
        value={(active.count + defaulted.count).toLocaleString("en-NG")}
        note={`${formatShort(active.amount + defaulted.amount, "money")} paid out${
          defaulted.count > 0 ? `; ${defaulted.count.toLocaleString("en-NG")} in default` : ""
        }`}
        href={at("loans?status=OUT")}
      />
      <Stat
        label="Collected of what was due"
        value={formatValue(share, "percent")}
        note={
          share === null
            ? nothingDue(collection.agreed, active.count, defaulted.count)
            : `${formatShort(collection.taken, "money")} came, ${formatShort(beyondRounding(collection.missing), "money")} is missing`
        }
        href={at("breaks")}
      />
      <Stat
        label="Funding requests"
        value={requests.all.toLocaleString("en-NG")}
        note={`${requests.waiting.toLocaleString("en-NG")} waiting, ${requests.refused.toLocaleString("en-NG")} rejected`}
        href={at("funding-requests")}
      />
    </div>
  );
}

/** Why nothing came to be due of the sales of a time; what is overdue from before it is never passed over. */
export function nothingDue(agreed: Kobo, active: number, defaulted: number): string {
  if (agreed > 0) return "The payout period of these sales is not over";
  if (active + defaulted === 0) return "No loan is out";
  const overdue = defaulted > 0 ? `; ${loans(defaulted)} in default from before` : "";
  return `No sales in this time to repay from${overdue}`;
}

function loans(count: number): string {
  return count === 1 ? "1 loan" : `${count.toLocaleString("en-NG")} loans`;
}

function comparison(amount: Kobo, before: Kobo): string {
  if (before === 0) return amount === 0 ? "none in the period before either" : "none in the period before";
  const change = Math.round((amount / before - 1) * 100);
  if (change === 0) return "as much as in the period before";
  return `${Math.abs(change).toLocaleString("en-NG")}% ${change > 0 ? "more" : "less"} than in the period before`;
}
