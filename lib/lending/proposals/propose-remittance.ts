import type { OperatorCall } from "@/lib/kernel/call";
import type { RemittanceReceivedBody } from "@/lib/lending/remittances/schema";
import { propose } from "./propose";
import { remittanceReceivedKind } from "./remittance-kind";
import type { ProposalAnswer } from "./schema";

export function proposeRemittance(
  call: OperatorCall<{ remittanceId: string; input: RemittanceReceivedBody }>,
): Promise<ProposalAnswer> {
  const { operator, remittanceId: subjectId, realNow } = call;
  const { reason, ...input } = call.input;
  return propose({ kind: remittanceReceivedKind, operator, subjectId, input, reason, realNow });
}
proposeRemittance.errors = ["INSUFFICIENT_ROLE", "NOT_FOUND"] as const;
