import { fromKobo, type Kobo, kobo, minus, nairaText, plus, zero } from "@/lib/kernel/money";
import type { CsvRow } from "./csv-table";
import { unreadable } from "./unreadable";

type Balanced = { row: CsvRow; amount: Kobo; balance: Kobo | null };

/** What the account had before the first row and after the last, by the balance that stands beside each, in either order. */
export function balancesOf(rows: readonly Balanced[]): { opening: Kobo | null; closing: Kobo | null } {
  const newestFirst = rows.toReversed();
  const [down, up] = [walk(rows), walk(newestFirst)];
  const best = down.wrong && (!up.wrong || up.right > down.right) ? up : down;
  if (best.wrong) throw best.wrong;
  return { opening: best.opening, closing: best.closing };
}

function walk(rows: readonly Balanced[]) {
  let opening: Kobo | null = null;
  let now = zero;
  let right = 0;
  for (const { row, amount, balance } of rows) {
    now = plus(now, amount);
    if (balance === null) continue;
    if (opening === null) {
      opening = minus(balance, now);
      now = balance;
    } else if (now !== balance) {
      const off = nairaText(Math.abs(fromKobo(kobo(balance - now))));
      const wrong = unreadable(`The balance is off by ${off}: a row is missing here, or was changed.`, row.at());
      return { opening, closing: now, right, wrong };
    }
    right += 1;
  }
  return { opening, closing: opening === null ? null : now, right, wrong: null };
}
