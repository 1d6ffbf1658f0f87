import { readdirSync } from "node:fs";
import { join } from "node:path";
import { asc, eq, inArray } from "drizzle-orm";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { z } from "zod";
import { db } from "@/db/client";
import { breaks } from "@/db/schema/settlements";
import { invitations, secondFactors, users } from "@/db/schema/users";
import { deliveries } from "@/db/schema/webhooks";
import type { dashboardAction } from "@/lib/edge/http/actions/dashboard-action";
import { type Environment, environments, type MarketplaceRole, marketplaceRoles, tenantOf } from "@/lib/kernel/actor";
import { day, hour, later } from "@/lib/kernel/calendar";
import { matchSettlement } from "@/lib/lending/reconciliation/settlements/match-settlement";
import { insertSecretKey } from "@/lib/parties/marketplaces/issue-secret-key";
import { inviteStaff } from "@/lib/parties/team/invite-staff";
import { mayDo } from "@/lib/terms/users/roles";
import { sessionCookie } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyMerchant } from "@/test/factories/kyc";
import { activeLoan } from "@/test/factories/loan";
import { createMarketplace } from "@/test/factories/marketplace";
import { anyUser, oauthClient } from "@/test/factories/oauth";
import { createdEvent, tellDeduction, tellSettlement } from "@/test/factories/settlement";
import { tenantRows } from "@/test/factories/snapshot";
import { anyStaff } from "@/test/factories/staff";
import { createEndpoint, createEvents } from "@/test/factories/webhook";
import { now } from "@/test/time";

// Generated from the action files: whoever adds an action of the dashboard has it attacked here.

useDatabase();

let cookie = "";
// The session that an action gives its browser anew is of no interest here.
const jar = { get: () => undefined, set: () => {}, delete: () => {} };
vi.mock("next/headers", () => ({
  headers: async () => new Headers({ "x-socket-address": "192.0.2.1", cookie }),
  cookies: async () => jar,
}));

const folder = join(process.cwd(), "app", "(dashboard)", "dashboard", "[environment]");
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith("actions.ts"));

type Action = ReturnType<typeof dashboardAction<z.ZodUnknown, unknown>>;
const actions: { file: string; action: Action }[] = [];
const names = () => actions.map(({ action }) => action.declaration.name);

/** A marketplace with something of everything that an action can name. */
type World = Awaited<ReturnType<typeof openWorld>>;
let mine: World;
let neighbour: World;

async function openWorld() {
  const marketplace = await createMarketplace();
  const { test } = marketplace;
  const staff = {} as Record<MarketplaceRole, Awaited<ReturnType<typeof anyStaff>>>;
  for (const role of marketplaceRoles) staff[role] = await anyStaff(test, role);
  const owner = { kind: "marketplaceUser", tenant: test, userId: staff.OWNER.id, role: "OWNER" } as const;
  const invited = { email: `${marketplace.marketplaceId}@team.example`, role: "VIEWER" } as const;
  await inviteStaff({ actor: owner, input: invited, realNow: now() });
  const { id: keyId } = await insertSecretKey({ ...test, name: "a key", realNow: now() });
  await oauthClient(test);
  await createEndpoint(test, "http://127.0.0.1:9/hook");
  const [sent] = await createEvents(test, 1);
  if (!sent) throw new Error("No event was made.");
  await db()
    .update(deliveries)
    .set({ status: "FAILED", dueAt: null, finishedAt: now() })
    .where(eq(deliveries.id, sent.deliveryId));
  const shop = { test, ...(await anyMerchant(test)) };
  const start = later(now(), -10 * day);
  const { loanId } = await activeLoan(test, shop.merchantId, { now: start });
  const told = { reference: "S-1", totalDeductions: 5_000, periodStart: start, periodEnd: later(start, day) };
  await tellDeduction(shop, { loanId, reference: "D-1", amount: 1_000, at: later(start, hour) }, later(start, hour));
  const { id: settlementId } = await tellSettlement(shop, createdEvent(shop, told, told.periodEnd), told.periodEnd);
  await matchSettlement(settlementId, later(start, 4 * day));
  const [found] = await db().select({ id: breaks.id }).from(breaks).where(eq(breaks.settlementId, settlementId));
  const [invitation] = await db()
    .select({ id: invitations.id })
    .from(invitations)
    .where(eq(invitations.email, invited.email));
  if (!found || !invitation) throw new Error("The world is not complete.");
  const named = {
    breakId: found.id,
    invitationId: invitation.id,
    keyId,
    deliveryId: sent.deliveryId,
    reference: "S-1",
  };
  return { marketplace, test, staff, named };
}

/** What each action is sent; naming things of the world given. Null: its outcome depends on more than what is stored. */
const inputs: Record<string, (world: World) => unknown> = {
  changeOwnPassword: ({ staff }) => ({ password: staff.OWNER.password, newPassword: "mango rain 88 lorry" }),
  beginOwnSecondFactor: ({ staff }) => ({ password: staff.OWNER.password }),
  confirmOwnSecondFactor: () => ({ code: "123456" }),
  renewOwnRecoveryCodes: ({ staff }) => ({ password: staff.OWNER.password, code: "123456" }),
  removeOwnSecondFactor: ({ staff }) => ({ password: staff.OWNER.password, code: "123456" }),
  inviteMember: ({ test }) => ({ email: `other-${test.marketplaceId}@team.example`, role: "DEVELOPER" }),
  withdrawInvitation: ({ named }) => ({ invitationId: named.invitationId }),
  changeMember: ({ staff }) => ({ userId: staff.VIEWER.id, role: "DEVELOPER" }),
  removeMember: ({ staff }) => ({ userId: staff.DEVELOPER.id }),
  leaveTeam: () => ({}),
  advanceClock: () => ({ seconds: 3600 }),
  runDueWork: () => ({}),
  createSecretKey: () => ({ name: "another" }),
  revokeSecretKey: ({ named }) => ({ keyId: named.keyId }),
  rotateApiSecret: () => ({}),
  saveDataSource: () => ({
    issuer: "https://shop.example",
    clientId: "financing",
    clientSecret: "a secret",
    dataUrl: "https://shop.example/sales",
  }),
  deleteDataSource: () => ({}),
  saveRedirectUris: () => ({ redirectUris: ["https://shop.example/other"] }),
  regenerateClientSecret: () => ({}),
  changeSettings: ({ test }) => ({
    name: `Market ${test.environment}`,
    logo: "https://shop.example/logo.png",
    primary: "#6d28d9",
    mailRecipients: { webhook: [], goLive: [] },
  }),
  addOrigin: () => ({ origin: "https://shop.example" }),
  removeOrigin: () => ({ origin: "https://shop.example" }),
  registerEndpoint: () => ({ url: "https://shop.example/hook" }),
  rotateWebhookSecret: () => ({}),
  sendTestEvent: () => ({}),
  requestGoLive: () => ({ note: "" }),
  withdrawGoLive: () => ({}),
  redeliverDeliveries: ({ named }) => ({ ids: [named.deliveryId] }),
  countFailedDeliveries: () => ({ from: "2026-01-01", to: "2026-12-31" }),
  redeliverFailed: () => ({ from: "2026-01-01", to: "2026-12-31", after: null }),
  answerBreak: ({ named }) => ({ breakId: named.breakId, reason: "OTHER", note: "See the statement." }),
  resolveBreak: ({ named }) => ({ breakId: named.breakId, resolution: "EXPLAINED", note: "See the statement." }),
  allowThisDashboard: () => ({}),
  startFirstMerchant: () => ({}),
  openFirstJourney: ({ test }) => ({ ref: `shop-first-${test.marketplaceId}` }),
  correctSettlement: ({ named }) => ({
    reference: named.reference,
    grossAmount: "100000",
    totalDeductions: "1000",
    netAmount: "99000",
    reason: "A typing error",
  }),
};

/** Those that the world lets succeed, in an order in which none takes from the next what it needs. */
const succeeding = [
  "inviteMember",
  "withdrawInvitation",
  "changeMember",
  "removeMember",
  "advanceClock",
  "createSecretKey",
  "revokeSecretKey",
  "rotateApiSecret",
  "saveRedirectUris",
  "saveDataSource",
  "deleteDataSource",
  "regenerateClientSecret",
  "changeSettings",
  "addOrigin",
  "removeOrigin",
  "registerEndpoint",
  "rotateWebhookSecret",
  "redeliverDeliveries",
  "countFailedDeliveries",
  "redeliverFailed",
  "answerBreak",
  "correctSettlement",
  "beginOwnSecondFactor",
  "changeOwnPassword",
];

/** Everything of a marketplace that an action could have changed, in both environments. */
async function everythingOf({ test }: World) {
  const { marketplaceId } = test;
  const rows = [];
  for (const environment of environments) rows.push(await tenantRows(tenantOf({ marketplaceId, environment })));
  const team = await db().select().from(users).where(eq(users.marketplaceId, marketplaceId)).orderBy(asc(users.id));
  const factors = await db()
    .select()
    .from(secondFactors)
    .where(
      inArray(
        secondFactors.userId,
        team.map(({ id }) => id),
      ),
    );
  const invited = await db().select().from(invitations).where(eq(invitations.marketplaceId, marketplaceId));
  return { rows, team, factors, invited };
}

async function call(action: Action, as: string, environment: Environment, world: World): Promise<unknown> {
  cookie = as;
  const input = inputs[action.declaration.name]?.(world);
  return action(environment, input);
}

const staffCookie = (user: { id: string }) => sessionCookie({ id: user.id, kind: "marketplace" });
const isRefused = (answer: unknown): answer is { refused: string } =>
  typeof answer === "object" && answer !== null && "refused" in answer;

beforeAll(async () => {
  for (const file of files) {
    const exported = Object.values(await import(join(folder, file)));
    for (const action of exported) actions.push({ file, action: action as Action });
  }
  mine = await openWorld();
  neighbour = await openWorld();
});

describe("the actions of the dashboard's pages", () => {
  it("are declared, each with a name of its own and an input to try it with", () => {
    expect(actions.length).toBeGreaterThan(20);
    expect(actions.filter(({ action }) => !action.declaration).map(({ file }) => file)).toEqual([]);
    expect(names().filter((name, i) => names().indexOf(name) !== i)).toEqual([]);
    expect(Object.keys(inputs).sort()).toEqual(names().sort());
    expect(names()).toEqual(expect.arrayContaining(succeeding));
  });

  it("refuse whoever has not signed in as staff, and roles that may not", async () => {
    const before = await everythingOf(mine);
    const merchant = await sessionCookie(await anyUser());
    const disguised = merchant.replace("financing.session", "financing.marketplace");
    const wrong: string[] = [];
    for (const { action } of actions) {
      const { name, permission } = action.declaration;
      for (const nobody of ["", merchant, disguised]) {
        const answer = await call(action, nobody, "test", mine);
        if (!isRefused(answer) || !answer.refused.startsWith("You are not signed in any more")) wrong.push(name);
      }
      for (const role of marketplaceRoles) {
        if (permission === "self" || mayDo(role, permission)) continue;
        const answer = await call(action, await staffCookie(mine.staff[role]), "test", mine);
        if (!isRefused(answer) || !/takes the role/.test(answer.refused)) wrong.push(`${name} as ${role}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(await everythingOf(mine)).toEqual(before);
  });

  it("reach nothing of another marketplace", async () => {
    const before = await everythingOf(mine);
    for (const { action } of actions) {
      // Some end the account that asks.
      const ends = action.declaration.permission === "self";
      const { id } = ends ? await anyStaff(neighbour.test, "OWNER") : neighbour.staff.OWNER;
      for (const environment of environments) await call(action, await staffCookie({ id }), environment, mine);
    }
    expect(await everythingOf(mine)).toEqual(before);
  });

  it("reach nothing of the other environment", async () => {
    const { rows } = await everythingOf(mine);
    const wrong: string[] = [];
    for (const { action } of actions) {
      const { name, permission, testOnly } = action.declaration;
      // Accounts and the team belong to no environment.
      if (permission === "self" || permission === "manage") continue;
      const answer = await call(action, await staffCookie(mine.staff.OWNER), "live", mine);
      if (testOnly && !isRefused(answer)) wrong.push(name);
    }
    expect((await everythingOf(mine)).rows[0]).toEqual(rows[0]);
    expect(wrong).toEqual([]);
  });

  it("are not brought down by what no database can hold", async () => {
    const wrong: unknown[] = [];
    for (const { action } of actions) {
      const { name } = action.declaration;
      const whole = inputs[name]?.(mine) as Record<string, unknown>;
      const { id } = await anyStaff(mine.test, "OWNER");
      cookie = await staffCookie({ id });
      for (const [field, value] of Object.entries(whole).filter(([, value]) => typeof value === "string")) {
        const odd = /^\d{4}-/.test(String(value)) ? ["0000-01-01", "0001-01-01"] : [`${value}\u0000`, `${value}\ud800`];
        for (const text of odd) {
          const answer = await action("test", { ...whole, [field]: text });
          if (isRefused(answer) && answer.refused.startsWith("Something went wrong"))
            wrong.push({ name, field, answer });
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it("do their work for those who may", async () => {
    const refused: string[] = [];
    for (const name of succeeding) {
      const found = actions.find(({ action }) => action.declaration.name === name);
      const answer = found && (await call(found.action, await staffCookie(mine.staff.OWNER), "test", mine));
      if (!found || isRefused(answer)) refused.push(`${name}: ${JSON.stringify(answer)}`);
    }
    expect(refused).toEqual([]);
  });
});
