import { randomInt, randomUUID } from "node:crypto";
import { hash } from "argon2";
import type postgres from "postgres";
import { type Client, createClient } from "@/e2e/client";

const dashboard = "/api/marketplace-dashboard";

type SignIn = { email: string; password: string };

/** Makes somebody of a marketplace's staff. There is no address for that yet: the first of them comes with the marketplace. */
export async function addStaff(sql: postgres.Sql, marketplaceId: string, role = "OWNER"): Promise<SignIn> {
  const tag = randomUUID();
  const staff = { email: `${tag}@market.example`, password: randomUUID() };
  await sql`insert into users (id, kind, email, name, password_hash, marketplace_id, role, created_at)
    values (${`usr_${tag}`}, 'marketplace', ${staff.email}, 'Staff', ${await hash(staff.password)},
      ${marketplaceId}, ${role}, now())`;
  return staff;
}

/** Logs in, from an address of its own so as to use up nobody's attempts; what calls as that user. */
export async function openDashboard(address: string, body: SignIn): Promise<Client> {
  const headers = { "x-forwarded-for": `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` };
  const anyone = createClient({ address, secretKey: "" });
  const { accessToken } = await anyone.ask("POST", `${dashboard}/login`, { anonymous: true, headers, body });
  return createClient({ address, secretKey: accessToken });
}

/** Where the origins are read and replaced. */
export const originsPath = `${dashboard}/embedding-origins`;
