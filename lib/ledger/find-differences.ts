import { isOffer, owingStates } from "@/lib/loans/states";
import { zero } from "@/lib/money";
import { outstanding } from "./balances";
import { checkAt } from "./check";
import { accounts, type LedgerRule, ledgerRules } from "./constants";
import { figuresByTotals, type Ledger } from "./loan-transactions";
import type { AccountDifference } from "./schema";

/** What is wrong with a loan's books. */
export type Differences = { accounts: AccountDifference[]; rules: LedgerRule[] };

/** Everything that a check finds wrong with a loan's books as they are now; null when they are right. */
export function differencesIn(ledger: Ledger): Differences | null {
  const { entries, facts, totals } = checkAt(ledger);
  const differing = accounts
    .map((account) => ({ account, entries: entries[account], facts: facts[account], totals: totals[account] }))
    .filter((one) => one.entries !== one.facts || one.facts !== one.totals);
  const rules = brokenRules(ledger);
  return differing.length + rules.length > 0 ? { accounts: differing, rules } : null;
}

function brokenRules(ledger: Ledger): LedgerRule[] {
  const { totals, status, journals, journalNumber } = ledger;
  const owes = outstanding(figuresByTotals(ledger)).total > zero;
  const shouldOwe = owingStates.some((state) => state === status);
  const isOut = !isOffer(status) && status !== "CANCELLED";
  const holds: Partial<Record<LedgerRule, boolean>> = {
    STATE_FITS_BALANCE: owes === shouldOwe,
    STATE_FITS_DISBURSEMENT: totals.disbursed === isOut,
    WRITE_OFF_BOOKED: (totals.receivedAtWriteOff !== null) === (status === "WRITTEN_OFF"),
    JOURNALS_COMPLETE: journals.length === journalNumber && journals.every(({ number }, i) => number === i + 1),
  };
  return ledgerRules.filter((rule) => holds[rule] === false);
}
