import { and, eq, sql } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { users } from "@/db/schema/users";
import type { Operator, OperatorRole } from "@/lib/kernel/actor";
import { CodedError, notFound } from "@/lib/kernel/errors";
import type { RealTime } from "@/lib/kernel/time";
import { recordServiceAudit } from "@/lib/platform/audit/record-audit";

/** An operator has no access from now on; what they did stays in the audit log under their name. */
export async function endOperator(call: { operator: Operator; userId: string; realNow: RealTime }): Promise<void> {
  await change({ ...call, role: null });
}

/** Gives an operator another role. The only ADMIN stays one: without it nobody could give roles. */
export async function changeOperatorRole(call: {
  operator: Operator;
  userId: string;
  role: OperatorRole;
  realNow: RealTime;
}): Promise<void> {
  await change(call);
}

type Change = { operator: Operator; userId: string; role: OperatorRole | null; realNow: RealTime };

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
