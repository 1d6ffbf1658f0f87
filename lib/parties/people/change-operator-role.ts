import { and, eq, sql } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { users } from "@/db/schema/users";
import type { OperatorRole } from "@/lib/kernel/actor";
import type { OperatorCall } from "@/lib/kernel/call";
import { CodedError, notFound } from "@/lib/kernel/errors";
import { recordServiceAudit } from "@/lib/platform/audit/record-audit";

/** An operator has no access from now on; what they did stays in the audit log under their name. */
export async function endOperator(call: OperatorCall<{ userId: string }>): Promise<void> {
  await change({ ...call, role: null });
}

/** Gives an operator another role. The only ADMIN stays one: without it nobody could give roles. */
export async function changeOperatorRole(call: OperatorCall<{ userId: string; role: OperatorRole }>): Promise<void> {
  await change(call);
}

type Change = OperatorCall<{ userId: string; role: OperatorRole | null }>;

async function change({ operator, userId, role, realNow }: Change): Promise<void> {
  await transaction(async () => {
    const { id, kind, operatorRole } = users;
    // All are locked, in one order, so that two administrators cannot demote one another at the same moment.
    const all = await db()
      .select({ id, role: operatorRole })
      .from(users)
      .where(eq(kind, "operator"))
      .orderBy(id)
      .for("update");
    const present = all.find((one) => one.id === userId)?.role;
    if (!present) throw notFound("operator");
    if (present === role) return;
    if (present === "ADMIN" && all.filter((one) => one.role === "ADMIN").length === 1) {
      throw new CodedError("STILL_IN_USE", "This is the only ADMIN: make somebody else one first.");
    }
    await db()
      .update(users)
      .set({ operatorRole: role, ...(role === null && { sessionEpoch: sql`${users.sessionEpoch} + 1` }) })
      .where(and(eq(id, userId), eq(kind, "operator")));
    const about = { operator, subjectId: userId, realNow };
    if (role === null) await recordServiceAudit({ ...about, action: "operator.end", detail: { from: present } });
    else await recordServiceAudit({ ...about, action: "operator.change-role", detail: { from: present, to: role } });
  });
}
