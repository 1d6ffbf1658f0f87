import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { auditLog } from "@/db/schema/operations";
import { accountMails, users } from "@/db/schema/users";
import { changeOperatorRole, endOperator } from "@/lib/parties/people/change-operator-role";
import { findOperator, findSignIn } from "@/lib/parties/people/queries";
import { useDatabase } from "@/test/database";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { now } from "@/test/time";
import { approveProposal } from "./decide-proposal";
import { operatorAdd, operatorRole } from "./operator-kinds";
import { propose } from "./propose";

useDatabase();

const email = "third@financing.example";
const reason = "More cases than two can read.";
const roleOf = async () => {
  const found = await findSignIn("operator", email);
  return found && (await findOperator(found.user.id))?.role;
};

test("somebody becomes an operator, leaves and comes back by two, who send a link that neither sees", async () => {
  const [one, other, reviewer] = [await anyOperator(), await anyOperator(), await anyOperator("REVIEWER")];
  const add = (role: string) =>
    propose({
      ...{ kind: operatorAdd, operator: one.actor, subjectId: email, reason, realNow: now() },
      input: { name: "Third", role },
    });
  const approve = ({ id: proposalId, evidenceDigest }: Awaited<ReturnType<typeof add>>, as = other) =>
    approveProposal({ operator: as.actor, proposalId, input: { evidenceDigest }, realNow: now() });

  const proposed = await add("REVIEWER");
  expect(await roleOf()).toBeUndefined();
  await expect(approve(proposed, one)).rejects.toMatchObject({ code: "OWN_PROPOSAL" });
  await expect(approve(proposed, reviewer)).rejects.toMatchObject({ code: "INSUFFICIENT_ROLE" });
  await approve(proposed);
  expect(await roleOf()).toBe("REVIEWER");
  const sent = () => db().select().from(accountMails).where(eq(accountMails.recipient, email));
  expect(await sent()).toMatchObject([{ kind: "OPERATOR_ADDED", facts: { role: "REVIEWER", epoch: "0" } }]);
  await expect(add("ADMIN")).rejects.toMatchObject({ code: "EMAIL_TAKEN" });

  const userId = (await findSignIn("operator", email))?.user.id ?? "";
  const raised = { kind: operatorRole, operator: one.actor, subjectId: userId, input: { role: "ADMIN" } };
  const role = await propose({ ...raised, reason, realNow: now() });
  await approve(role);
  expect(await roleOf()).toBe("ADMIN");

  const theirs = await propose({
    ...{ kind: operatorRole, operator: { userId }, subjectId: one.userId, reason, realNow: now() },
    input: { role: "READ_ONLY" },
  });
  await endOperator({ operator: one.actor, userId, realNow: now() });
  expect(await roleOf()).toBeUndefined();
  await expect(approve(theirs)).rejects.toMatchObject({ code: "EVIDENCE_CHANGED" });
  await approve(await add("TREASURER"));
  expect(await roleOf()).toBe("TREASURER");
  expect((await sent()).at(-1)).toMatchObject({ facts: { epoch: "1" } });
  const told = await db().select({ action: auditLog.action }).from(auditLog).where(eq(auditLog.subjectId, userId));
  expect(told.map(({ action }) => action)).toEqual([
    ...["operator.add", "operator.change-role", "operator.end", "operator.add"],
  ]);
});

test("the last administrator stays one", async () => {
  const all = await Promise.all((await admins()).map(({ id }) => findOperator(id)));
  const [last, ...others] = all.flatMap((one) => (one?.role === "ADMIN" ? [one] : []));
  const operator = { userId: last?.id ?? "" };
  for (const { id: userId } of others)
    await changeOperatorRole({ operator, userId, role: "READ_ONLY", realNow: now() });
  const ending = endOperator({ operator, userId: operator.userId, realNow: now() });
  await expect(ending).rejects.toMatchObject({ code: "STILL_IN_USE" });
});

async function admins() {
  return db().select({ id: users.id }).from(users).where(eq(users.operatorRole, "ADMIN"));
}
