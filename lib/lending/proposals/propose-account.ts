import type { OperatorCall } from "@/lib/kernel/call";
import { keepAccount } from "@/lib/parties/lenders/accounts/keep-account";
import type { LenderAccountBody } from "@/lib/parties/lenders/accounts/schema";
import { lenderAccountEnd, lenderAccountKind } from "./account-kinds";
import { propose } from "./propose";
import type { ProposalAnswer } from "./schema";

type Call = OperatorCall<{ lenderId: string }>;

/** A proposal names the account by its end: whoever decides reads the whole number where the account is shown. */
export async function proposeAccount(call: Call & { input: LenderAccountBody }): Promise<ProposalAnswer> {
  const { operator, lenderId, realNow } = call;
  const { reason, ...given } = call.input;
  const input = await keepAccount({ lenderId, input: given, realNow });
  return propose({ kind: lenderAccountKind, operator, subjectId: lenderId, input, reason, realNow });
}
proposeAccount.errors = [...keepAccount.errors, "INSUFFICIENT_ROLE", "RAIL_TAKEN"] as const;

export function proposeAccountEnd(
  call: Call & { accountId: string; input: { reason: string } },
): Promise<ProposalAnswer> {
  const { operator, lenderId, accountId, input, realNow } = call;
  const { reason } = input;
  return propose({ kind: lenderAccountEnd, operator, subjectId: lenderId, input: { accountId }, reason, realNow });
}
proposeAccountEnd.errors = ["INSUFFICIENT_ROLE", "NOT_FOUND", "LOAN_STATE_CONFLICT"] as const;
