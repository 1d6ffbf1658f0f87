import { eq } from "drizzle-orm";
import { SignJWT } from "jose";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { users } from "@/db/schema/users";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyAccount } from "@/test/factories/accounts/any-account";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { createMarketplace } from "@/test/factories/marketplace";
import { anyStaff } from "@/test/factories/staff";
import { GET } from "./route";

useDatabase();

const ask = async (key: string) => {
  const { status, json } = await call(GET, { key });
  return { status, json };
};

test("says whose each of our tokens is", async () => {
  const { marketplaceId, test: tenant } = await createMarketplace();
  const staff = await anyStaff(tenant, "DEVELOPER");
  const { id, name, email } = staff;
  expect(await ask(staff.token)).toEqual({
    status: 200,
    json: {
      kind: "marketplace",
      user: { id, name, email },
      role: "DEVELOPER",
      marketplace: { marketplaceId, name: expect.any(String), live: false },
      merchants: null,
    },
  });
  const operator = await anyOperator("READ_ONLY");
  expect(await ask(operator.token)).toMatchObject({
    json: { kind: "operator", user: { id: operator.userId }, role: "READ_ONLY", marketplace: null, merchants: null },
  });
  const account = await anyAccount(tenant);
  expect(await ask(account.token)).toMatchObject({
    json: {
      kind: "merchant",
      user: { id: account.id },
      role: null,
      marketplace: null,
      merchants: [{ marketplace: { marketplaceId } }],
    },
  });
  await db().update(users).set({ sessionEpoch: 1 });
  for (const { token } of [staff, operator, account]) {
    expect(await ask(token)).toMatchObject({ status: 401, json: { code: "SESSION_ENDED" } });
  }
  await db().delete(users).where(eq(users.id, operator.userId));
  expect(await ask(operator.token)).toMatchObject({ status: 401, json: { code: "UNAUTHENTICATED" } });
});

test("takes nothing else, whatever it says of itself", async () => {
  const key = new TextEncoder().encode("another key, of thirty-two bytes");
  const forged = ["service:ops", "service:dashboard", "service:account", "service:embed", "x"].map((audience) =>
    new SignJWT({ epoch: 0, session: null, jti: "forged" })
      .setProtectedHeader({ alg: "HS256" })
      .setSubject("usr_1")
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime("1h")
      .sign(key),
  );
  for (const token of ["nonsense", "a.b.c", ...(await Promise.all(forged))]) {
    expect(await ask(token)).toMatchObject({ status: 401, json: { code: "UNAUTHENTICATED" } });
  }
  const { status, headers } = await call(GET);
  expect([status, headers.get("www-authenticate")]).toEqual([401, 'Bearer realm="api"']);
});
