import { beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { type MarketplaceRole, marketplaceRoles } from "@/lib/kernel/actor";
import { day } from "@/lib/kernel/calendar";
import { mayDo } from "@/lib/terms/users/roles";
import { sessionCookie } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { setClockAhead } from "@/test/factories/clock";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { anyUser } from "@/test/factories/oauth";
import { anyStaff } from "@/test/factories/staff";
import { dashboardAction } from "./dashboard-action";

useDatabase();

let cookie = "";
vi.mock("next/headers", () => ({ headers: async () => new Headers({ "x-socket-address": "192.0.2.1", cookie }) }));

let marketplace: TestMarketplace;
const cookies = {} as Record<MarketplaceRole, string>;
beforeAll(async () => {
  marketplace = await createMarketplace();
  await setClockAhead(marketplace, 3 * day);
  for (const role of marketplaceRoles) {
    const staff = await anyStaff(marketplace.test, role);
    cookies[role] = await sessionCookie({ id: staff.id, kind: "marketplace" });
  }
});

const input = z.object({ note: z.string().min(2, "Must have two letters") });
const act = dashboardAction({
  name: "sample",
  permission: "manage",
  input,
  work: async ({ actor, input: { note }, now, realNow }) => ({
    note,
    role: actor.role,
    environment: actor.tenant.environment,
    ahead: now.getTime() - realNow.getTime(),
  }),
});

describe("dashboardAction", () => {
  it.each(marketplaceRoles)("asks %s for the permission", async (role) => {
    cookie = cookies[role];
    const allowed = { note: "yes", role, environment: "test", ahead: 3 * day };
    const refused = { refused: "This takes the role of Owner or Administrator.", fields: [] };
    expect(await act("test", { note: "yes" })).toEqual(mayDo(role, "manage") ? allowed : refused);
  });

  it("works in the environment named, by its clock, and in no other", async () => {
    cookie = cookies.OWNER;
    expect(await act("live", { note: "yes" })).toMatchObject({ environment: "live", ahead: 0 });
    expect(await act("both" as "test", { note: "yes" })).toMatchObject({
      fields: [{ field: "environment", error: "Must be test or live" }],
    });
    const inTest = dashboardAction({
      name: "inTest",
      permission: "change",
      testOnly: true,
      input,
      work: async () => 1,
    });
    expect(await inTest("live", { note: "yes" })).toMatchObject({ fields: [{ error: "Exists in test only" }] });
    expect(await inTest("test", { note: "yes" })).toBe(1);
  });

  it("names wrong fields", async () => {
    cookie = cookies.OWNER;
    expect(await act("test", { note: "y" })).toMatchObject({
      fields: [{ field: "note", error: "Must have two letters" }],
    });
  });

  it("takes no other session than that of staff", async () => {
    const signedOut = { refused: "You are not signed in any more. Sign in, then try again.", fields: [] };
    cookie = "";
    expect(await act("test", { note: "yes" })).toEqual(signedOut);
    const merchant = await anyUser();
    cookie = await sessionCookie(merchant);
    expect(await act("test", { note: "yes" })).toEqual(signedOut);
    // Nor a merchant's in the cookie of staff.
    cookie = cookie.replace("financing.session", "financing.marketplace");
    expect(await act("test", { note: "yes" })).toEqual(signedOut);
  });
});
