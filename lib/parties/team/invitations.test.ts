import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "@/db/client";
import { auditLog } from "@/db/schema/operations";
import { accountMails, invitations, users } from "@/db/schema/users";
import type { MarketplaceRole } from "@/lib/kernel/actor";
import { day, later } from "@/lib/kernel/calendar";
import * as passwords from "@/lib/parties/people/password/password";
import { purgeAccounts } from "@/lib/parties/people/purge-accounts";
import { findStaff } from "@/lib/parties/people/queries";
import { invitationToken } from "@/lib/platform/messages/mails/account-links";
import { invitationsADay } from "@/lib/terms/team";
import { useDatabase } from "@/test/database";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { anyStaff } from "@/test/factories/staff";
import { instant } from "@/test/time";
import { acceptInvitation } from "./accept-invitation";
import { changeRole } from "./change-role";
import { inviteStaff } from "./invite-staff";
import { findInvitation, listInvitations } from "./queries";
import { withdrawInvitation } from "./withdraw-invitation";

useDatabase();

const at = instant("2026-11-22T10:00:00Z");
const password = "mango rain 88 lorry";

let marketplace: TestMarketplace;
let owner: Awaited<ReturnType<typeof member>>;
let people = 0;
beforeEach(async () => {
  // Hashing is not what these tests are about.
  vi.spyOn(passwords, "hashPassword").mockResolvedValue("$argon2id$not-hashed");
  marketplace = await createMarketplace();
  owner = await member("OWNER");
});

async function member(role: MarketplaceRole, of = marketplace) {
  const { id, email } = await anyStaff(of.test, role);
  return { id, email, actor: { kind: "marketplaceUser", tenant: of.test, userId: id, role } as const };
}
const newcomer = () => `new${++people}@market.example`;

const invite = (email: string, role: MarketplaceRole = "VIEWER", by = owner, realNow = at) =>
  inviteStaff({ actor: by.actor, input: { email, role }, realNow });

const accept = (invitationId: string, realNow = at, name = "Ngozi") =>
  acceptInvitation({ input: { token: invitationToken(invitationId), name, password }, realNow });

const mailsTo = (recipient: string) => db().select().from(accountMails).where(eq(accountMails.recipient, recipient));
const gone = { code: "LINK_NOT_VALID" };

describe("an invitation", () => {
  it("is a mail whose link makes an account in the team, once, with the role that was meant", async () => {
    const email = newcomer();
    const { invitationId } = await invite(email.toUpperCase(), "DEVELOPER");
    expect(await mailsTo(email)).toMatchObject([{ kind: "INVITATION", facts: { invitationId, role: "DEVELOPER" } }]);
    expect(await listInvitations(marketplace.test, at)).toMatchObject([{ email, role: "DEVELOPER" }]);
    const user = await accept(invitationId);
    const { marketplaceId } = marketplace;
    expect(await findStaff(user.id)).toMatchObject({ email, name: "Ngozi", role: "DEVELOPER", marketplaceId });
    await expect(accept(invitationId)).rejects.toMatchObject(gone);
    expect(await listInvitations(marketplace.test, at)).toEqual([]);
    const rows = await db().select().from(auditLog).where(eq(auditLog.marketplaceId, marketplaceId));
    expect(rows.slice(1)).toMatchObject([
      { action: "staff.invite", actor: owner.id, detail: { role: "DEVELOPER" }, subjectId: invitationId },
      { action: "staff.join", actor: user.id, subjectId: user.id },
    ]);
  });

  it("is accepted once by two at the same moment", async () => {
    const { invitationId } = await invite(newcomer());
    const both = await Promise.allSettled([accept(invitationId), accept(invitationId)]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("takes a good password", async () => {
    const { invitationId } = await invite(newcomer());
    const weak = { token: invitationToken(invitationId), name: "Ngozi", password: "password123" };
    await expect(acceptInvitation({ input: weak, realNow: at })).rejects.toMatchObject({
      fields: [{ field: "password" }],
    });
    expect(await findInvitation(invitationToken(invitationId), at)).toBeDefined();
  });

  it("ends after seven days, and is then forgotten", async () => {
    const { invitationId } = await invite(newcomer());
    expect(await findInvitation(invitationToken(invitationId), later(at, 7 * day - 1))).toBeDefined();
    await expect(accept(invitationId, later(at, 7 * day))).rejects.toMatchObject(gone);
    expect(await listInvitations(marketplace.test, later(at, 7 * day))).toEqual([]);
    await purgeAccounts({ realNow: later(at, 7 * day + 1), limit: 500 });
    expect(await db().select().from(invitations).where(eq(invitations.id, invitationId))).toEqual([]);
  });

  it("has no link but that of the last mail, and none that was not made here", async () => {
    const email = newcomer();
    const { invitationId: first } = await invite(email, "ADMIN");
    const { invitationId: second } = await invite(email, "VIEWER");
    await expect(accept(first)).rejects.toMatchObject(gone);
    expect(await findInvitation(second, at)).toBeUndefined();
    expect(await findInvitation(`${second}.${"0".repeat(64)}`, at)).toBeUndefined();
    expect(await findStaff((await accept(second)).id)).toMatchObject({ role: "VIEWER" });
  });

  it("can be withdrawn, by whoever may give its role, of the own marketplace", async () => {
    const { invitationId } = await invite(newcomer(), "OWNER");
    const withdraw = (by: typeof owner) =>
      withdrawInvitation({ actor: by.actor, input: { invitationId }, realNow: at });
    const stranger = await member("OWNER", await createMarketplace());
    await expect(withdraw(stranger)).rejects.toMatchObject({ code: "NOT_FOUND" });
    for (const role of ["VIEWER", "DEVELOPER", "ADMIN"] as const) {
      await expect(withdraw(await member(role))).rejects.toMatchObject({ code: "INSUFFICIENT_ROLE" });
    }
    await withdraw(owner);
    await expect(accept(invitationId)).rejects.toMatchObject(gone);
  });

  it("is sent by owners and administrators, for owners by owners", async () => {
    for (const role of ["VIEWER", "DEVELOPER"] as const) {
      await expect(invite(newcomer(), "VIEWER", await member(role))).rejects.toMatchObject({
        code: "INSUFFICIENT_ROLE",
      });
    }
    const admin = await member("ADMIN");
    await invite(newcomer(), "ADMIN", admin);
    await expect(invite(newcomer(), "OWNER", admin)).rejects.toMatchObject({ code: "INSUFFICIENT_ROLE" });
    await invite(newcomer(), "OWNER");
  });

  it("of an owner is not replaced by an administrator's while it holds", async () => {
    const [email, other] = [newcomer(), newcomer()];
    const admin = await member("ADMIN");
    const { invitationId } = await invite(email, "OWNER");
    await expect(invite(email, "VIEWER", admin)).rejects.toMatchObject({ code: "INSUFFICIENT_ROLE" });
    expect(await findStaff((await accept(invitationId)).id)).toMatchObject({ role: "OWNER" });
    await invite(other, "OWNER");
    await expect(invite(other, "VIEWER", admin, later(at, 7 * day))).resolves.toBeDefined();
  });

  it("is worth what its sender may still give", async () => {
    const admin = await member("ADMIN");
    const { invitationId } = await invite(newcomer(), "ADMIN", admin);
    await changeRole({ actor: owner.actor, input: { userId: admin.id, role: "DEVELOPER" }, realNow: at });
    await expect(accept(invitationId)).rejects.toMatchObject(gone);
  });

  it("tells nobody but the reader of the mail that the address works for another marketplace", async () => {
    const elsewhere = await member("VIEWER", await createMarketplace());
    const { invitationId } = await invite(elsewhere.email);
    await expect(accept(invitationId)).rejects.toMatchObject({ code: "EMAIL_TAKEN" });
    expect(await db().select().from(users).where(eq(users.email, elsewhere.email))).toHaveLength(1);
    await expect(invite(owner.email)).rejects.toMatchObject({
      fields: [{ field: "email", error: "Is in your team already" }],
    });
  });

  it("is written three times a day to one address, and to fifty in all, whatever is withdrawn in between", async () => {
    const email = newcomer();
    for (let i = 0; i < 3; i++) await invite(email);
    await expect(invite(email)).rejects.toMatchObject({ code: "RATE_LIMITED" });
    for (let i = 3; i < invitationsADay; i++) {
      const { invitationId } = await invite(newcomer());
      await withdrawInvitation({ actor: owner.actor, input: { invitationId }, realNow: at });
    }
    await expect(invite(newcomer())).rejects.toMatchObject({ code: "RATE_LIMITED" });
    await expect(invite(newcomer(), "VIEWER", await member("OWNER", await createMarketplace()))).resolves.toBeDefined();
    await expect(invite(newcomer(), "VIEWER", owner, later(at, day))).resolves.toBeDefined();
    const kept = and(eq(invitations.marketplaceId, marketplace.marketplaceId), eq(invitations.email, email));
    expect(await db().select().from(invitations).where(kept)).toHaveLength(1);
  });
});
