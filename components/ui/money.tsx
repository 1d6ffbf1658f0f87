import { fromKobo, type Kobo, nairaText } from "@/lib/kernel/money";

/** An amount as naira: ₦1,234,567.89. */
export function Money({ kobo }: { kobo: Kobo }) {
  return <span className="whitespace-nowrap tabular-nums">{nairaText(fromKobo(kobo))}</span>;
}
