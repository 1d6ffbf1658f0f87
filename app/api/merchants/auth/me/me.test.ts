import { expect, test } from "vitest";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyAccount } from "@/test/factories/accounts/any-account";
import { createMarketplace } from "@/test/factories/marketplace";
import { GET, PATCH } from "./route";

useDatabase();

test("an account takes another name, which is none of its merchants'; what is left out stays", async () => {
  const { test: tenant } = await createMarketplace();
  const [{ token: key }, other] = [await anyAccount(tenant), await anyAccount(tenant)];
  const before = (await call(GET, { key })).json;
  const change = (body: unknown) => call(PATCH, { key, method: "PATCH", body });
  for (const nothing of [{}, { name: null }, { email: "other@shop.example" }]) {
    expect(await change(nothing)).toMatchObject({ status: 200, json: { user: before.user } });
  }
  const answer = await change({ name: " Ada and Daughters " });
  const user = { ...(before.user as object), name: "Ada and Daughters" };
  expect([answer.status, answer.json]).toEqual([200, { user }]);
  expect((await call(GET, { key })).json).toEqual({ ...before, user });
  expect((await call(GET, { key: other.token })).text).not.toContain("Daughters");
  for (const wrong of ["", 7, "x".repeat(151), "a\u0000b"]) {
    expect(await change({ name: wrong })).toMatchObject({ status: 400, json: { errors: [{ field: "name" }] } });
  }
});
