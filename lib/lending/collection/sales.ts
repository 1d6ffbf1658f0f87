import { day } from "@/lib/kernel/calendar";
import { greatest, type Kobo, minus, sumOf, zero } from "@/lib/kernel/money";

/** What a day's sales are told by: an event, or a deduction that names the sale as its source. */
type Mention = { by: "EVENT" | "SOURCE"; amount: Kobo; at: Date };

/** `returnId`: the return's own order. */
export type Telling = { id: string; toldAt: Date } & (
  | Mention
  | { by: "RETURN"; returnId: string; amount: Kobo }
  | { by: "ELSEWHERE" }
  | { by: "COVERED" }
);

/** What an operator decided on a sale as it was told of up to a telling. */
export type Verdict = { telling: string; applied: boolean };

/** A deduction, for whichever of the merchant's loans; `net` of its reversals. */
export type Deduction = { loanId: string; reference: string; net: Kobo; at: Date };

/** What a sale is by what was told of it later and does not count; the last telling of it. */
export type Claim = { amount: Kobo; at: Date; telling: string };

/** What of a sale counts: less returns, and `gross` of them; what was told later and waits for a decision. */
export type Settled = { amount: Kobo; gross: Kobo; at: Date; claim: Claim | null };

/** `toldAt`: when it was first told of, which is before its own time where the teller's clock is ahead. */
export type Sale = Settled & { orderId: string; key: string; toldAt: Date; deductions: readonly Deduction[] };

/** How long a sale may be told of again as it is found to be. */
const correctedWithin = day;

/** How decisions name a sale: an order, or another source, type and id. */
export function saleKey(kind: "ORDER" | "OTHER", id: string): string {
  return `${kind} ${id}`;
}

/**
 * docs/collection.md#told-again. `tellings`: of one sale, in any order. `dueAt`: when the share of a sale of a moment
 * is due, in milliseconds. Null if only returns or other merchants were told of.
 */
export function settleSale(
  tellings: readonly Telling[],
  verdicts: readonly Verdict[],
  dueAt: (at: Date) => number,
): Settled | null {
  const returned = { counted: new Map<string, Kobo>(), claimed: new Map<string, Kobo>() };
  let first: Date | undefined;
  let by: Mention["by"] = "SOURCE";
  let counted: Mention | undefined;
  /** What was last said; undefined when the sale is said not to be one of the merchant's. */
  let claimed: Mention | undefined;
  let last: Telling | undefined;
  for (const told of [...tellings].sort(inOrder)) {
    if (told.by === "RETURN") {
      const free = !counted || told.toldAt.getTime() < dueAt(counted.at);
      returned.claimed.set(told.returnId, told.amount);
      const before = returned.counted.get(told.returnId) ?? zero;
      if (free || told.amount < before) returned.counted.set(told.returnId, told.amount);
    } else if (told.by === "ELSEWHERE" || told.by === "COVERED") {
      if (!counted) continue;
      claimed = undefined;
    } else if (!counted || !first) {
      [first, by, counted, claimed] = [told.toldAt, told.by, told, told];
    } else {
      if (told.by === "SOURCE" && by === "EVENT") continue;
      const isFree = told.toldAt.getTime() < Math.min(first.getTime() + correctedWithin, dueAt(counted.at));
      if (!isFree) {
        claimed = told;
        if (told.amount > counted.amount) counted = { ...counted, amount: told.amount };
      } else if (told.by === "EVENT" || goesBefore(told, counted)) [counted, claimed] = [told, told];
      by = told.by;
    }
    last = told;
    const verdict = verdicts.findLast(({ telling }) => telling === told.id);
    if (verdict?.applied && counted) {
      counted = claimed ?? { ...counted, amount: zero };
      returned.counted = new Map(returned.claimed);
    }
    if (verdict) {
      claimed = counted;
      returned.claimed = new Map(returned.counted);
    }
  }
  if (!counted || !last) return null;
  const net = (gross: Kobo, of: ReadonlyMap<string, Kobo>) => greatest(zero, minus(gross, sumOf([...of.values()])));
  const amount = net(counted.amount, returned.counted);
  const told = { amount: claimed ? net(claimed.amount, returned.claimed) : zero, at: claimed?.at ?? counted.at };
  const same = told.amount === amount && told.at.getTime() === counted.at.getTime();
  const claim = same ? null : { ...told, telling: last.id };
  return { amount, gross: counted.amount, at: counted.at, claim };
}

/** The order of telling; at the same moment sources come before events, which say it better. */
function inOrder(one: Telling, other: Telling): number {
  const rank = ({ by }: Telling) => (by === "SOURCE" ? 0 : 1);
  return one.toldAt.getTime() - other.toldAt.getTime() || rank(one) - rank(other) || (one.id < other.id ? -1 : 1);
}

/** Of sources the earliest by its own time goes before the others, at the same time the larger amount. */
function goesBefore(one: Mention, other: Mention): boolean {
  return one.at.getTime() === other.at.getTime() ? one.amount > other.amount : one.at < other.at;
}

/** The order in which the balance is used up by sales. */
export function bySaleTime(one: { at: Date; orderId: string }, other: { at: Date; orderId: string }): number {
  return one.at.getTime() - other.at.getTime() || (one.orderId < other.orderId ? -1 : 1);
}
