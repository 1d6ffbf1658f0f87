import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { checkSchema } from "@/db/check-schema";
import { connection } from "@/db/client";
import { migrateDatabase } from "@/db/migrate";
import { useDatabase } from "@/test/database";
import { anyMerchant } from "@/test/factories/kyc";
import { activeLoan } from "@/test/factories/loan";
import { createMarketplace } from "@/test/factories/marketplace";

useDatabase();

const role = `service_${randomBytes(6).toString("hex")}`;
let owner: postgres.Sql;
let ownerUrl: string;
let serviceUrl: string;

beforeAll(async () => {
  const url = new URL(process.env.DATABASE_URL ?? "");
  ownerUrl = url.href;
  owner = postgres(ownerUrl, { max: 1, onnotice: () => {} });
  await owner`create role ${owner(role)} login password '${owner.unsafe(role)}'`;
  url.username = role;
  url.password = role;
  serviceUrl = url.href;
  process.env.DATABASE_URL = serviceUrl;
});

afterAll(async () => {
  await owner`drop owned by ${owner(role)}`;
  await owner.end();
  const admin = postgres(inject("adminUrl"), { max: 1, onnotice: () => {} });
  await admin`drop role ${admin(role)}`;
  await admin.end();
});

test("a service with a role of its own can do its work, and add to the ledger, but not change it", async () => {
  const said: string[] = [];
  const migrate = () => migrateDatabase({ ownerUrl, serviceUrl, say: (line) => said.push(line) });
  await Promise.all([migrate(), migrate()]);
  expect(said).toEqual([]);
  await checkSchema(connection());
  const { test: tenant } = await createMarketplace();
  const { merchantId } = await anyMerchant(tenant);
  await activeLoan(tenant, merchantId);
  const sql = connection();
  expect(await sql`select current_user as name`).toEqual([{ name: role }]);
  expect(await sql`select type from journals order by number`).toEqual([
    { type: "DISBURSEMENT" },
    { type: "INTEREST" },
  ]);
  for (const [table, column] of [
    ["agreements", "sha256"],
    ["journals", "number"],
    ["ledger_entries", "amount"],
    ["settlement_corrections", "number"],
  ] as const) {
    for (const attempt of [
      sql`update ${sql(table)} set ${sql(column)} = default`.catch((error: unknown) => error),
      sql`delete from ${sql(table)}`.catch((error: unknown) => error),
      sql`truncate ${sql(table)} cascade`.catch((error: unknown) => error),
    ]) {
      // 42501: refused for lack of privilege, before any trigger is asked.
      expect(await attempt).toMatchObject({ code: "42501" });
    }
  }
});
