import { and, eq, ne } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { users } from "@/db/schema/users";
import type { RealTime } from "@/lib/kernel/time";
import { recordServiceAudit } from "@/lib/platform/audit/record-audit";
import type { RenameAccountInput } from "./account-schema";

/** The shops keep theirs, which are the marketplaces' and those of KYC. */
export async function renameAccount(call: {
  userId: string;
  input: RenameAccountInput;
  realNow: RealTime;
}): Promise<void> {
  const { userId, input, realNow } = call;
  const { businessName: name } = input;
  await transaction(async () => {
    const renamed = await db()
      .update(users)
      .set({ name })
      .where(and(eq(users.id, userId), eq(users.kind, "merchant"), ne(users.name, name)))
      .returning({ id: users.id });
    const entry = { operator: { userId }, subjectId: userId, realNow };
    if (renamed.length > 0) await recordServiceAudit({ ...entry, action: "user.rename", detail: { kind: "merchant" } });
  });
}
