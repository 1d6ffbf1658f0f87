import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/db/client";
import { users } from "@/db/schema/users";
import { operatorRoles } from "@/lib/kernel/actor";
import { randomText } from "@/lib/kernel/crypto";
import { notFound } from "@/lib/kernel/errors";
import { changeOperatorRole } from "@/lib/parties/people/change-operator-role";
import { insertUser } from "@/lib/parties/people/insert-user";
import { hashPassword } from "@/lib/parties/people/password/password";
import { findSignIn } from "@/lib/parties/people/queries";
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
    const known = (await findSignIn("operator", subjectId)) !== undefined;
    return { tenant: null, evidence: { email: subjectId, isOperator: known } };
  },
  perform: async ({ operator, subjectId: email, input, realNow }) => {
    const { name, role } = newOperator.parse(input);
    const passwordHash = await hashPassword(randomText(20));
    const account = { kind: "operator", name, email, operatorRole: role, passwordHash } as const;
    const { id: userId } = await insertUser(account, realNow);
    const detail = { email, role };
    await recordServiceAudit({ operator, action: "operator.add", detail, subjectId: userId, realNow });
    const mail = { kind: "OPERATOR_ADDED", userId, epoch: "0", role } as const;
    await queueAccountMail({ recipient: email, mail, realNow });
  },
};

export const operatorRole: ProposalKind = {
  name: "OPERATOR_ROLE",
  permission: "manage",
  look: async ({ subjectId, lock }) => {
    const one = db()
      .select()
      .from(users)
      .where(and(eq(users.id, subjectId), eq(users.kind, "operator")));
    const [found] = await (lock ? one.for("update") : one);
    if (!found) throw notFound("operator");
    const { name, email, operatorRole: role } = found;
    return { tenant: null, evidence: { name, email, role } };
  },
  perform: ({ operator, subjectId: userId, input, realNow }) =>
    changeOperatorRole({ operator, userId, role: newRole.parse(input).role, realNow }),
};
