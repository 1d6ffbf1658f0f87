import { transaction } from "@/db/client";
import type { Operator, OperatorRole } from "@/lib/kernel/actor";
import { randomText } from "@/lib/kernel/crypto";
import type { RealTime } from "@/lib/kernel/time";
import { insertUser } from "@/lib/parties/people/insert-user";
import { hashPassword } from "@/lib/parties/people/password/password";
import { recordServiceAudit } from "@/lib/platform/audit/record-audit";

/** The first has nobody to create it and is recorded as having created itself. Returns the password, shown once. */
export async function addOperator(call: {
  operator: Operator | null;
  input: { email: string; name: string; role: OperatorRole };
  realNow: RealTime;
}): Promise<{ userId: string; password: string }> {
  const { operator, input, realNow } = call;
  const { role, ...named } = input;
  const password = randomText(20);
  const passwordHash = await hashPassword(password);
  return transaction(async () => {
    const account = { kind: "operator", ...named, operatorRole: role, passwordHash } as const;
    const { id: userId, email } = await insertUser(account, realNow);
    const by = operator ?? { userId };
    const detail = { email, role };
    await recordServiceAudit({ operator: by, action: "operator.add", detail, subjectId: userId, realNow });
    return { userId, password };
  });
}
