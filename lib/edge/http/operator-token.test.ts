import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { users } from "@/db/schema/users";
import { dashboardTokens, mintToken, operatorTokens } from "@/lib/kernel/bearer-tokens";
import { hour, later } from "@/lib/kernel/calendar";
import type { OperatorPermission } from "@/lib/terms/users/roles";
import { useDatabase } from "@/test/database";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { createMarketplace } from "@/test/factories/marketplace";
import { anyStaff } from "@/test/factories/staff";
import { now } from "@/test/time";
import { operatorToken } from "./operator-token";

useDatabase();

let operator: Awaited<ReturnType<typeof anyOperator>>;
beforeAll(async () => {
  operator = await anyOperator("REVIEWER");
});

function ask(token: string, permission: OperatorPermission = "view", at = now()) {
  const request = new Request("http://localhost/x", { headers: { authorization: `Bearer ${token}` } });
  return operatorToken({ permission }).authenticate(request, at, new Uint8Array());
}

test("says who it is, by real time, with the role of the moment", async () => {
  const { userId, token } = operator;
  const actor = { kind: "operatorUser", userId, role: "REVIEWER" };
  expect(await ask(token)).toEqual({ actor, clockAhead: 0 });
  await db().update(users).set({ operatorRole: "READ_ONLY" }).where(eq(users.id, userId));
  expect(await ask(token)).toMatchObject({ actor: { role: "READ_ONLY" } });
  await db().update(users).set({ operatorRole: "REVIEWER" }).where(eq(users.id, userId));
});

test.each([
  ["READ_ONLY", ["view"]],
  ["REVIEWER", ["view", "review"]],
  ["TREASURER", ["view", "pay"]],
  ["COLLECTOR", ["view", "collect"]],
  ["ADMIN", ["view", "review", "pay", "collect", "manage"]],
] as const)("%s may %j", async (role, allowed) => {
  const { token } = await anyOperator(role);
  for (const permission of ["view", "review", "pay", "collect", "manage"] as const) {
    const asked = ask(token, permission);
    if (allowed.some((one) => one === permission)) await expect(asked).resolves.toMatchObject({ actor: { role } });
    else await expect(asked).rejects.toMatchObject({ code: "INSUFFICIENT_ROLE" });
  }
});

test("is refused once it has expired, its sessions were ended, or its user is gone or no operator", async () => {
  const { userId, token } = await anyOperator();
  await expect(ask(token, "view", later(now(), hour))).rejects.toMatchObject({ code: "TOKEN_EXPIRED" });
  await db().update(users).set({ sessionEpoch: 1 }).where(eq(users.id, userId));
  await expect(ask(token)).rejects.toMatchObject({ code: "SESSION_ENDED" });
  await db().delete(users).where(eq(users.id, userId));
  await expect(ask(token)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });

  const { test: tenant } = await createMarketplace();
  const staff = await anyStaff(tenant);
  await expect(ask(staff.token)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  const mislabelled = await mintToken(operatorTokens, staff.id, { epoch: 0 }, now());
  await expect(ask(mislabelled)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  const other = await mintToken(dashboardTokens, operator.userId, { epoch: 0 }, now());
  await expect(ask(other)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
});
