import type { Kobo } from "@/lib/kernel/money";
import type { BusinessTime } from "@/lib/kernel/time";

/** A line that belongs to no order, as a room sees it that may know it by a reference of its own. */
export type ClaimableLine = {
  lenderId: string;
  accountId: string;
  /** Positive: came in. */
  amount: Kobo;
  bookingDate: string;
  valueDate: string;
  /** The bank's own name for it. */
  bankReference: string | null;
  /** What it has of references of ours, of orders and remittances of its lender, in lower case. */
  candidates: readonly string[];
};

/** A room that takes lines of its own out of a statement (docs/statements.md#what-a-line-is). */
export type Claimant = {
  state: "REMITTANCE";
  /** Which of the lines are its own, by their place in the list. Only reads: a preview asks, too. */
  recognise(lines: readonly ClaimableLine[]): Promise<ReadonlySet<number>>;
  /** Books one, once, in the import's transaction; the line is stored before. `now`: at the line's value date. */
  book(line: ClaimableLine & { lineId: string; now: BusinessTime }): Promise<void>;
};
