/** The sales of a drawn world for the oracle: what each is by all that was told of it, with nothing of the service's own. */
export const dayLength = 86_400_000;
export const windowDays = 8;
export const dayNumber = (at: number) => Math.floor(at / dayLength);

/** `refundOf`: of a return, the order that it is of. */
export type OracleSale = { orderId: string; amount: number; at: number; refundOf?: string };
export type OracleSource = { id: string; sale: boolean; amount: number; at: number };
export type OracleTelling = { told: number; event?: OracleSale; source?: OracleSource | null };
export type OracleDeduction = {
  /** The loan's place among the loans. */
  loan: number;
  reference: string;
  amount: number;
  at: number;
  source: OracleSource | null;
};
export type Taken = { loan: number; net: number; at: number };
type Word = { told: number; what: "source" | "event" | "return" | "covered"; name: string; amount: number; at: number };
type Standing = { amount: number; gross: number; at: number };
export type Known = Standing & {
  key: string;
  said: Standing;
  takings: Taken[];
  asked: number[];
  agreed: number[];
  asSaid: number[];
};
/** When the share of a sale is due. */
const dueOf = (at: number) => (dayNumber(at) + 1 + windowDays) * dayLength;

/** What each sale was, by all that was told of it in turn, and what of the loans' deductions has no sale behind it. */
export function sortOut(world: {
  tellings: OracleTelling[];
  deductions: OracleDeduction[];
  reversals: { of: string; amount: number }[];
}): { sales: Known[]; loose: Taken[] } {
  const { tellings, deductions, reversals } = world;
  const sold = tellings.flatMap(({ told, event, source }) => {
    const at = event ? (event.refundOf === undefined ? event.at : null) : source?.sale ? source.at : null;
    return at === null ? [] : [{ told, day: dayNumber(at) }];
  });
  const soldIn = (at: number, by: number) => {
    const day = dayNumber(at);
    return sold.some((sale) => sale.day <= day && sale.day >= day - windowDays && sale.told <= by);
  };
  const isSale = ({ sale, at }: OracleSource, told: number) =>
    sale || !soldIn(at, Math.min(told + dayLength, Math.max(told, dueOf(at))));
  const keyOf = ({ sale, id }: OracleSource) => `${sale ? "sale" : "other"} ${id}`;
  const words = new Map<string, Word[]>();
  const add = (key: string, word: Word) => words.set(key, [...(words.get(key) ?? []), word]);
  const end = Number.MAX_SAFE_INTEGER;
  for (const { told, event, source } of tellings) {
    if (event) {
      const { orderId: name, refundOf, amount, at } = event;
      add(`sale ${refundOf ?? name}`, { told, what: refundOf === undefined ? "event" : "return", name, amount, at });
    } else if (source && isSale(source, told)) {
      const { id: name, amount, at } = source;
      add(keyOf(source), { told, what: "source", name, amount, at });
      if (!source.sale && soldIn(at, end)) add(keyOf(source), { told: end, what: "covered", name, amount, at });
    }
  }
  const takings = new Map<string, Taken[]>();
  const loose: Taken[] = [];
  for (const { loan, reference, amount, at, source } of deductions) {
    let net = amount;
    for (const reversal of reversals.filter(({ of }) => of === reference)) net -= reversal.amount;
    const told = tellings.find((telling) => telling.source === source && source !== null)?.told ?? 0;
    const list = source && isSale(source, told) ? (takings.get(keyOf(source)) ?? []) : loose;
    if (list !== loose && source) takings.set(keyOf(source), list);
    list.push({ loan, net, at });
  }
  const sales = [...words].flatMap(([key, list]): Known[] => {
    const known = whatCounts(list);
    return known ? [{ ...known, key, takings: takings.get(key) ?? [], asked: [], agreed: [], asSaid: [] }] : [];
  });
  // Of one moment by name, and that of what is no sale begins with its type: "payout", after any name of the drawn shops.
  const name = ({ key }: Known) => key.replace(/^sale /, "").replace(/^other/, "payout");
  sales.sort((one, other) => one.at - other.at || (name(one) < name(other) ? -1 : 1));
  return { sales, loose };
}

/** What counts of a sale, and what was said of it last, word by word; events of a moment after its sources. */
function whatCounts(list: readonly Word[]): (Standing & { said: Standing }) | null {
  const inTurn = [...list].sort(
    (one, other) => one.told - other.told || Number(one.what !== "source") - Number(other.what !== "source"),
  );
  const begun = inTurn.findIndex(({ what }) => what === "event" || what === "source");
  const opening = inTurn[begun];
  if (!opening) return null;
  const back = { counts: new Map<string, number>(), said: new Map<string, number>() };
  let [gross, at, byEvent] = [opening.amount, opening.at, opening.what === "event"];
  let said = { gross, at };
  for (const [i, word] of inTurn.entries()) {
    if (word.what === "return") {
      back.said.set(word.name, word.amount);
      const less = word.amount < (back.counts.get(word.name) ?? 0);
      if (i < begun || word.told < dueOf(at) || less) back.counts.set(word.name, word.amount);
    } else if (i > begun && word.what === "covered") said = { gross: 0, at };
    else if (i > begun && (word.what === "event" || !byEvent)) {
      const young = word.told < opening.told + dayLength && word.told < dueOf(at);
      const better = word.what === "event" || word.at < at || (word.at === at && word.amount > gross);
      if (!young) {
        said = { gross: word.amount, at: word.at };
        gross = Math.max(gross, word.amount);
      } else if (better) {
        [gross, at] = [word.amount, word.at];
        said = { gross, at };
      }
      byEvent ||= word.what === "event";
    }
  }
  const less = (amounts: Map<string, number>) => [...amounts.values()].reduce((sum, amount) => sum + amount, 0);
  const lastly = { amount: Math.max(0, said.gross - less(back.said)), gross: said.gross, at: said.at };
  return { amount: Math.max(0, gross - less(back.counts)), gross, at, said: lastly };
}
