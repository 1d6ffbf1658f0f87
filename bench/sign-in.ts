import { hash } from "argon2";
import postgres from "postgres";

/** Makes a member of a marketplace's staff and signs it in. Answers the headers of its browser. */
export async function signInStaff(
  address: string,
  databaseUrl: string,
  marketplaceId: string,
): Promise<{ cookie: string }> {
  const staff = { email: "bench@market.example", password: "bench-bench-bench" };
  const sql = postgres(databaseUrl, { max: 1 });
  await sql`insert into users (id, kind, email, name, password_hash, marketplace_id, role, created_at)
    values ('usr_bench', 'marketplace', ${staff.email}, 'Bench', ${await hash(staff.password)}, ${marketplaceId}, 'OWNER', now())`;
  await sql.end();
  return signIn(address, "marketplace", staff);
}

/** The same for an operator who reviews. */
export async function signInReviewer(address: string, databaseUrl: string): Promise<{ cookie: string }> {
  const operator = { email: "bench@operators.example", password: "bench-bench-bench" };
  const sql = postgres(databaseUrl, { max: 1 });
  await sql`insert into users (id, kind, email, name, password_hash, operator_role, created_at)
    values ('usr_reviewer', 'operator', ${operator.email}, 'Bench', ${await hash(operator.password)}, 'REVIEWER', now())`;
  await sql.end();
  return signIn(address, "operator", operator);
}

type Person = { email: string; password: string };

async function signIn(address: string, kind: "marketplace" | "operator", person: Person): Promise<{ cookie: string }> {
  const jar = new Map<string, string>();
  const cookie = () => [...jar].map((pair) => pair.join("=")).join("; ");
  const keep = (answer: Response) => {
    for (const line of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = line.split(";", 1)[0]?.split(/=(.*)/s) ?? [];
      jar.set(name, value);
    }
  };
  const asked = await fetch(`${address}/api/auth/csrf`);
  keep(asked);
  const { csrfToken } = await asked.json();
  const body = new URLSearchParams({ csrfToken, ...person });
  const url = `${address}/api/auth/callback/${kind}`;
  keep(await fetch(url, { method: "POST", headers: { cookie: cookie() }, body, redirect: "manual" }));
  return { cookie: cookie() };
}
