import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "@/db/client";
import { marketplaces } from "@/db/schema/marketplaces";
import { auditLog } from "@/db/schema/operations";
import { accountMails, invitations, users } from "@/db/schema/users";
import type { MarketplaceRole } from "@/lib/kernel/actor";
import * as passwords from "@/lib/parties/people/password/password";
import { findStaff } from "@/lib/parties/people/queries";
import { useDatabase } from "@/test/database";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { anyStaff } from "@/test/factories/staff";
import { now } from "@/test/time";
import { changeRole } from "./change-role";
import { inviteStaff } from "./invite-staff";
import { listTeam } from "./queries";
import { removeStaff } from "./remove-staff";

useDatabase();

let marketplace: TestMarketplace;
beforeEach(async () => {
  vi.spyOn(passwords, "hashPassword").mockResolvedValue("$argon2id$not-hashed");
  marketplace = await createMarketplace();
});

const member = async (role: MarketplaceRole, of = marketplace) => {
  const { id, email } = await anyStaff(of.test, role);
  return { id, email, actor: { kind: "marketplaceUser", tenant: of.test, userId: id, role } as const };
};
type Someone = Awaited<ReturnType<typeof member>>;

const change = (by: Someone, who: Someone, role: MarketplaceRole) =>
  changeRole({ actor: by.actor, input: { userId: who.id, role }, realNow: now() });
const remove = (by: Someone, who: Someone) =>
  removeStaff({ actor: by.actor, input: { userId: who.id }, realNow: now() });
const roleOf = async ({ id }: Someone) => (await findStaff(id))?.role;
const mailsTo = async ({ email }: Someone) =>
  (await db().select().from(accountMails).where(eq(accountMails.recipient, email)).orderBy(accountMails.id)).map(
    ({ kind, facts }) => ({ kind, ...facts }),
  );
const refused = { code: "INSUFFICIENT_ROLE" };

describe("changing a role", () => {
  it("is for owners and administrators, of the roles that are not owners", async () => {
    const [owner, admin, developer, viewer] = [
      await member("OWNER"),
      await member("ADMIN"),
      await member("DEVELOPER"),
      await member("VIEWER"),
    ];
    for (const by of [developer, viewer]) await expect(change(by, viewer, "ADMIN")).rejects.toMatchObject(refused);
    await change(admin, viewer, "ADMIN");
    expect(await roleOf(viewer)).toBe("ADMIN");
    await change(owner, viewer, "DEVELOPER");
    expect(await roleOf(viewer)).toBe("DEVELOPER");
    const rows = await db().select().from(auditLog).where(eq(auditLog.subjectId, viewer.id)).orderBy(auditLog.number);
    expect(rows.slice(1)).toMatchObject([
      { action: "staff.change-role", actor: admin.id, detail: { from: "VIEWER", to: "ADMIN" } },
      { action: "staff.change-role", actor: owner.id, detail: { from: "ADMIN", to: "DEVELOPER" } },
    ]);
    await change(owner, viewer, "DEVELOPER");
    expect(await mailsTo(viewer)).toMatchObject([
      { kind: "ROLE_CHANGED", from: "VIEWER", to: "ADMIN" },
      { kind: "ROLE_CHANGED", from: "ADMIN", to: "DEVELOPER" },
    ]);
    expect(await mailsTo(owner)).toEqual([]);
  });

  it("makes and unmakes owners by owners alone", async () => {
    const [owner, admin, viewer] = [await member("OWNER"), await member("ADMIN"), await member("VIEWER")];
    await expect(change(admin, viewer, "OWNER")).rejects.toMatchObject(refused);
    await expect(change(admin, owner, "VIEWER")).rejects.toMatchObject(refused);
    await change(owner, viewer, "OWNER");
    await change(viewer, owner, "DEVELOPER");
    expect([await roleOf(owner), await roleOf(viewer)]).toEqual(["DEVELOPER", "OWNER"]);
  });

  it("raises nobody by themselves, and lowers them if they like", async () => {
    await member("OWNER");
    const admin = await member("ADMIN");
    await expect(change(admin, admin, "OWNER")).rejects.toMatchObject(refused);
    await change(admin, admin, "VIEWER");
    await expect(change(admin, admin, "DEVELOPER")).rejects.toMatchObject(refused);
    expect(await roleOf(admin)).toBe("VIEWER");
  });

  it("goes by the role that is stored, not by the one that the request came with", async () => {
    const [owner, admin, viewer] = [await member("OWNER"), await member("ADMIN"), await member("VIEWER")];
    await change(owner, admin, "VIEWER");
    await expect(change(admin, viewer, "ADMIN")).rejects.toMatchObject(refused);
    await remove(owner, admin);
    await expect(change(admin, viewer, "ADMIN")).rejects.toMatchObject(refused);
  });

  it("keeps an owner, also when two unmake one another at the same moment", async () => {
    const [one, other] = [await member("OWNER"), await member("OWNER")];
    const both = await Promise.allSettled([change(one, other, "VIEWER"), change(other, one, "VIEWER")]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const last = (await roleOf(one)) === "OWNER" ? one : other;
    await expect(change(last, last, "ADMIN")).rejects.toMatchObject({ code: "LAST_OWNER" });
    await expect(remove(last, last)).rejects.toMatchObject({ code: "LAST_OWNER" });
    expect(await roleOf(last)).toBe("OWNER");
  });

  it("reaches nobody of another marketplace", async () => {
    const owner = await member("OWNER");
    const stranger = await member("VIEWER", await createMarketplace());
    await expect(change(owner, stranger, "ADMIN")).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(remove(owner, stranger)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await listTeam(owner.actor.tenant)).map(({ id }) => id)).toEqual([owner.id]);
  });
});

describe("removing from the team", () => {
  it("deletes the account, ends what it has sent, and keeps what it did", async () => {
    const [owner, admin] = [await member("OWNER"), await member("ADMIN")];
    const input = { email: "new@market.example", role: "VIEWER" } as const;
    await inviteStaff({ actor: admin.actor, input, realNow: now() });
    await remove(owner, admin);
    expect(await db().select().from(users).where(eq(users.id, admin.id))).toEqual([]);
    const open = eq(invitations.marketplaceId, marketplace.marketplaceId);
    expect(await db().select().from(invitations).where(open)).toEqual([]);
    const rows = await db().select().from(auditLog).where(eq(auditLog.subjectId, admin.id)).orderBy(auditLog.number);
    expect(rows.at(-1)).toMatchObject({ action: "staff.remove", detail: { email: admin.email, role: "ADMIN" } });
    const [{ name } = { name: "" }] = await db()
      .select()
      .from(marketplaces)
      .where(eq(marketplaces.id, marketplace.marketplaceId));
    expect(await mailsTo(admin)).toMatchObject([{ kind: "TEAM_LEFT", marketplace: name }]);
  });

  it("is for owners and administrators, owners for owners; anybody may leave", async () => {
    const [owner, admin, developer, viewer] = [
      await member("OWNER"),
      await member("ADMIN"),
      await member("DEVELOPER"),
      await member("VIEWER"),
    ];
    await expect(remove(developer, viewer)).rejects.toMatchObject(refused);
    await expect(remove(admin, owner)).rejects.toMatchObject(refused);
    await remove(viewer, viewer);
    await remove(admin, developer);
    expect((await listTeam(marketplace.test)).map(({ id }) => id)).toEqual([owner.id, admin.id]);
  });
});
