import { recordServiceAudit } from "@/lib/audit/record-audit";
import { mintToken, operatorTokens } from "@/lib/bearer-tokens";
import { CodedError } from "@/lib/errors";
import type { RealTime } from "@/lib/time";
import type { From } from "@/lib/users/places";
import { findOperator } from "@/lib/users/queries";
import { signIn } from "@/lib/users/sign-in";
import type { OperatorLogin, OperatorLoginAnswer } from "./schema";

type LogIn = { input: OperatorLogin; from: From; realNow: RealTime };

/**
 * Logs in an operator; other kinds of users are unknown here.
 * @throws CodedError UNAUTHENTICATED, alike and after the same work for a wrong password and an unknown address;
 *   SECOND_FACTOR_REQUIRED, RATE_LIMITED, SERVICE_UNAVAILABLE
 */
export async function logInOperator(call: LogIn): Promise<OperatorLoginAnswer> {
  const { id, name, email, role, sessionEpoch } = await checkOperator(call);
  return {
    accessToken: await mintToken(operatorTokens, id, { epoch: sessionEpoch }, call.realNow),
    tokenType: "Bearer",
    expiresIn: operatorTokens.seconds,
    user: { id, name, email, role },
  };
}

/** The operator whose password, and code where there is a second factor, these are. @throws as logInOperator */
export async function checkOperator({ input, from, realNow }: LogIn) {
  const signedIn = await signIn({ kind: "operator", input, code: input.code ?? undefined, from, realNow });
  const operator = signedIn ? await findOperator(signedIn.id) : undefined;
  if (!operator) {
    throw new CodedError("UNAUTHENTICATED", "The e-mail address or password is wrong.", { challenge: "Bearer" });
  }
  const { id, role } = operator;
  const subject = { operator: { userId: id }, subjectId: id, realNow };
  await recordServiceAudit({ ...subject, action: "operator.log-in", detail: { role } });
  return operator;
}
