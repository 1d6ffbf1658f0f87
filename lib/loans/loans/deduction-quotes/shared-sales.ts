import { type Kobo, plus, zero } from "@/lib/kernel/money";

export type SaleEntry = { merchantId: string; loanId: string; orderId: string | null; sale: Kobo };

export type TakenFromOrder = { merchantId: string; orderId: string; loanId: string; amount: Kobo };

/**
 * What is taken from each sale while a call's entries are judged in turn. A sale is an order of a merchant. Where orders
 * are not named, entries of a merchant's different loans with the same amount are about the same sale; a loan takes from
 * a sale once, so its next entry with that amount is about the next sale of that amount.
 */
export class SharedSales {
  /** By sale: what each loan has taken; reports first, then the entries of this call. */
  readonly #reported = new Map<string, Map<string, Kobo>>();
  readonly #added = new Map<string, Kobo>();
  readonly #entries = new Map<string, number>();

  constructor(reported: readonly TakenFromOrder[]) {
    for (const { merchantId, orderId, loanId, amount } of reported) {
      const key = orderKey(merchantId, orderId);
      const byLoan = this.#reported.get(key) ?? new Map<string, Kobo>();
      this.#reported.set(key, byLoan.set(loanId, plus(byLoan.get(loanId) ?? zero, amount)));
    }
  }

  takenBeside(entry: SaleEntry): Kobo {
    const key = this.#keyOf(entry);
    let sum = this.#added.get(key) ?? zero;
    for (const [loanId, amount] of this.#reported.get(key) ?? []) {
      if (loanId !== entry.loanId) sum = plus(sum, amount);
    }
    return sum;
  }

  take(entry: SaleEntry, amount: Kobo): void {
    const key = this.#keyOf(entry);
    this.#added.set(key, plus(this.#added.get(key) ?? zero, amount));
    const like = likeness(entry);
    this.#entries.set(like, (this.#entries.get(like) ?? 0) + 1);
  }

  #keyOf(entry: SaleEntry): string {
    const { merchantId, orderId, sale } = entry;
    if (orderId !== null) return orderKey(merchantId, orderId);
    return JSON.stringify([merchantId, sale, this.#entries.get(likeness(entry)) ?? 0]);
  }
}

function orderKey(merchantId: string, orderId: string): string {
  return JSON.stringify([merchantId, orderId]);
}

function likeness({ loanId, sale }: SaleEntry): string {
  return JSON.stringify([loanId, sale]);
}
