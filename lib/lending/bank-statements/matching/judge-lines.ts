import { type Kobo, toKobo } from "@/lib/kernel/money";
import type { BankStatement } from "@/lib/lending/bank-statements/readers/model";
import type { LineRule } from "@/lib/terms/bank-statements/schema";
import type { LineState, LineWait } from "@/lib/terms/bank-statements/states";

/** A payout, a refund or a debit of a lender's, as far as a line can show it. */
export type Order = {
  kind: "PAYOUT" | "DEBIT";
  id: string;
  loanId: string;
  reference: string | null;
  /** The bank's own name, where it is known. */
  bankReference: string | null;
  amount: Kobo;
  state: "UNDER_WAY" | "DONE" | "TAKEN_BACK" | "OTHER";
  /** Whether somebody has been asked to do it. */
  sent: boolean;
  /** Whether its provider is being asked at this moment. */
  busy: boolean;
  /** The end of the other account's number. */
  accountEnd: string | null;
  /** What lines have shown of it before. */
  shown: { done: boolean; back: boolean; twice: boolean };
};

export type JudgedLine = Pick<
  BankStatement["lines"][number],
  "valueDate" | "amount" | "reversal" | "bankReference" | "text" | "counterparty" | "several"
> & {
  candidates: readonly string[];
};

export type Verdict = {
  state: LineState;
  waitsBecause: LineWait | null;
  order: Order | null;
  /** What is to be booked: the order is done, or what it had done came back. */
  act: "CONFIRM" | "TAKE_BACK" | null;
};

type Known = {
  orders: readonly Order[];
  rules: readonly LineRule[];
  /** The places of lines that another room knows (`Claimant`). */
  claimed: ReadonlySet<number>;
  /** Money is there from its value date: a cheque may yet bounce until then. */
  today: string;
};

/** In the order in which they happened: a second line with one reference is another than the first. */
export function judgeLines(lines: readonly JudgedLine[], { orders, rules, claimed, today }: Known): Verdict[] {
  // Changed by what lines show, for the lines after them.
  const known = orders.map((order) => ({ ...order, shown: { ...order.shown } }));
  const read = rules.map((rule) => ({ ...rule, words: wholeWords(rule.words) }));
  return lines.map((line, place) => {
    const text = bare(line.text);
    const rule = read.find(({ words, ...one }) => mayFit(line, one) && words.test(text));
    const back = line.reversal || rule?.as === "REVERSAL";
    const named = known.filter(({ reference }) => reference !== null && line.candidates.includes(reference));
    const [order, ...others] = named;
    if (others.length > 0) return waits("SEVERAL_ORDERS");
    // What one of them names is not what all of them are, nor is the sum its amount.
    if (line.several) return isCharge(rule) ? plain(rule.as) : waits("SEVERAL_ORDERS");
    if (order) {
      const verdict = judgeOrder(line, order, back, known);
      if (verdict.act && line.valueDate > today) return { ...waits("VALUED_LATER"), order };
      // A fee repeats what it was charged for.
      if (verdict.waitsBecause !== "OTHER_AMOUNT" || !isCharge(rule)) return note(verdict, back);
      return plain(rule.as);
    }
    const booked = known.find((one) => isNamedByBank(one, line));
    if (booked) return note({ ...plain("MATCHED"), order: booked }, false);
    // Before any room's claim: it repeats the reference of what it was charged for, too.
    if (isCharge(rule)) return plain(rule.as);
    // What names no order names remittances.
    if (!claimed.has(place)) return waits(line.candidates.length > 1 ? "SEVERAL_ORDERS" : "NO_ORDER");
    return line.valueDate > today ? waits("VALUED_LATER") : plain("REMITTANCE");
  });
}

function judgeOrder(line: JudgedLine, order: Order, back: boolean, known: readonly Order[]): Verdict {
  const { state, shown } = order;
  const amount = order.kind === "PAYOUT" ? -order.amount : order.amount;
  const of = (verdict: Verdict): Verdict => ({ ...verdict, order });
  if (line.amount === -amount) {
    // Without the bank's own mark anybody may have written its words, and it may as well be another payment.
    if (!line.reversal || shown.twice || shown.back) return of(waits("CAME_BACK"));
    if (state === "TAKEN_BACK") return of(plain("MATCHED"));
    return of(state === "DONE" ? { ...plain("MATCHED"), act: "TAKE_BACK" } : waits("NOT_UNDER_WAY"));
  }
  if (line.amount !== amount || back) return of(waits("OTHER_AMOUNT"));
  if (!isSameAccount(line, order)) return of(waits("OTHER_ACCOUNT"));
  if (shown.done) return of(order.kind === "PAYOUT" ? plain("PAID_TWICE") : waits("MATCHED_BEFORE"));
  if (isOver(order)) return of(plain("MATCHED"));
  if (state === "OTHER") return of(waits("NOT_UNDER_WAY"));
  if (!order.sent) return of(waits("NOT_SENT"));
  if (order.busy) return of(waits("BEING_ASKED"));
  // Two operators booked it for another order, so one of the two is wrong.
  if (known.some((other) => other !== order && isNamedByBank(other, line))) return of(waits("REFERENCE_BOOKED"));
  return of({ ...plain("MATCHED"), act: "CONFIRM" });
}

/** Remembers what the line showed. */
function note(verdict: Verdict, back: boolean): Verdict {
  const { order, state, act } = verdict;
  if (!order || (state !== "MATCHED" && state !== "PAID_TWICE")) return verdict;
  order.shown[state === "PAID_TWICE" ? "twice" : back ? "back" : "done"] = true;
  if (act) order.state = act === "CONFIRM" ? "DONE" : "TAKEN_BACK";
  return verdict;
}

/** Confirmed by people under that name of the bank's, which is not to be booked again by the line itself. */
function isNamedByBank(order: Order, { bankReference, amount }: JudgedLine): boolean {
  if (bankReference === null || order.bankReference !== bankReference || order.shown.done) return false;
  return (order.kind === "PAYOUT" ? -order.amount : order.amount) === amount && isOver(order);
}

const isOver = ({ state }: Order) => state === "DONE" || state === "TAKEN_BACK";

function isSameAccount({ counterparty }: JudgedLine, { accountEnd }: Order): boolean {
  const shown = counterparty?.accountEnd?.replace(/\D/g, "") ?? "";
  return accountEnd === null || shown.length < 4 || shown.slice(-4) === accountEnd;
}

type Rule = Omit<LineRule, "words">;

/** A charge goes out and takes nothing back: money that comes in is somebody's, whatever its text says. */
function mayFit({ amount, reversal }: JudgedLine, { as, atMost }: Rule): boolean {
  return Math.abs(amount) <= toKobo(atMost) && (as === "REVERSAL" || (amount < 0 && !reversal));
}

/** "fee" is not in "coffee". */
function wholeWords(words: string): RegExp {
  const plain = bare(words).replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}])${plain}(?![\\p{L}\\p{N}])`, "u");
}

const bare = (text: string) => text.toLowerCase().replace(/\s+/g, " ");

function isCharge<One extends Rule>(rule: One | undefined): rule is One & { as: "FEE" | "DUTY" } {
  return rule !== undefined && rule.as !== "REVERSAL";
}

const plain = (state: LineState): Verdict => ({ state, waitsBecause: null, order: null, act: null });
const waits = (waitsBecause: LineWait): Verdict => ({ ...plain("WAITS"), waitsBecause });
