import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { accountSessions } from "@/db/schema/accounts";
import { accountTokens, dashboardTokens, mintToken } from "@/lib/kernel/bearer-tokens";
import { day, hour, later, minute } from "@/lib/kernel/calendar";
import { newId } from "@/lib/kernel/ids";
import type { RealTime } from "@/lib/kernel/time";
import { revokeAllSessions } from "@/lib/parties/people/sessions/revoke-all-sessions";
import { useDatabase } from "@/test/database";
import { anyAccount } from "@/test/factories/accounts/any-account";
import { setClockAhead } from "@/test/factories/clock";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { anyUser } from "@/test/factories/oauth";
import { anyStaff } from "@/test/factories/staff";
import { now } from "@/test/time";
import { accountToken, merchantToken } from "./account-token";
import type { Authenticator } from "./auth";

useDatabase();

let shop: TestMarketplace;
let other: TestMarketplace;
beforeAll(async () => {
  [shop, other] = [await createMarketplace(), await createMarketplace()];
  await setClockAhead(shop, 3 * day);
});

function ask<A>(
  by: Authenticator<A>,
  token: string,
  { merchantId, at = now() }: { merchantId?: string; at?: RealTime } = {},
) {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(merchantId === undefined ? {} : { "x-merchant-id": merchantId }),
  };
  return by.authenticate(new Request("http://localhost/x", { headers }), at, new Uint8Array());
}

test("a token says whose account it is, and the header which merchant", async () => {
  const { id: userId, token, merchantIds } = await anyAccount(shop.test, other.test);
  const [first = "", second = ""] = merchantIds;
  expect(await ask(accountToken, token)).toEqual({
    actor: { kind: "accountHolder", userId, sessionId: null },
    clockAhead: 0,
  });
  const at = (tenant: unknown, merchantId: string) => ({ kind: "merchantUser", tenant, merchantId, userId });
  expect(await ask(merchantToken, token, { merchantId: first })).toEqual({
    actor: at(shop.test, first),
    clockAhead: 3 * day,
  });
  expect(await ask(merchantToken, token, { merchantId: second })).toEqual({
    actor: at(other.test, second),
    clockAhead: 0,
  });
  await expect(ask(merchantToken, token)).rejects.toMatchObject({
    code: "VALIDATION_FAILED",
    fields: [{ field: "X-Merchant-Id" }],
  });
});

test("an account with one merchant need not name it, one with none is told so, and another's does not exist", async () => {
  const own = await anyAccount(shop.test);
  const theirs = await anyAccount(shop.test);
  expect((await ask(merchantToken, own.token)).actor).toMatchObject({ merchantId: own.merchantIds[0] });
  for (const merchantId of [theirs.merchantIds[0] ?? "", "mer_none", ""]) {
    await expect(ask(merchantToken, own.token, { merchantId })).rejects.toMatchObject({ code: "NOT_FOUND" });
  }
  await expect(ask(merchantToken, (await anyAccount()).token)).rejects.toMatchObject({ code: "NOT_CONNECTED" });
});

test("a merchant of a marketplace that is not live yet has to wait for it", async () => {
  const { token } = await anyAccount(shop.live);
  await expect(ask(merchantToken, token)).rejects.toMatchObject({ code: "MARKETPLACE_NOT_LIVE" });
});

test("it is good for 15 minutes, until its session ends or every session does", async () => {
  const { id } = await anyUser();
  const session = newId("session");
  const moments = { createdAt: now(), lastUsedAt: now(), expiresAt: later(now(), hour) };
  await db()
    .insert(accountSessions)
    .values({ id: session, userId: id, agent: "A program", epoch: 0, ...moments });
  const token = await mintToken(accountTokens, id, { epoch: 0, session }, now());
  expect((await ask(accountToken, token)).actor).toEqual({ kind: "accountHolder", userId: id, sessionId: session });
  const expired = { code: "TOKEN_EXPIRED" };
  const ended = { code: "SESSION_ENDED" };
  await expect(ask(accountToken, token, { at: later(now(), 15 * minute) })).rejects.toMatchObject(expired);

  await db().update(accountSessions).set({ endedAt: now() }).where(eq(accountSessions.id, session));
  await expect(ask(accountToken, token)).rejects.toMatchObject(ended);
  const ofPage = await mintToken(accountTokens, id, { epoch: 0, session: null }, now());
  await ask(accountToken, ofPage);
  await revokeAllSessions(id, 0);
  await expect(ask(accountToken, ofPage)).rejects.toMatchObject(ended);
});

test("neither another's session nor another kind of user or token opens an account", async () => {
  const [mine, theirs] = [await anyUser(), await anyUser()];
  const session = newId("session");
  const moments = { createdAt: now(), lastUsedAt: now(), expiresAt: later(now(), hour) };
  await db()
    .insert(accountSessions)
    .values({ id: session, userId: theirs.id, agent: "A program", epoch: 0, ...moments });
  const crossed = await mintToken(accountTokens, mine.id, { epoch: 0, session }, now());
  await expect(ask(accountToken, crossed)).rejects.toMatchObject({ code: "SESSION_ENDED" });
  const staff = await anyStaff(shop.test);
  for (const token of [
    staff.token,
    await mintToken(accountTokens, staff.id, { epoch: 0, session: null }, now()),
    await mintToken(dashboardTokens, mine.id, { epoch: 0 }, now()),
    shop.testKey,
  ]) {
    await expect(ask(accountToken, token)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  }
});
