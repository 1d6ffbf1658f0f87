import { zero } from "@/lib/kernel/money";
import { accounts, type LedgerRule, ledgerRules } from "@/lib/terms/ledger/constants";
import type { AccountDifference } from "@/lib/terms/ledger/schema";
import { isOffer, owingStates } from "@/lib/terms/loans/states";
import { outstanding } from "./balances";
import { checkAt } from "./check";
import { figuresByTotals, type Ledger } from "./loan-transactions";

export type Differences = { accounts: AccountDifference[]; rules: LedgerRule[] };

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
