import { db, transaction } from "@/db/client";
import { statementFormats } from "@/db/schema/bank-statements";
import type { OperatorCall } from "@/lib/kernel/call";
import { canonicalJson } from "@/lib/kernel/canonical-json";
import { requireLenderAccount } from "@/lib/parties/lenders/accounts/queries";
import { recordServiceAudit } from "@/lib/platform/audit/record-audit";
import { lockAccount } from "./lock-account";
import { findFormat, lastImportedDay, readFormat } from "./queries";
import type { StatementFormatAnswer, StatementFormatBody } from "./schema";

type Call = OperatorCall<{ lenderId: string; accountId: string; input: StatementFormatBody }>;

/**
 * How the statements of an account are read from now on. One operator is enough, since it moves no money. What was
 * imported in another format would not be known again in this one, so only later days are taken.
 */
export async function setStatementFormat(call: Call): Promise<StatementFormatAnswer> {
  const { operator, lenderId, accountId, input, realNow } = call;
  const { format, columns = null, rules } = input;
  await requireLenderAccount(lenderId, accountId, { former: true });
  await transaction(async () => {
    await lockAccount(accountId);
    const known = await findFormat(accountId);
    const same = known && canonicalJson([known.format, known.columns]) === canonicalJson([format, columns]);
    const after = known && !same ? await lastImportedDay(accountId) : (known?.after ?? null);
    const row = { format, columns, rules, after, changedAt: realNow };
    await db()
      .insert(statementFormats)
      .values({ accountId, ...row })
      .onConflictDoUpdate({ target: statementFormats.accountId, set: row });
    const detail = { format, rules: rules.length };
    await recordServiceAudit({ operator, action: "statement.format", detail, subjectId: accountId, realNow });
  });
  return readFormat({ lenderId, accountId });
}
setStatementFormat.errors = ["NOT_FOUND"] as const;
