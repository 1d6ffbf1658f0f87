import { recordServiceAudit } from "@/lib/audit/record-audit";
import { mintToken, operatorTokens } from "@/lib/bearer-tokens";
import { CodedError } from "@/lib/errors";
import type { RealTime } from "@/lib/time";
import type { From } from "@/lib/users/places";
import { findOperator } from "@/lib/users/queries";
import { signIn } from "@/lib/users/sign-in";
import type { OperatorLogin, OperatorLoginAnswer } from "./schema";

/**
 * Logs in an operator; other kinds of users are unknown here.
 * @throws CodedError UNAUTHENTICATED, alike and after the same work for a wrong password and an unknown address;
 *   SECOND_FACTOR_REQUIRED, RATE_LIMITED, SERVICE_UNAVAILABLE
 */
export async function logInOperator(call: {
  input: OperatorLogin;
  from: From;
  realNow: RealTime;
}): Promise<OperatorLoginAnswer> {
  const { input, from, realNow } = call;
  const signedIn = await signIn({ kind: "operator", input, code: input.code ?? undefined, from, realNow });
  const operator = signedIn ? await findOperator(signedIn.id) : undefined;
  if (!operator) {
    throw new CodedError("UNAUTHENTICATED", "The e-mail address or password is wrong.", { challenge: "Bearer" });
  }
  const { id, name, email, role, sessionEpoch } = operator;
  const subject = { operator: { userId: id }, subjectId: id, realNow };
  await recordServiceAudit({ ...subject, action: "operator.log-in", detail: { role } });
  return {
    accessToken: await mintToken(operatorTokens, id, { epoch: sessionEpoch }, realNow),
    tokenType: "Bearer",
    expiresIn: operatorTokens.seconds,
    user: { id, name, email, role },
  };
}
