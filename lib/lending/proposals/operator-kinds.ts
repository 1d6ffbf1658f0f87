import { and, asc, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/db/client";
import { users } from "@/db/schema/users";
import { type OperatorRole, operatorRoles } from "@/lib/kernel/actor";
import { randomText } from "@/lib/kernel/crypto";
import { notFound } from "@/lib/kernel/errors";
import { changeOperatorRole } from "@/lib/parties/people/change-operator-role";
import { insertUser } from "@/lib/parties/people/insert-user";
import { hashPassword } from "@/lib/parties/people/password/password";
import { findOperator, findSignIn } from "@/lib/parties/people/queries";
import { recordServiceAudit } from "@/lib/platform/audit/record-audit";
import { queueAccountMail } from "@/lib/platform/messages/mails/queue-account-mail";
import type { ProposalKind } from "./kind";

const newOperator = z.object({ name: z.string(), role: z.enum(operatorRoles) });
const newRole = z.object({ role: z.enum(operatorRoles) });

/** Its subject is the address. Nobody but whoever has its mail knows the password. */
export const operatorAdd: ProposalKind = {
  name: "OPERATOR_ADD",
  permission: "manage",
  look: async ({ subjectId }) => {
    const known = await findSignIn("operator", subjectId);
    const isOperator = known !== undefined && (await findOperator(known.user.id)) !== undefined;
    return {
      tenant: null,
      evidence: { email: subjectId, isOperator, wasOperator: known !== undefined && !isOperator },
    };
  },
  perform: async ({ operator, subjectId: email, input, realNow }) => {
    const { name, role } = newOperator.parse(input);
    const passwordHash = await hashPassword(randomText(20));
    const account = { kind: "operator", name, email, operatorRole: role, passwordHash } as const;
    const { id: userId, sessionEpoch } = (await comeBack(email, role)) ?? {
      ...(await insertUser(account, realNow)),
      sessionEpoch: 0,
    };
    const detail = { email, role };
    await recordServiceAudit({ operator, action: "operator.add", detail, subjectId: userId, realNow });
    const mail = { kind: "OPERATOR_ADDED", userId, epoch: `${sessionEpoch}`, role } as const;
    await queueAccountMail({ recipient: email, mail, realNow });
  },
};

/** One whose access has ended has it again, with the password and second factor of before. */
async function comeBack(email: string, operatorRole: OperatorRole) {
  const { id, kind, sessionEpoch } = users;
  const ended = and(eq(kind, "operator"), eq(users.email, email), isNull(users.operatorRole));
  const [back] = await db().update(users).set({ operatorRole }).where(ended).returning({ id, sessionEpoch });
  return back;
}

export const operatorRole: ProposalKind = {
  name: "OPERATOR_ROLE",
  permission: "manage",
  look: async ({ subjectId, lock }) => {
    // All of them, in the order in which the change locks them.
    const all = db().select().from(users).where(eq(users.kind, "operator")).orderBy(asc(users.id));
    const found = (await (lock ? all.for("update") : all)).find(({ id }) => id === subjectId);
    if (!found) throw notFound("operator");
    const { name, email, operatorRole: role } = found;
    return { tenant: null, evidence: { name, email, role } };
  },
  perform: ({ operator, subjectId: userId, input, realNow }) =>
    changeOperatorRole({ operator, userId, role: newRole.parse(input).role, realNow }),
};
