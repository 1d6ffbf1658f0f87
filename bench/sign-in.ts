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
  const body = new URLSearchParams({ csrfToken, ...staff });
  const url = `${address}/api/auth/callback/marketplace`;
  keep(await fetch(url, { method: "POST", headers: { cookie: cookie() }, body, redirect: "manual" }));
  return { cookie: cookie() };
}
