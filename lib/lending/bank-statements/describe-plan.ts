import { fromKobo } from "@/lib/kernel/money";
import type { LineState } from "@/lib/terms/bank-statements/states";
import { gapsBetween } from "./gaps";
import { openSaid } from "./line-digest";
import type { Verdict } from "./matching/judge-lines";
import type { JudgedEntry, Plan } from "./plan-import";
import { importedDays, importersOf, type StoredLine } from "./queries";
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
    naming: entries.filter(namesOurs).length,
    lines: added.slice(0, mostShown).map(({ line, verdict }) => shownLine(line, line.text, verdict)),
    waited: await describeWaited(entries),
  };
}

type Shown = Pick<StoredLine, "bookingDate" | "valueDate" | "amount">;

function shownLine({ bookingDate, valueDate, amount }: Shown, text: string, verdict: Verdict) {
  const { state, waitsBecause, order } = verdict;
  const of = { bookingDate, valueDate, amount: fromKobo(amount), text };
  return { ...of, state, waitsBecause, order: order?.reference ?? null };
}

/** Whoever imported a line may have written it, however long ago: so they are named to whoever books it now. */
async function describeWaited(entries: Plan["entries"]): Promise<ImportAnswer["waited"]> {
  const waited = entries.flatMap(({ stored, verdict }) => (stored ? [{ stored, verdict }] : [])).slice(0, mostShown);
  const imports = await importersOf(waited.map(({ stored }) => stored.statementId));
  return waited.flatMap(({ stored, verdict }) => {
    const by = imports.get(stored.statementId);
    return by ? { ...shownLine(stored, openSaid(stored.said).text, verdict), ...by } : [];
  });
}

/**
 * Whether a line moves money, or may once it is looked at again: whoever wrote it knew a name of what it is about. A charge
 * repeats one, and never does.
 */
function namesOurs({ verdict: { state, waitsBecause, order }, claimable }: JudgedEntry): boolean {
  if (state === "FEE" || state === "DUTY") return false;
  if (order || state === "REMITTANCE" || waitsBecause === "VALUED_LATER") return true;
  return claimable.candidates.length > 0;
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
