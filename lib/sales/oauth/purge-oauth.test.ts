import { sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { db } from "@/db/client";
import { day, hour, later } from "@/lib/kernel/calendar";
import type { RealTime } from "@/lib/kernel/time";
import { basic } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { createMarketplace } from "@/test/factories/marketplace";
import { consentedCode, oauthClient, redemption, type TestClient } from "@/test/factories/oauth";
import { now } from "@/test/time";
import { exchange } from "./exchange-grant";
import { purgeOAuth } from "./purge-oauth";

useDatabase();

let client: TestClient;
beforeAll(async () => {
  client = await oauthClient((await createMarketplace()).test);
});

async function left() {
  const [row] = await db().execute(sql`select (select count(*)::int from oauth_grants) as grants,
    (select count(*)::int from oauth_codes) as codes, (select count(*)::int from oauth_access_tokens) as "accessTokens",
    (select count(*)::int from oauth_refresh_tokens) as "refreshTokens"`);
  return row;
}

it("deletes a grant with everything under it once nothing of it is valid, and a day has passed", async () => {
  const start = now();
  const ask = (input: Record<string, string>, at: RealTime) =>
    exchange({ authorization: basic(client), input, realNow: at });
  await ask({ grant_type: "client_credentials" }, start);
  const tokens = await ask(redemption(client, await consentedCode(client, { at: start })), start);
  const next = await ask({ grant_type: "refresh_token", refresh_token: tokens.refresh_token ?? "" }, later(start, day));
  await consentedCode(client, { at: start });
  expect(await left()).toEqual({ grants: 3, codes: 2, accessTokens: 3, refreshTokens: 2 });
  const purge = (at: RealTime) => purgeOAuth({ realNow: at, limit: 100 });

  expect(await purge(later(start, day))).toBe(0);
  // The code nobody redeemed, and the marketplace's own token, are gone; so is the first access token of the consent.
  await purge(later(start, day + 2 * hour));
  expect(await left()).toEqual({ grants: 1, codes: 1, accessTokens: 1, refreshTokens: 2 });
  // The refresh token still works, and so it does at the end of its ninety days.
  const last = later(start, 90 * day);
  await purge(last);
  expect(await ask({ grant_type: "refresh_token", refresh_token: next.refresh_token ?? "" }, last)).toBeDefined();
  await purge(later(last, 92 * day));
  expect(await left()).toEqual({ grants: 0, codes: 0, accessTokens: 0, refreshTokens: 0 });
});
