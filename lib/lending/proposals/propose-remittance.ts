import type { Operator } from "@/lib/kernel/actor";
import type { RealTime } from "@/lib/kernel/time";
import type { RemittanceReceivedBody } from "@/lib/lending/remittances/schema";
import { propose } from "./propose";
import { remittanceReceivedKind } from "./remittance-kind";
import type { ProposalAnswer } from "./schema";

export function proposeRemittance(call: {
  operator: Operator;
  remittanceId: string;
  input: RemittanceReceivedBody;
  realNow: RealTime;
}): Promise<ProposalAnswer> {
  const { operator, remittanceId: subjectId, realNow } = call;
  const { reason, ...input } = call.input;
  return propose({ kind: remittanceReceivedKind, operator, subjectId, input, reason, realNow });
}
proposeRemittance.errors = ["INSUFFICIENT_ROLE", "NOT_FOUND"] as const;
