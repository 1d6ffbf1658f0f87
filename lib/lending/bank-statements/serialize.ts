import type { bankStatements, statementFormats, statementLines } from "@/db/schema/bank-statements";
import { fromKobo } from "@/lib/kernel/money";
import { openSaid } from "./line-digest";
import type { StatementFormatAnswer, StatementLineAnswer, StatementList } from "./schema";

export function toFormatAnswer(stored: typeof statementFormats.$inferSelect): StatementFormatAnswer {
  const { format, columns, rules, after, changedAt } = stored;
  return { format, columns, rules, after, changedAt: changedAt.toISOString() };
}

export function toStatementAnswer(stored: typeof bankStatements.$inferSelect): StatementList["data"][number] {
  const { id, format, sequence, fromDay: from, toDay: to, opening, closing, lineCount, newLines, importedAt } = stored;
  return {
    ...{ id, format, sequence, from, to, newLines, lines: lineCount, importedAt: importedAt.toISOString() },
    opening: opening === null ? null : fromKobo(opening),
    closing: closing === null ? null : fromKobo(closing),
  };
}

export function toLineAnswer(stored: typeof statementLines.$inferSelect): StatementLineAnswer {
  const { id, bookingDate, valueDate, amount, reversal, bankReference, state, waitsBecause } = stored;
  const { loanId, payoutId, paymentId, decidedAt, reason } = stored;
  const { references, text, counterparty } = openSaid(stored.said);
  return {
    ...{ id, bookingDate, valueDate, amount: fromKobo(amount), reversal, bankReference, references, text },
    counterparty: counterparty && [counterparty.name, counterparty.accountEnd].filter(Boolean).join(" …"),
    ...{ state, waitsBecause, loanId, payoutId, paymentId, reason, decidedAt: decidedAt?.toISOString() ?? null },
  };
}
