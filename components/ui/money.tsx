import { fromKobo, type Kobo, nairaText } from "@/lib/kernel/money";

export function Money({ kobo }: { kobo: Kobo }) {
  return <span className="whitespace-nowrap tabular-nums">{nairaText(fromKobo(kobo))}</span>;
}
