import { mintToken, operatorTokens } from "@/lib/kernel/bearer-tokens";
import { CodedError } from "@/lib/kernel/errors";
import type { RealTime } from "@/lib/kernel/time";
import { findOperator, type OperatorAccount, type SignedIn } from "@/lib/parties/people/queries";
import type { SignInInput } from "@/lib/parties/people/schema";
import { requireOperatorFactor } from "@/lib/parties/people/second-factor/second-factor-policy";
import type { From } from "@/lib/parties/people/sign-in/places";
import { signIn } from "@/lib/parties/people/sign-in/sign-in";
import { recordServiceAudit } from "@/lib/platform/audit/record-audit";
import type { OperatorLogin, OperatorLoginAnswer } from "./schema";

type LogIn = { input: OperatorLogin; from: From; realNow: RealTime };

/** Other kinds of users are unknown here. Wrong password and unknown address are refused alike, after the same work. */
export async function logInOperator(call: LogIn): Promise<OperatorLoginAnswer> {
  const operator = await checkOperator(call);
  requireOperatorFactor(operator, "test");
  const { id, name, email, role, sessionEpoch } = operator;
  return {
    accessToken: await mintToken(operatorTokens, id, { epoch: sessionEpoch }, call.realNow),
    tokenType: "Bearer",
    expiresIn: operatorTokens.seconds,
    user: { id, name, email, role },
  };
}
logInOperator.errors = [
  "UNAUTHENTICATED",
  "SECOND_FACTOR_REQUIRED",
  "SECOND_FACTOR_MISSING",
  "SERVICE_UNAVAILABLE",
] as const;

/** The operator whose password, and code where there is a second factor, these are. */
export async function checkOperator({ input, ...call }: LogIn): Promise<OperatorAccount> {
  const operator = await knownOperator({ input, code: input.code ?? undefined, ...call });
  if (operator) return operator;
  throw new CodedError("UNAUTHENTICATED", "The e-mail address or password is wrong.", { challenge: "Bearer" });
}

type Enter = { input: SignInInput; code: string | undefined; from: From; realNow: RealTime };

/** The same for the console's pages. */
export async function enterConsole(call: Enter): Promise<SignedIn | null> {
  const operator = await knownOperator(call);
  return operator ? { ...operator, kind: "operator" } : null;
}

async function knownOperator({ input, code, from, realNow }: Enter): Promise<OperatorAccount | null> {
  const signedIn = await signIn({ kind: "operator", input, code, from, realNow });
  const operator = signedIn ? await findOperator(signedIn.id) : undefined;
  if (!operator) return null;
  const { id, role } = operator;
  const subject = { operator: { userId: id }, subjectId: id, realNow };
  await recordServiceAudit({ ...subject, action: "operator.log-in", detail: { role } });
  return operator;
}
