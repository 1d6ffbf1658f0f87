import { type Kobo, least, minus, plus, sumOf, zero } from "@/lib/kernel/money";
import { addBankDays } from "@/lib/terms/bank-days";
import { lateAfterBankDays, type RemittanceState } from "@/lib/terms/remittances";

/** What was due on a day, in Lagos. Never negative: a reversal counts on the day of its deduction. */
export type DueDay = { dueOn: string; amount: Kobo };

export type RemittedDay = DueDay & { received: Kobo; state: RemittanceState };

export type RemittanceBalance = {
  /** All that has been reported, and all that has come. */
  owed: Kobo;
  received: Kobo;
  /** What has not come, due or not. */
  unremitted: Kobo;
  /** What of it should have come by now. */
  late: Kobo;
  /** When the oldest of it was due, or is; all that was due before has come. Null: all has. */
  since: string | null;
  /** What came beyond all that was reported. */
  surplus: Kobo;
  days: RemittedDay[];
};

/** Receipts settle the oldest first (docs/remittances.md#receipts). `days`: oldest first; `today`: in Lagos. */
export function remittanceBalance(days: readonly DueDay[], received: Kobo, today: string): RemittanceBalance {
  let left = received;
  const remitted = days
    .filter(({ amount }) => amount > 0)
    .map(({ dueOn, amount }): RemittedDay => {
      const got = left > 0 ? least(left, amount) : zero;
      left = minus(left, got);
      return { dueOn, amount, received: got, state: stateOf(dueOn, { amount, got }, today) };
    });
  const owed = sumOf(remitted.map(({ amount }) => amount));
  const open = remitted.filter((one) => one.state !== "RECEIVED");
  const missing = (list: readonly RemittedDay[]) => sumOf(list.map((one) => minus(one.amount, one.received)));
  // What went back to the marketplace beyond all that had come is missing, too.
  const unremitted = plus(missing(open), left < 0 ? minus(zero, left) : zero);
  return {
    owed,
    received,
    unremitted,
    late: missing(open.filter(({ state }) => state !== "DUE")),
    since: open[0]?.dueOn ?? null,
    surplus: left > 0 ? left : zero,
    days: remitted,
  };
}

function stateOf(dueOn: string, { amount, got }: { amount: Kobo; got: Kobo }, today: string): RemittanceState {
  if (got === amount) return "RECEIVED";
  if (today <= addBankDays(dueOn, lateAfterBankDays)) return "DUE";
  return got > 0 ? "RECEIVED_LESS" : "NOT_RECEIVED";
}
