import type { OperatorCall } from "@/lib/kernel/call";
import { keepRailByHand } from "@/lib/parties/lenders/rails/keep-rail-by-hand";
import { tryRail } from "@/lib/parties/lenders/rails/try-rail";
import type { RailBody } from "@/lib/parties/lenders/schema";
import { propose } from "./propose";
import { lenderRail, lenderRailEnd } from "./rail-kinds";
import type { ProposalAnswer } from "./schema";

type Call = OperatorCall<{ lenderId: string }>;

/** A key is tried first; a proposal names the account that it belongs to, and never the key. */
export async function proposeRail(call: Call & { input: RailBody }): Promise<ProposalAnswer> {
  const { operator, lenderId, realNow } = call;
  const { reason, ...given } = call.input;
  const { kind } = given;
  const input =
    kind === "BY_HAND"
      ? await keepRailByHand({ lenderId, input: given, realNow })
      : await tryRail({ lenderId, kind, secretKey: given.secretKey, realNow });
  return propose({ kind: lenderRail, operator, subjectId: lenderId, input, reason, realNow });
}
proposeRail.errors = [...tryRail.errors, ...keepRailByHand.errors, "INSUFFICIENT_ROLE", "RAIL_TAKEN"] as const;

export function proposeRailEnd(call: Call & { input: { reason: string } }): Promise<ProposalAnswer> {
  const { operator, lenderId, input, realNow } = call;
  return propose({ kind: lenderRailEnd, operator, subjectId: lenderId, input: {}, reason: input.reason, realNow });
}
proposeRailEnd.errors = ["INSUFFICIENT_ROLE", "NOT_FOUND", "LOAN_STATE_CONFLICT"] as const;
