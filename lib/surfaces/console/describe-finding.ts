import type { Differences } from "@/lib/loans/ledger/find-differences";
import type { Finding } from "@/lib/loans/ledger/findings";
import type { LedgerRule } from "@/lib/terms/ledger/constants";

const rules: Record<LedgerRule, string> = {
  STATE_FITS_BALANCE: "The state is not that of what is outstanding.",
  STATE_FITS_DISBURSEMENT: "The state is not that of what was disbursed.",
  WRITE_OFF_BOOKED: "The state and the books disagree on a write-off.",
  JOURNALS_COMPLETE: "The journals are not numbered from 1 to the last.",
  CHECKABLE: "The check failed; the log says why.",
};

export function describeFinding({ id, loanId, accounts, rules, foundAt, lastSeenAt, clearedAt }: Finding): string {
  const what = [...accounts.map(({ account }) => account), ...rules].join(", ");
  const state = clearedAt ? `cleared ${clearedAt.toISOString()}` : `last seen ${lastSeenAt.toISOString()}`;
  return `${id}  loan ${loanId}: ${what}; found ${foundAt.toISOString()}, ${state}`;
}

/** What is wrong, line by line; amounts in kobo, debits positive, so that they can be compared with the tables. */
export function describeDifferences({ accounts, rules: broken }: Differences): string[] {
  return [
    ...accounts.map(({ account, entries, facts, totals }) => {
      return `${account}: ${entries} kobo by the entries, ${facts} by the facts, ${totals} by the running totals`;
    }),
    ...broken.map((rule) => `${rule}: ${rules[rule]}`),
  ];
}
