import { hostname } from "node:os";
import { now } from "@/lib/kernel/clock";
import { CodedError } from "@/lib/kernel/errors";
import type { From } from "@/lib/parties/people/sign-in/places";
import { UsageError } from "./command";
import { checkOperator } from "./log-in";
import { operatorLoginBody } from "./schema";

/** A terminal is a place like others: its failures count, and its first sign-in is told to the account's owner. */
const from: From = {
  address: `a terminal of the service (${hostname()})`,
  network: `terminal:${hostname()}`,
  userAgent: "",
  device: null,
};

/**
 * Asks for the password of the operator named with --as, and for a code where there is a second factor: checked, limited
 * and audited as a log-in is (docs/proposals.md#at-the-terminal).
 * @param call.ask answers what was typed, without showing it.
 * @throws UsageError for what is wrong or missing
 */
export async function proveOperator(call: {
  email: string;
  ask: (question: string) => Promise<string>;
}): Promise<void> {
  const { email, ask } = call;
  const password = await ask(`Password of ${email}: `);
  await check(email, password).catch(async (error: unknown) => {
    if (!asksForCode(error)) throw error;
    await check(email, password, await ask("Code of the second factor: "));
  });
}

async function check(email: string, password: string, code?: string): Promise<void> {
  const input = operatorLoginBody.safeParse({ email, password, code });
  if (!input.success) throw new UsageError(code === undefined ? wrongPassword : wrongCode);
  try {
    await checkOperator({ input: input.data, from, realNow: now() });
  } catch (error) {
    if (error instanceof CodedError && error.code === "UNAUTHENTICATED") throw new UsageError(wrongPassword);
    if (code !== undefined && asksForCode(error)) throw new UsageError(wrongCode);
    throw error;
  }
}

const wrongPassword = "The password is wrong. Nothing was done.";
const wrongCode = "The code is wrong, or used already. Nothing was done.";

function asksForCode(error: unknown): boolean {
  return error instanceof CodedError && error.code === "SECOND_FACTOR_REQUIRED";
}
