import { readdirSync, readFileSync } from "node:fs";
import postgres from "postgres";
import { merchantBody, numberedShop } from "#fixtures/shop.mjs";
import { type Answer, api, type Client, createClient } from "@/e2e/client";
import { withoutDatabase } from "@/e2e/complaints";
import { connect } from "@/e2e/database";
import { expect, test } from "@/e2e/fixtures";
import { databasePid, databaseUrl } from "@/e2e/instance";
import { merchantOf, ownBvn } from "@/e2e/merchant";
import { mortalInstance } from "@/e2e/mortal-instance";

/** No request may take longer, in milliseconds, whatever is wrong with the database (docs/operations.md#deadlines). */
const longest = 25_000;
/** As health promises, and what a busy machine adds. */
const longestHealth = 4_500;

const mortal = mortalInstance();
let client: Client;
test.beforeEach(async ({ complaining }) => {
  complaining.allow(withoutDatabase);
  complaining.allow(/silent connections are closed|request failed outside/);
  const { secretKey } = await (await fetch(`${mortal.instance.address}/api/sandbox/credentials`)).json();
  client = createClient({ address: mortal.instance.address, secretKey });
});

const shop = numberedShop(15);

type Timed = Answer & { ms: number };

async function timed(asked: () => Promise<Answer>): Promise<Timed> {
  const begun = performance.now();
  return { ...(await asked()), ms: performance.now() - begun };
}

/**
 * Reads, writes and asks after health while something is wrong, then sees that all is well again: every answer came in
 * time, and what was written under a key is there once, whatever its first answer was.
 */
async function livesThrough(
  name: string,
  trouble: { begin: () => Promise<unknown>; end: () => Promise<unknown>; lasts: number; felt: boolean },
) {
  const read = () => timed(() => client.call("GET", `${api}/events?limit=1`));
  const health = (of = "") => timed(() => client.call("GET", `/api/health${of}`, { anonymous: true }));
  const bodies = Array.from({ length: 12 }, (_, i) => {
    const own = { ...shop, bvn: ownBvn(), businessName: `${name} ${i}`, email: `${name}-${i}@merchant.example` };
    return { ...merchantBody(`${name}-${i}`, own), ...own.owner };
  });
  const write = (i: number) =>
    timed(() => client.call("POST", `${api}/merchants`, { body: bodies[i], key: `${name}-${i}` }));
  const asked: Promise<Timed>[] = [];
  const healths: Promise<Timed>[] = [];
  const first: Promise<Timed>[] = [];
  await trouble.begin();
  for (const end = Date.now() + trouble.lasts; Date.now() < end; ) {
    if (first.length < bodies.length) first.push(write(first.length));
    asked.push(read(), read());
    healths.push(health(), health("/ready"));
    asked.push(health("/live"));
    await new Promise((go) => setTimeout(go, 1_000));
  }
  await trouble.end();
  await expect.poll(async () => (await read()).status).toBe(200);
  await expect.poll(async () => (await health()).status).toBe(200);
  expect((await health("/ready")).status).toBe(200);
  // On every connection of the pool: one that never came back would be the bad luck of whoever is given it.
  const after = await Promise.all(Array.from({ length: 60 }, read));
  expect(after.filter(({ status }) => status !== 200)).toEqual([]);

  const answers = await Promise.all([...asked, ...first]);
  for (const { status, headers, ms } of answers) {
    expect([200, 201, 503]).toContain(status);
    expect(ms).toBeLessThan(longest);
    if (status === 503) expect(headers.get("retry-after")).toBeTruthy();
  }
  for (const { ms } of await Promise.all(healths)) expect(ms).toBeLessThan(longestHealth);
  const statuses = [...answers, ...(await Promise.all(healths))].map(({ status }) => status);
  if (trouble.felt) expect(statuses).toContain(503);
  const again = await Promise.all(first.map((_, i) => write(i)));
  expect(again.map(({ status }) => status)).toEqual(first.map(() => 201));
  const [kept] =
    await mortal.sql`select count(*)::int n from merchants where third_party_customer_id like ${`${name}-%`}`;
  expect(kept?.n).toBe(first.length);
}

/** PostgreSQL, all of it. */
function databasePids(): number[] {
  const server = databasePid(mortal.dataDir);
  const parentOf = (pid: string) => {
    try {
      return Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[1]);
    } catch {
      return 0;
    }
  };
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return [server, ...all.filter((pid) => parentOf(pid) === server).map(Number)];
}

test("a database that stands still", async () => {
  let stopped: number[] = [];
  const signal = (name: "SIGSTOP" | "SIGCONT") => {
    for (const pid of stopped) {
      try {
        process.kill(pid, name);
      } catch {
        // It has ended meanwhile.
      }
    }
  };
  await livesThrough("still", {
    begin: async () => {
      stopped = databasePids();
      signal("SIGSTOP");
    },
    end: async () => signal("SIGCONT"),
    lasts: 40_000,
    felt: true,
  });
  const merchant = merchantOf(client, "after-still");
  await merchant.create();
  await merchant.sendSales();
  // The jobs go on by themselves.
  await expect.poll(async () => (await merchant.status()).creditScore?.score).toBeGreaterThan(0);
});

test("a database in which somebody holds what all need", async () => {
  const sql = connect(mortal.dataDir);
  const held = await sql.reserve();
  await livesThrough("slow", {
    begin: async () => {
      await held`begin`;
      await held`lock table merchants in access exclusive mode`;
    },
    end: async () => held`rollback`,
    lasts: 30_000,
    felt: true,
  });
  held.release();
  await sql.end();
});

test("a database without a connection left", async () => {
  const sql = connect(mortal.dataDir);
  const others: postgres.Sql[] = [];
  let over = false;
  /** Tries until it has one: those of the service that have just been ended are the service's to lose. */
  const takeOne = async () => {
    while (!over) {
      const other = postgres(databaseUrl(mortal.dataDir), { max: 1, onnotice: () => {}, connect_timeout: 3 });
      others.push(other);
      const taken = await other`select 1`.then(
        () => true,
        () => false,
      );
      if (taken) return;
      await new Promise((go) => setTimeout(go, 20));
    }
  };
  const endOurs = async () => {
    const ended = await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'mfis%'`;
    return ended.length;
  };
  await livesThrough("full", {
    begin: async () => {
      const [row] = await sql<{ most: number }[]>`select current_setting('max_connections')::int most`;
      for (let i = 0; i < (row?.most ?? 0); i++) void takeOne();
      await expect.poll(endOurs).toBe(0);
    },
    end: async () => {
      over = true;
      await Promise.all(others.map((other) => other.end({ timeout: 0 }).catch(() => {})));
    },
    lasts: 10_000,
    felt: true,
  });
  await sql.end();
});

test("a database that is started anew", async () => {
  await livesThrough("anew", {
    begin: async () => void setTimeout(() => process.kill(databasePid(mortal.dataDir), "SIGINT"), 1_500),
    end: async () => {},
    lasts: 8_000,
    // It may be away for the blink of an eye.
    felt: false,
  });
});
