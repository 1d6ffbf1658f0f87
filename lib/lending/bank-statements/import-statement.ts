import { inArray } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { bankStatements, statementLines } from "@/db/schema/bank-statements";
import { loans } from "@/db/schema/loans";
import type { OperatorCall } from "@/lib/kernel/call";
import { sha256 } from "@/lib/kernel/crypto";
import { CodedError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { requireLenderAccount } from "@/lib/parties/lenders/accounts/queries";
import { recordServiceAudit } from "@/lib/platform/audit/record-audit";
import { bookVerdict } from "./book-verdict";
import { describePlan } from "./describe-plan";
import { sealSaid } from "./line-digest";
import { lockAccount } from "./lock-account";
import { type JudgedEntry, type Plan, planImport } from "./plan-import";
import { requireFormat, type StoredFormat } from "./queries";
import { readFile } from "./read-file";
import type { ImportAnswer, StatementBody } from "./schema";

type Call = OperatorCall<{ lenderId: string; accountId: string; input: StatementBody }>;

/** Shows what would come of a file, or does exactly what a preview of it showed. Whether one may: `bringStatement`. */
export async function importStatement(call: Call): Promise<ImportAnswer> {
  const { lenderId, accountId, input, realNow } = call;
  const account = await requireLenderAccount(lenderId, accountId, { former: true });
  const format = await requireFormat(accountId);
  const bytes = Buffer.from(input.content, "base64");
  const statements = readFile(bytes, account, format, realNow);
  const given = { statements, fileDigest: sha256(bytes), account, format, realNow };
  if (input.digest === undefined) return describePlan(await planImport(given), { accountId, imported: false });
  return transaction(async () => {
    await lockAccount(accountId);
    const { changedAt } = await requireFormat(accountId);
    // Twice: the loans that it is about are locked in between, so that their orders stay as they are judged.
    await lockLoans(await planImport(given));
    const plan = await planImport(given);
    requireShown(plan.digest === input.digest && changedAt.getTime() === format.changedAt.getTime());
    const answer = await describePlan(plan, { accountId, imported: true });
    await store(call, plan, format);
    return answer;
  });
}
importStatement.errors = ["NOT_FOUND", "STATEMENT_FORMAT_MISSING", "STATEMENT_CHANGED"] as const;

export function requireShown(same: boolean): void {
  if (same) return;
  throw new CodedError("STATEMENT_CHANGED", "This is not what the preview showed: preview the file once more.");
}

async function store(call: Call, plan: Plan, { format }: StoredFormat): Promise<void> {
  const { operator, lenderId, accountId, realNow } = call;
  const { statements, fileDigest, entries } = plan;
  const ids = statements.map(() => newId("bankStatement"));
  for (const [place, id] of ids.entries()) {
    const statement = statements[place];
    if (!statement?.from || !statement.to) continue;
    const { sequence, from: fromDay, to: toDay, opening, closing, lines } = statement;
    const newLines = entries.filter(({ line }) => line?.statement === place).length;
    const lineCount = lines.filter(({ status }) => status === "BOOKED").length;
    await db()
      .insert(bankStatements)
      .values({
        ...{ id, lenderId, accountId, format, fileDigest, sequence, fromDay, toDay, opening, closing },
        ...{ lineCount, newLines, importedBy: operator.userId, importedAt: realNow },
      });
  }
  const kept = entries.flatMap((entry) => ({ entry, id: entry.stored?.id ?? newId("statementLine") }));
  const rows = kept.flatMap(({ entry, id }) => rowOf(entry, { id, lenderId, accountId, ids }) ?? []);
  for (let start = 0; start < rows.length; start += 1_000) {
    await db()
      .insert(statementLines)
      .values(rows.slice(start, start + 1_000));
  }
  for (const { entry, id } of kept) await bookVerdict(entry, id, realNow);
  const detail = { format, statements: statements.length, lines: rows.length, fileDigest };
  await recordServiceAudit({ operator, action: "statement.import", detail, subjectId: accountId, realNow });
}

/** Null for one that is stored already. */
function rowOf(
  { line, verdict }: JudgedEntry,
  { id, lenderId, accountId, ids }: { id: string; lenderId: string; accountId: string; ids: readonly string[] },
): typeof statementLines.$inferInsert | null {
  if (!line) return null;
  const { digest, number, bookingDate, valueDate, amount, reversal, bankReference } = line;
  const { state, waitsBecause, order } = verdict;
  return {
    ...{ id, lenderId, accountId, statementId: ids[line.statement] ?? "", digest, number, bookingDate, valueDate },
    ...{ amount, reversal, bankReference, said: sealSaid(line), state, waitsBecause },
    loanId: order?.loanId ?? null,
    payoutId: order?.kind === "PAYOUT" ? order.id : null,
    paymentId: order?.kind === "DEBIT" ? order.id : null,
  };
}

/** In the order of their ids, as whoever locks several. */
async function lockLoans({ entries }: Plan): Promise<void> {
  const ids = entries.flatMap(({ verdict }) => (verdict.order ? [verdict.order.loanId] : []));
  if (ids.length === 0) return;
  await db().select({ id: loans.id }).from(loans).where(inArray(loans.id, ids)).orderBy(loans.id).for("update");
}
