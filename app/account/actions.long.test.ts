import { readdirSync } from "node:fs";
import { join } from "node:path";
import { eq, inArray } from "drizzle-orm";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { z } from "zod";
import { db } from "@/db/client";
import { accountSessions } from "@/db/schema/accounts";
import { merchants } from "@/db/schema/merchants";
import { mails } from "@/db/schema/operations";
import { accountPhones, phoneCodes } from "@/db/schema/phones";
import { secondFactors, users } from "@/db/schema/users";
import type { accountAction, merchantAction } from "@/lib/edge/http/actions/account-action";
import { tenantOf } from "@/lib/kernel/actor";
import { listHeldMerchants } from "@/lib/parties/people/account-queries";
import { beginSession } from "@/lib/parties/people/sessions/begin-session";
import { sessionCookie } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyAccount } from "@/test/factories/accounts/any-account";
import { anyLoan } from "@/test/factories/loan";
import { createMarketplace } from "@/test/factories/marketplace";
import { tenantRows } from "@/test/factories/snapshot";
import { anyStaff } from "@/test/factories/staff";
import { now } from "@/test/time";

// Generated from the action files: whoever adds an action of the account's pages has it attacked here.

useDatabase();

let cookie = "";
// The session that an action gives its browser anew is of no interest here.
const jar = { get: () => undefined, set: () => {}, delete: () => {} };
vi.mock("next/headers", () => ({
  headers: async () => new Headers({ "x-socket-address": "192.0.2.1", cookie }),
  cookies: async () => jar,
}));

const folder = join(process.cwd(), "app", "account", "(signed-in)");
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith("actions.ts"));

type OfAccount = ReturnType<typeof accountAction<z.ZodUnknown, unknown>>;
type OfMerchant = ReturnType<typeof merchantAction<z.ZodUnknown, unknown>>;
const actions: { file: string; action: OfAccount | OfMerchant }[] = [];
const names = () => actions.map(({ action }) => action.declaration.name);

/** An account that holds one merchant, which was written something: all that an action can name. */
type World = Awaited<ReturnType<typeof openWorld>>;
let mine: World;
let neighbour: World;

async function openWorld() {
  const { test } = await createMarketplace();
  const { merchantIds, ...user } = await anyAccount(test);
  const [merchantId = ""] = merchantIds;
  await db().update(merchants).set({ email: user.email }).where(eq(merchants.id, merchantId));
  const { loanId } = await anyLoan(test, merchantId, { now: now() });
  const [mail] = await db().select({ id: mails.id }).from(mails).where(eq(mails.loanId, loanId));
  if (!mail) throw new Error("The world is not complete.");
  const from = { address: "192.0.2.1", network: "192.0.2.1", userAgent: "", device: null };
  const phone = { user: { id: user.id, sessionEpoch: 0 }, from, seconds: 600, realNow: now() };
  const { id: sessionId } = await beginSession(phone);

  const [connection] = await listHeldMerchants(user.id);
  return { test, user, merchantId, loanId, mailId: mail.id, sessionId, connectionId: connection?.connectionId };
}

/** What each action is sent, beside the merchant for those about one. */
const inputs: Record<string, (world: World) => unknown> = {
  changeOwnPassword: ({ user }) => ({ password: user.password, newPassword: "mango rain 88 lorry" }),
  beginOwnSecondFactor: ({ user }) => ({ password: user.password }),
  confirmOwnSecondFactor: () => ({ code: "123456" }),
  renewOwnRecoveryCodes: ({ user }) => ({ password: user.password, code: "123456" }),
  removeOwnSecondFactor: ({ user }) => ({ password: user.password, code: "123456" }),
  endOwnSession: ({ sessionId }) => ({ sessionId }),
  renameOwnAccount: () => ({ businessName: "Ada Foods and More" }),
  askOwnPhoneCode: () => ({ phoneNumber: "+2348012345678" }),
  verifyOwnPhoneCode: () => ({ phoneNumber: "+2348012345678", code: "123456" }),
  readNotification: ({ mailId }) => ({ mailId }),
  readAllNotifications: () => ({}),
  saveMailPreferences: () => ({ weeklySummary: false }),
  mintPageToken: () => ({}),
  connect: ({ test }) => ({ marketplaceId: test.marketplaceId, environment: "test" }),
  authorizeAgain: ({ connectionId }) => ({ connectionId }),
  pullNow: ({ connectionId }) => ({ connectionId }),
  disconnect: ({ connectionId }) => ({ connectionId }),
  complain: () => ({ words: "The same order was deducted twice." }),
  giveRefundAccount: ({ loanId }) => ({ loanId, bankCode: "058", accountNumber: "0123456789" }),
};

/** Those that the world lets succeed, in an order in which none takes from the next what it needs. */
const succeeding = [
  "endOwnSession",
  "renameOwnAccount",
  "askOwnPhoneCode",
  "readNotification",
  "readAllNotifications",
  "saveMailPreferences",
  "mintPageToken",
  "complain",
  "disconnect",
  "beginOwnSecondFactor",
  "changeOwnPassword",
];

/** Everything of an account that an action could have changed. */
async function everythingOf({ test, user }: World) {
  const known = await db().select().from(users).where(eq(users.id, user.id));
  const factors = await db().select().from(secondFactors).where(eq(secondFactors.userId, user.id));
  const codes = await db().select().from(phoneCodes).where(eq(phoneCodes.userId, user.id));
  const phones = await db().select().from(accountPhones).where(eq(accountPhones.userId, user.id));
  const sessions = await db().select().from(accountSessions).where(eq(accountSessions.userId, user.id));
  return { known, factors, codes, phones, sessions, rows: await tenantRows(tenantOf(test)) };
}

/** Has somebody call an action about what is in a world. */
async function call(action: OfAccount | OfMerchant, as: string, world: World, input = inputOf(action, world)) {
  cookie = as;
  // Those about a merchant take it first.
  return action.length === 2 ? (action as OfMerchant)(world.merchantId, input) : (action as OfAccount)(input);
}

const inputOf = (action: OfAccount | OfMerchant, world: World) => inputs[action.declaration.name]?.(world);
const cookieOf = ({ user }: { user: { id: string } }) => sessionCookie({ id: user.id, kind: "merchant" });
const isRefused = (answer: unknown): answer is { refused: string } =>
  typeof answer === "object" && answer !== null && "refused" in answer;

beforeAll(async () => {
  for (const file of files) {
    const exported = Object.values(await import(join(folder, file)));
    for (const action of exported) actions.push({ file, action: action as OfAccount });
  }
  mine = await openWorld();
  neighbour = await openWorld();
});

describe("the actions of the account's pages", () => {
  it("are declared, each with a name of its own and an input to try it with", () => {
    expect(actions.length).toBeGreaterThan(10);
    expect(actions.filter(({ action }) => !action.declaration).map(({ file }) => file)).toEqual([]);
    expect(names().filter((name, i) => names().indexOf(name) !== i)).toEqual([]);
    expect(Object.keys(inputs).sort()).toEqual(names().sort());
    expect(names()).toEqual(expect.arrayContaining(succeeding));
  });

  it("refuse whoever has not signed in as a merchant", async () => {
    const staff = await sessionCookie({ id: (await anyStaff(mine.test, "OWNER")).id, kind: "marketplace" });
    const before = await everythingOf(mine);
    const disguised = staff.replace("financing.marketplace", "financing.session");
    const wrong: string[] = [];
    for (const { action } of actions) {
      for (const nobody of ["", staff, disguised]) {
        const answer = await call(action, nobody, mine);
        if (!isRefused(answer) || !answer.refused.startsWith("You are not signed in any more")) {
          wrong.push(action.declaration.name);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(await everythingOf(mine)).toEqual(before);
  });

  it("reach nothing of another account", async () => {
    const before = await everythingOf(mine);
    for (const { action } of actions) {
      // Some end the session that asks.
      const answer = await call(action, await cookieOf({ user: await anyAccount(neighbour.test) }), mine);
      if (action.length === 2) expect(answer).toMatchObject({ refused: "No such merchant." });
    }
    expect(await everythingOf(mine)).toEqual(before);
  });

  it("are not brought down by what nobody would send, or no database can hold", async () => {
    const wrong: unknown[] = [];
    const note = (name: string, sent: unknown, answer: unknown) => {
      if (isRefused(answer) && answer.refused.startsWith("Something went wrong")) wrong.push({ name, sent, answer });
    };
    for (const { action } of actions) {
      const world = { ...mine, user: await anyAccount(mine.test) };
      const as = await cookieOf(world);
      const { name } = action.declaration;
      const whole = inputOf(action, world) as Record<string, unknown>;
      for (const sent of [undefined, null, [], "text", 7]) note(name, sent, await call(action, as, world, sent));
      for (const [field, value] of Object.entries(whole)) {
        for (const odd of [`${value}\u0000`, `${value}\ud800`, { a: 1 }, "x".repeat(9_999)]) {
          note(name, odd, await call(action, as, world, { ...whole, [field]: odd }));
        }
      }
      if (action.length === 2) {
        for (const merchantId of ["", "a\u0000b", "\ud800", "x".repeat(9_999)]) {
          note(name, merchantId, await call(action, as, { ...world, merchantId }, whole));
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it("do their work for those who may", async () => {
    const refused: string[] = [];
    for (const name of succeeding) {
      const found = actions.find(({ action }) => action.declaration.name === name);
      const answer = found && (await call(found.action, await cookieOf(neighbour), neighbour));
      if (!found || isRefused(answer)) refused.push(`${name}: ${JSON.stringify(answer)}`);
    }
    expect(refused).toEqual([]);
    const { id } = neighbour.user;
    expect(
      await db()
        .select({ name: users.name })
        .from(users)
        .where(inArray(users.id, [id])),
    ).toEqual([{ name: "Ada Foods and More" }]);
  });
});
