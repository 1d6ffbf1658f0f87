import { fromKobo } from "@/lib/kernel/money";
import type { LineState } from "@/lib/terms/bank-statements/states";
import { gapsBetween } from "./gaps";
import type { Plan } from "./plan-import";
import { importedDays } from "./queries";
import type { ImportAnswer } from "./schema";

const mostShown = 200;

/** What an import does, for whoever decides whether it is what they meant. */
export async function describePlan(
  { statements, known, entries, digest }: Plan,
  { accountId, imported }: { accountId: string; imported: boolean },
): Promise<ImportAnswer> {
  const these = statements.flatMap(({ from, to, ...balances }) =>
    from && to ? { fromDay: from, toDay: to, ...balances } : [],
  );
  const before = await importedDays(accountId, these.map(({ fromDay }) => fromDay).sort()[0]);
  const added = entries.flatMap(({ line, verdict }) => (line ? [{ line, verdict }] : []));
  const states: Partial<Record<LineState, number>> = {};
  for (const { verdict } of added) states[verdict.state] = (states[verdict.state] ?? 0) + 1;
  return {
    ...{ digest, imported, known, states, new: added.length, books: booksOf(entries) },
    decided: entries.filter(({ stored, verdict }) => stored && verdict.state !== "WAITS").length,
    statements: statements.flatMap(({ from, to, opening, closing, lines }) => {
      if (!from || !to) return [];
      const pending = lines.filter(({ status }) => status === "PENDING").length;
      const balances = {
        opening: opening === null ? null : fromKobo(opening),
        closing: closing === null ? null : fromKobo(closing),
      };
      return { from, to, ...balances, lines: lines.length - pending, pending };
    }),
    gaps: gapsBetween([...before, ...these]),
    lines: added.slice(0, mostShown).map(({ line, verdict: { state, waitsBecause, order } }) => {
      const { bookingDate, valueDate, amount, text } = line;
      return {
        bookingDate,
        valueDate,
        amount: fromKobo(amount),
        text,
        state,
        waitsBecause,
        order: order?.reference ?? null,
      };
    }),
  };
}

/** Of lines that waited, too. */
function booksOf(entries: Plan["entries"]): ImportAnswer["books"] {
  const acts = entries.map(({ verdict }) => verdict.act);
  return {
    confirmed: acts.filter((act) => act === "CONFIRM").length,
    cameBack: acts.filter((act) => act === "TAKE_BACK").length,
    remittances: entries.filter(({ claimant }) => claimant !== null).length,
  };
}
