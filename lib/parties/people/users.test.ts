import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { auditLog } from "@/db/schema/operations";
import { users } from "@/db/schema/users";
import { newId } from "@/lib/kernel/ids";
import { mayDo, permissions, requirePermission } from "@/lib/terms/users/roles";
import { useDatabase } from "@/test/database";
import { sandboxActor } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { anyUser } from "@/test/factories/oauth";
import { anyStaff } from "@/test/factories/staff";
import { now } from "@/test/time";
import { createStaff } from "./create-staff";
import { checkPassword } from "./password/check-password";
import { hashPassword } from "./password/password";
import { findStaff, findUser } from "./queries";

useDatabase();

const password = "  as it was typed  ";
const ada = { name: "Ada Foods", email: "Ada@Shop.example", password };

describe("a user", () => {
  it("is found by id, with the address in lower case and the password hashed", async () => {
    const user = await anyUser(ada);
    expect(user).toMatchObject({ kind: "merchant", name: "Ada Foods", email: "ada@shop.example" });
    expect(user.id).toMatch(/^usr_/);
    expect(await findUser(user.id)).toEqual({ id: user.id, kind: "merchant", name: "Ada Foods", email: user.email });
    const [row] = await db().select().from(users).where(eq(users.id, user.id));
    expect(row?.passwordHash).toMatch(/^\$argon2id\$/);
  });

  it("has an address of its own, however it is written", async () => {
    const again = anyUser({ ...ada, email: "ADA@SHOP.EXAMPLE", password: "another password" });
    await expect(again).rejects.toMatchObject({
      code: "EMAIL_TAKEN",
      fields: [{ field: "email", error: "Already has an account" }],
    });
    expect(await checkPassword({ kind: "merchant", input: { email: ada.email, password } })).toMatchObject({
      name: "Ada Foods",
    });
  });

  it("lets an address have an account of each kind", async () => {
    const email = "both@shop.example";
    const passwordHash = await hashPassword("the operator's own");
    const operator = {
      id: newId("user"),
      kind: "operator" as const,
      email,
      name: "Olu",
      passwordHash,
      createdAt: now(),
    };
    await db().insert(users).values(operator);
    const merchant = await anyUser({ ...ada, email });
    const check = (kind: "operator" | "merchant", typed: string) =>
      checkPassword({ kind, input: { email, password: typed } });
    expect(await check("operator", "the operator's own")).toMatchObject({ id: operator.id, kind: "operator" });
    expect(await check("merchant", password)).toMatchObject({ id: merchant.id, kind: "merchant" });
    expect(await check("operator", password)).toBeNull();
    expect(await check("merchant", "the operator's own")).toBeNull();
  });
});

describe("checkPassword", () => {
  const check = (email: string, typed: string) =>
    checkPassword({ kind: "merchant", input: { email, password: typed } });

  it("answers the user, without the hash, whatever the case of the address", async () => {
    const user = await check("aDa@sHop.example", password);
    expect(Object.keys(user ?? {}).sort()).toEqual(["email", "id", "kind", "name", "sessionEpoch"]);
  });

  it("answers null for a wrong password, a trimmed one, and an unknown address", async () => {
    expect(await check(ada.email, "wrong password")).toBeNull();
    expect(await check(ada.email, password.trim())).toBeNull();
    expect(await check("nobody@shop.example", password)).toBeNull();
  });
});

it("finds nobody by an unknown id", async () => {
  expect(await findUser(newId("user"))).toBeUndefined();
});

describe("staff of a marketplace", () => {
  it("sign in as such, and are found with their role and marketplace", async () => {
    const { marketplaceId, test } = await createMarketplace();
    const { id, name, email, password: theirs } = await anyStaff(test, "DEVELOPER");
    const input = { email: email.toUpperCase(), password: theirs };
    expect(await checkPassword({ kind: "marketplace", input })).toMatchObject({ id, kind: "marketplace", name, email });
    expect(await checkPassword({ kind: "merchant", input })).toBeNull();
    const found = { id, name, email, role: "DEVELOPER", sessionEpoch: 0, marketplaceId, liveAt: null };
    expect(await findStaff(id)).toMatchObject(found);
    const rows = await db().select().from(auditLog).where(eq(auditLog.subjectId, id));
    expect(rows).toMatchObject([{ action: "staff.create", marketplaceId, actor: "sandbox" }]);
  });

  it("have one address each, in whichever marketplace", async () => {
    const { email } = await anyStaff((await createMarketplace()).test);
    const { test } = await createMarketplace();
    const input = { name: "Other", email: email.toUpperCase(), password: "another password", role: "OWNER" } as const;
    const made = createStaff({ actor: sandboxActor(test), input, realNow: now() });
    await expect(made).rejects.toMatchObject({ code: "EMAIL_TAKEN" });
    expect(await db().select().from(auditLog).where(eq(auditLog.marketplaceId, test.marketplaceId))).toEqual([]);
  });

  it("are never merchants, nor users without a role", async () => {
    const merchant = await anyUser();
    expect(await findStaff(merchant.id)).toBeUndefined();
    const { id } = await anyStaff((await createMarketplace()).test);
    await db().update(users).set({ role: null }).where(eq(users.id, id));
    expect(await findStaff(id)).toBeUndefined();
  });

  it.each([
    ["VIEWER", ["view"]],
    ["DEVELOPER", ["view", "change"]],
    ["ADMIN", ["view", "change", "manage"]],
    ["OWNER", ["view", "change", "manage", "own"]],
  ] as const)("with the role %s may %j; other actors are not asked for a role", async (role, allowed) => {
    const { test } = await createMarketplace();
    expect(permissions.filter((permission) => mayDo(role, permission))).toEqual(allowed);
    for (const permission of permissions) {
      const ask = () => requirePermission({ kind: "marketplaceUser", tenant: test, userId: "usr_1", role }, permission);
      if (mayDo(role, permission)) expect(ask).not.toThrow();
      else expect(ask).toThrow(expect.objectContaining({ code: "INSUFFICIENT_ROLE" }));
      expect(() => requirePermission(sandboxActor(test), permission)).not.toThrow();
    }
  });
});
