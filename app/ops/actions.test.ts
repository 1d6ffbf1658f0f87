import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { db } from "@/db/client";
import { secondFactors } from "@/db/schema/users";
import { type OperatorRole, operatorRoles } from "@/lib/kernel/actor";
import { operatorMay } from "@/lib/terms/users/roles";
import { sessionCookie } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { createMarketplace } from "@/test/factories/marketplace";
import { anyUser } from "@/test/factories/oauth";
import { anyStaff } from "@/test/factories/staff";
import { consoleActions, refusalIn } from "@/test/ops/actions";
import { now } from "@/test/time";

// Generated from the action files: whoever adds an action of the console has it attacked here.

useDatabase();

let cookie = "";
vi.mock("next/headers", () => ({
  headers: async () => new Headers({ "x-socket-address": "192.0.2.1", cookie }),
  cookies: async () => ({ get: () => undefined, set: () => {}, delete: () => {} }),
}));

let actions: Awaited<ReturnType<typeof consoleActions>> = [];
const operators = {} as Record<OperatorRole, string>;

const cookieOf = (id: string) => sessionCookie({ id, kind: "operator" });
beforeAll(async () => {
  actions = await consoleActions();
  for (const role of operatorRoles) operators[role] = (await anyOperator(role)).userId;
});

describe("the actions of the console's pages", () => {
  it("are declared, each with a name of its own", () => {
    expect(actions.length).toBeGreaterThan(4);
    expect(actions.filter(({ action }) => !action.declaration).map(({ file }) => file)).toEqual([]);
    const names = actions.map(({ action }) => action.declaration.name);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });

  it("refuse whoever has not signed in as an operator", async () => {
    const { test } = await createMarketplace();
    const merchant = await sessionCookie(await anyUser());
    const staff = await sessionCookie({ id: (await anyStaff(test, "OWNER")).id, kind: "marketplace" });
    const strangers = ["", merchant, merchant.replace("financing.session", "financing.operator")];
    strangers.push(staff, staff.replace("financing.marketplace", "financing.operator"));
    const wrong: string[] = [];
    for (const { action } of actions) {
      for (cookie of strangers) {
        const said = refusalIn(await action("test", {}));
        if (!said.startsWith("You are not signed in any more")) wrong.push(`${action.declaration.name}: ${said}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it("refuse each role that may not, before they look at what was sent; whoever only looks may nothing else", async () => {
    const wrong: string[] = [];
    for (const { action } of actions) {
      const { name, permission } = action.declaration;
      if (permission === "self") continue;
      for (const role of operatorRoles) {
        cookie = await cookieOf(operators[role]);
        const refused = /takes (the role|an operator with the role)/.test(refusalIn(await action("test", undefined)));
        if (refused === operatorMay(role, permission)) wrong.push(`${name} as ${role}`);
        if (role === "READ_ONLY" && permission !== "view" && !refused) wrong.push(`${name} changes something`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it("do nothing about live data for somebody without a second factor, nor in an environment that is none", async () => {
    const wrong: string[] = [];
    const { userId } = await anyOperator();
    for (const { action } of actions) {
      const { name, permission } = action.declaration;
      cookie = await cookieOf(userId);
      if (!/Must be test or live|malformed|not valid/i.test(JSON.stringify(await action("both" as "test", {}))))
        wrong.push(name);
      if (permission === "self") continue;
      if (!refusalIn(await action("live", {})).startsWith("An operator needs a second factor")) wrong.push(name);
    }
    expect(wrong).toEqual([]);
    await db().insert(secondFactors).values({ userId, secret: "x", since: now() });
    const [one] = actions.filter(({ action }) => action.declaration.permission !== "self");
    if (one) expect(refusalIn(await one.action("live", {}))).not.toContain("second factor");
    await db().delete(secondFactors).where(eq(secondFactors.userId, userId));
  });
});
