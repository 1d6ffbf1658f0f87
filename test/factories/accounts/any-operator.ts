import type { OperatorRole, OperatorUser } from "@/lib/kernel/actor";
import { mintToken, operatorTokens } from "@/lib/kernel/bearer-tokens";
import { addOperator } from "@/lib/surfaces/console/add-operator";
import { now } from "@/test/time";

let made = 0;

/** Staff of the service, with their password and a token of the operators' login. */
export async function anyOperator(role: OperatorRole = "ADMIN") {
  made += 1;
  const input = { name: `Operator ${made}`, email: `Operator${made}@financing.example`, role };
  const { userId, password } = await addOperator({ operator: null, input, realNow: now() });
  const actor: OperatorUser = { kind: "operatorUser", userId, role };
  return { ...input, userId, password, actor, token: await mintToken(operatorTokens, userId, { epoch: 0 }, now()) };
}
