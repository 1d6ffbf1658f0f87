import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { inviteMember, leaveTeam } from "@/app/(dashboard)/dashboard/[environment]/team/actions";
import { db } from "@/db/client";
import { marketplaces } from "@/db/schema/marketplaces";
import { invitations } from "@/db/schema/users";
import { signedInStaff } from "@/lib/edge/http/actions/dashboard-action";
import type { MarketplaceRole } from "@/lib/kernel/actor";
import { findStaff } from "@/lib/parties/people/queries";
import { readSecondFactor } from "@/lib/parties/people/second-factor/second-factor-queries";
import { shownCode } from "@/test/authenticator";
import { sessionCookie } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { createMarketplace } from "@/test/factories/marketplace";
import { anyStaff } from "@/test/factories/staff";
import { now } from "@/test/time";
import { beginOwnSecondFactor, changeOwnPassword, confirmOwnSecondFactor, removeOwnSecondFactor } from "./actions";

useDatabase();

// The browser that asks: what the actions read and set.
let cookie = "";
vi.mock("next/headers", () => ({
  headers: async () => new Headers({ "x-socket-address": "192.0.2.1", cookie }),
  cookies: async () => ({
    set: (name: string, value: string) => {
      cookie = `${name}=${value}`;
    },
  }),
}));

const newPassword = "mango rain 88 lorry";
const someone = async (role: MarketplaceRole, live = false) => {
  const { test: tenant } = await createMarketplace();
  const staff = await anyStaff(tenant, role);
  cookie = await sessionCookie({ id: staff.id, kind: "marketplace" });
  if (live) await takeLive(tenant.marketplaceId);
  return { ...staff, tenant };
};
const signedIn = async (given = cookie) =>
  (await signedInStaff(new Headers({ cookie: given }), "test", { evenWithoutSecondFactor: true }))?.staff.id;

async function takeLive(marketplaceId: string) {
  await db().update(marketplaces).set({ liveAt: now() }).where(eq(marketplaces.id, marketplaceId));
}

beforeEach(() => {
  cookie = "";
});

describe("one's own account", () => {
  it("is changed by every role, and this browser stays signed in while every other session ends", async () => {
    const viewer = await someone("VIEWER");
    const elsewhere = cookie;
    expect(await changeOwnPassword("test", { password: viewer.password, newPassword })).toBeUndefined();
    expect(await signedIn(elsewhere)).toBeUndefined();
    expect(await signedIn()).toBe(viewer.id);
    const begun = await beginOwnSecondFactor("live", { password: newPassword });
    if ("refused" in begun) throw new Error(begun.refused);
    expect(begun.qr.path).toMatch(/^M\d+ \d+h1v1h-1z/);
    const before = cookie;
    const confirmed = await confirmOwnSecondFactor("live", { code: shownCode(begun.secret, now()) });
    if ("refused" in confirmed) throw new Error(confirmed.refused);
    expect(await signedIn(before)).toBeUndefined();
    expect(await signedIn()).toBe(viewer.id);
    const [code = ""] = confirmed.recoveryCodes;
    expect(await removeOwnSecondFactor("test", { password: newPassword, code: "000000" })).toMatchObject({
      fields: [{ field: "code" }],
    });
    expect(await removeOwnSecondFactor("test", { password: newPassword, code })).toBeUndefined();
    expect((await readSecondFactor(viewer.id)).since).toBeNull();
    expect(await signedIn()).toBe(viewer.id);
  });

  it("gets another password by a code too, which a new password that is refused does not use up", async () => {
    const { password } = await someone("DEVELOPER");
    const begun = await beginOwnSecondFactor("test", { password });
    if ("refused" in begun) throw new Error(begun.refused);
    const confirmed = await confirmOwnSecondFactor("test", { code: shownCode(begun.secret, now()) });
    if ("refused" in confirmed) throw new Error(confirmed.refused);
    const [code = ""] = confirmed.recoveryCodes;
    const change = (more: object) => changeOwnPassword("test", { password, newPassword, ...more });
    for (const wrong of [{}, { code: "000000" }]) {
      expect(await change(wrong)).toMatchObject({ fields: [{ field: "code" }] });
    }
    for (const bad of ["password123", password]) {
      expect(await change({ newPassword: bad, code })).toMatchObject({ fields: [{ field: "newPassword" }] });
    }
    expect(await change({ code })).toBeUndefined();
  });

  it("comes first for an owner of a live marketplace, who can do nothing else and cannot turn it off", async () => {
    const owner = await someone("OWNER", true);
    const invite = () => inviteMember("test", { email: "new@market.example", role: "VIEWER" });
    expect(await invite()).toMatchObject({ refused: expect.stringContaining("second factor") });
    const begun = await beginOwnSecondFactor("test", { password: owner.password });
    if ("refused" in begun) throw new Error(begun.refused);
    const confirmed = await confirmOwnSecondFactor("test", { code: shownCode(begun.secret, now()) });
    if ("refused" in confirmed) throw new Error(confirmed.refused);
    expect(await invite()).toEqual({ invitationId: expect.stringMatching(/^inv_/) });
    const [code = ""] = confirmed.recoveryCodes;
    expect(await removeOwnSecondFactor("test", { password: owner.password, code })).toMatchObject({
      refused: expect.stringContaining("must have"),
    });
  });

  it("takes a session, of staff", async () => {
    expect(await changeOwnPassword("test", { password: "x", newPassword })).toMatchObject({
      refused: expect.stringContaining("not signed in"),
    });
  });

  it("can be left, unless it is the only owner's", async () => {
    const owner = await someone("OWNER");
    expect(await leaveTeam("test", {})).toMatchObject({ refused: expect.stringContaining("only owner") });
    const developer = await anyStaff(owner.tenant, "DEVELOPER");
    cookie = await sessionCookie({ id: developer.id, kind: "marketplace" });
    expect(await leaveTeam("test", {})).toEqual({ address: "/dashboard/login" });
    expect(await findStaff(developer.id)).toBeUndefined();
    expect(await signedIn()).toBeUndefined();
  });
});

it("the team is managed by owners and administrators alone", async () => {
  const { tenant } = await someone("OWNER");
  for (const role of ["VIEWER", "DEVELOPER"] as const) {
    const { id } = await anyStaff(tenant, role);
    cookie = await sessionCookie({ id, kind: "marketplace" });
    expect(await inviteMember("test", { email: "new@market.example", role: "VIEWER" })).toMatchObject({
      refused: "This takes the role of Owner or Administrator.",
    });
  }
  const mine = eq(invitations.marketplaceId, tenant.marketplaceId);
  expect(await db().select().from(invitations).where(mine)).toEqual([]);
});
