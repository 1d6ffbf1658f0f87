import { and, eq, gt, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { proposals } from "@/db/schema/proposals";
import type { OperatorUser } from "@/lib/kernel/actor";
import type { RealTime } from "@/lib/kernel/time";
import { importStatement, requireShown } from "@/lib/lending/bank-statements/import-statement";
import type { ImportAnswer, StatementBody } from "@/lib/lending/bank-statements/schema";
import { agreeToProposal } from "./decide-proposal";
import { propose } from "./propose";
import type { ProposalAnswer } from "./schema";
import { statementImport } from "./statement-kinds";

type Call = { operator: OperatorUser; lenderId: string; accountId: string; input: StatementBody; realNow: RealTime };

/** What the import did or would do, or what waits for another operator. */
export type Brought = { statement: ImportAnswer; proposal: null } | { statement: null; proposal: ProposalAnswer };

/**
 * Previews a file, or imports what a preview showed. Where a line names something of ours it takes two, also while it
 * waits, as a later import may book it: whoever brings the same file as another operator before them agrees to it
 * (docs/statements.md#two-operators). Not inside a transaction.
 */
export async function bringStatement(call: Call): Promise<Brought> {
  const { operator, accountId: subjectId, input, realNow } = call;
  const { content, digest } = input;
  const shown = await importStatement({ ...call, input: { content, preview: true } });
  if (digest === undefined) return { statement: shown, proposal: null };
  requireShown(shown.digest === digest);
  const { naming, books } = shown;
  if (naming > 0 && !(await isAgreed(call, digest))) {
    const days = shown.statements.flatMap(({ from, to }) => [from, to]).sort();
    const of = { from: days[0] ?? null, to: days.at(-1) ?? null, lines: shown.new };
    const asked = { digest, ...of, naming, ...books };
    const about = { kind: statementImport, operator, subjectId, realNow };
    const proposal = await propose({ ...about, input: asked, reason: "As the bank's statement shows." });
    return { statement: null, proposal };
  }
  return { statement: await importStatement(call), proposal: null };
}
bringStatement.errors = [
  "INSUFFICIENT_ROLE",
  "PROPOSAL_NOT_OPEN",
  "EVIDENCE_CHANGED",
  ...importStatement.errors,
] as const;

/** Whether two have agreed to just this; a second one who brings it does so now. */
async function isAgreed({ operator, accountId, realNow }: Call, digest: string): Promise<boolean> {
  const same = and(
    eq(proposals.kind, statementImport.name),
    eq(proposals.subjectId, accountId),
    eq(sql`${proposals.input} ->> 'digest'`, digest),
    gt(proposals.expiresAt, realNow),
  );
  const found = await db().select().from(proposals).where(same);
  if (found.some(({ decision }) => decision === "APPROVED")) return true;
  const open = found.find(({ decision, proposedBy }) => decision === null && proposedBy !== operator.userId);
  if (!open) return false;
  const { id: proposalId, digest: evidenceDigest } = open;
  await agreeToProposal({ operator, proposalId, input: { evidenceDigest }, realNow });
  return true;
}
