import type { OperatorCall } from "@/lib/kernel/call";
import { sha256 } from "@/lib/kernel/crypto";
import { fromKobo } from "@/lib/kernel/money";
import { requireLine } from "@/lib/lending/bank-statements/queries";
import type { BookLine } from "@/lib/lending/bank-statements/schema";
import { propose } from "./propose";
import type { ProposalAnswer } from "./schema";
import { statementLineBook, statementLineDismiss, statementLinesDismiss } from "./statement-kinds";

type Call = OperatorCall<{ lenderId: string; accountId: string; lineId: string }>;

export async function proposeLineBooking(call: Call & { input: BookLine }): Promise<ProposalAnswer> {
  const { operator, lineId: subjectId, realNow } = call;
  const { reason, ...input } = call.input;
  await requireLine(call);
  return propose({ kind: statementLineBook, operator, subjectId, input, reason, realNow });
}
proposeLineBooking.errors = ["INSUFFICIENT_ROLE", "NOT_FOUND", "LOAN_STATE_CONFLICT", "PAYMENT_TOO_LARGE"] as const;

export async function proposeLineDismissal(call: Call & { input: { reason: string } }): Promise<ProposalAnswer> {
  const { operator, lineId: subjectId, input, realNow } = call;
  await requireLine(call);
  const { reason } = input;
  return propose({ kind: statementLineDismiss, operator, subjectId, input: {}, reason, realNow });
}
proposeLineDismissal.errors = ["INSUFFICIENT_ROLE", "NOT_FOUND", "LOAN_STATE_CONFLICT"] as const;

/** All or none. What the bank says of each, and why it waits, stands in what is proposed, for whoever decides. */
export async function proposeLinesDismissal(
  call: Omit<Call, "lineId"> & { input: { lineIds: string[]; reason: string } },
): Promise<ProposalAnswer> {
  const { operator, accountId, input, realNow } = call;
  const lines: object[] = [];
  const lineIds = input.lineIds.toSorted();
  for (const lineId of lineIds) {
    const line = await requireLine({ ...call, lineId });
    const { bookingDate, amount, bankReference, state, waitsBecause } = line;
    lines.push({ lineId, bookingDate, amount: fromKobo(amount), bankReference, state, waitsBecause });
  }
  const { reason } = input;
  // Of just these lines: what is proposed about others of the account stays open beside it.
  const subjectId = `${accountId}.${sha256(lineIds.join()).slice(0, 16)}`;
  return propose({ kind: statementLinesDismiss, operator, subjectId, input: { lines }, reason, realNow });
}
proposeLinesDismissal.errors = ["INSUFFICIENT_ROLE", "NOT_FOUND", "LOAN_STATE_CONFLICT"] as const;
