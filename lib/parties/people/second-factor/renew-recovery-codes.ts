import { transaction } from "@/db/client";
import { CodedError } from "@/lib/kernel/errors";
import type { RealTime } from "@/lib/kernel/time";
import { proveOwner } from "@/lib/parties/people/password/prove-owner";
import type { Proof } from "@/lib/parties/people/schema";
import type { From } from "@/lib/parties/people/sign-in/places";
import { recordServiceAudit } from "@/lib/platform/audit/record-audit";
import { replaceRecoveryCodes } from "./recovery-codes";
import { readSecondFactor } from "./second-factor-queries";

export async function renewRecoveryCodes(call: { userId: string; input: Proof; from: From; realNow: RealTime }) {
  const { userId, realNow } = call;
  const { kind } = await proveOwner(call);
  if (!(await readSecondFactor(userId)).since) {
    throw new CodedError("SECOND_FACTOR_MISSING", "There is no second factor that recovery codes could stand for.");
  }
  return transaction(async () => {
    const codes = await replaceRecoveryCodes(userId);
    const entry = { operator: { userId }, subjectId: userId, detail: { kind }, realNow };
    await recordServiceAudit({ ...entry, action: "user.recovery-codes" });
    return { recoveryCodes: codes };
  });
}
