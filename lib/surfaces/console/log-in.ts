import { mintToken, operatorTokens } from "@/lib/kernel/bearer-tokens";
import { CodedError } from "@/lib/kernel/errors";
import type { RealTime } from "@/lib/kernel/time";
import { findOperator } from "@/lib/parties/people/queries";
import type { From } from "@/lib/parties/people/sign-in/places";
import { signIn } from "@/lib/parties/people/sign-in/sign-in";
import { recordServiceAudit } from "@/lib/platform/audit/record-audit";
import type { OperatorLogin, OperatorLoginAnswer } from "./schema";

type LogIn = { input: OperatorLogin; from: From; realNow: RealTime };

/** Other kinds of users are unknown here. Wrong password and unknown address are refused alike, after the same work. */
export async function logInOperator(call: LogIn): Promise<OperatorLoginAnswer> {
  const { id, name, email, role, sessionEpoch } = await checkOperator(call);
  return {
    accessToken: await mintToken(operatorTokens, id, { epoch: sessionEpoch }, call.realNow),
    tokenType: "Bearer",
    expiresIn: operatorTokens.seconds,
    user: { id, name, email, role },
  };
}
logInOperator.errors = ["UNAUTHENTICATED", "SECOND_FACTOR_REQUIRED", "SERVICE_UNAVAILABLE"] as const;

/** The operator whose password, and code where there is a second factor, these are. */
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
