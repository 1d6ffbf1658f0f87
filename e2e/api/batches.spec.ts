import type postgres from "postgres";
import { connect } from "@/e2e/database";
import { expect, test } from "@/e2e/fixtures";
import { freePort, type Instance, newDataDir, removeDataDir, startInstance } from "@/e2e/instance";
import { salesRecord } from "@/e2e/merchant";

test.describe.configure({ mode: "default", timeout: 150_000 });

let dataDir: string;
let instance: Instance;
let sql: postgres.Sql;
let marketplaceId: string;
let accessToken: string;

test.beforeEach(async () => {
  dataDir = newDataDir();
  instance = await startInstance({ dataDir, port: await freePort() });
  sql = connect(dataDir);
  const credentials = await (await fetch(`${instance.address}/api/sandbox/credentials`)).json();
  marketplaceId = credentials.marketplaceId;
  const { clientId, clientSecret, tokenUrl } = credentials.oauth;
  const tokens = await fetch(tokenUrl, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  accessToken = (await tokens.json()).access_token;
});

test.afterEach(async () => {
  await sql.end({ timeout: 1 });
  await instance.stop();
  removeDataDir(dataDir);
});

const tiers = ["A", "B", "C"] as const;
const size = 300;
const ids = Array.from({ length: size }, (_, i) => `shop-${String(i + 1).padStart(4, "0")}`);

function submit(batchId: string, headers: Record<string, string> = {}) {
  const merchants = ids.map((id, i) => salesRecord(id, { tier: tiers[i % 3], monthly: 900_000 + 3_000 * i }));
  return fetch(`${instance.address}/marketplace/data/merchants/bulk`, {
    method: "POST",
    headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json", ...headers },
    body: JSON.stringify({ merchants, marketplaceId, batchTimestamp: "2026-11-20T22:00:00Z", batchId }),
  });
}

async function statusOf(url: string) {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${accessToken}` } }).catch(() => undefined);
  return answer?.json();
}

/** How many scores each merchant of the batch has, and how many merchants there are with so many. */
async function scoresEach() {
  const rows = await sql`select scores, count(*)::int as merchants from (
      select m.id, (select count(*)::int from scores s where s.merchant_id = m.id) as scores
      from merchants m where m.third_party_customer_id = any(${ids})) counted
    group by scores order by scores`;
  return rows.map(({ scores, merchants }) => [scores, merchants]);
}

const soon = { timeout: 60_000, intervals: [10, 50, 100] };

test("the server is killed in the middle of an asynchronous batch: it completes, nothing is scored twice", async () => {
  // Holds the scores back, so that the batch is under way when the server dies.
  const holder = await sql.reserve();
  await holder`begin`;
  await holder`lock table scores in share mode`;
  const accepted = await submit("nightly", { prefer: "respond-async" });
  expect(accepted.status).toBe(202);
  const { statusUrl } = await accepted.json();
  await expect.poll(async () => (await statusOf(statusUrl))?.status, soon).toBe("PROCESSING");
  process.kill(instance.serverPid(), "SIGKILL");
  await sql.end({ timeout: 0 }).catch(() => {});
  await instance.ended;

  instance = await startInstance({ dataDir, port: instance.port });
  sql = connect(dataDir);
  await expect.poll(async () => (await statusOf(statusUrl))?.status, soon).toBe("COMPLETED");
  expect(await statusOf(statusUrl)).toMatchObject({ totalReceived: size, successfullyProcessed: size, failed: 0 });
  expect(await scoresEach()).toEqual([[1, size]]);
  // Sent once more by a client that never saw the end of it.
  const again = await submit("nightly", { prefer: "respond-async" });
  expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([202, "true"]);
  expect(await scoresEach()).toEqual([[1, size]]);
});

test("the server is killed in the middle of a synchronous batch: it is there whole or not at all, and can be repeated", async () => {
  const holder = await sql.reserve();
  await holder`begin`;
  await holder`lock table scores in share mode`;
  const cut = submit("daily").catch((error: unknown) => error);
  const waiting = () => sql`select 1 from pg_locks where not granted and relation = 'scores'::regclass`;
  await expect.poll(async () => (await waiting()).length, soon).toBeGreaterThan(0);
  process.kill(instance.serverPid(), "SIGKILL");
  expect(await cut).toBeInstanceOf(Error);
  await sql.end({ timeout: 0 }).catch(() => {});
  await instance.ended;

  instance = await startInstance({ dataDir, port: instance.port });
  sql = connect(dataDir);
  expect(await scoresEach()).toEqual([]);
  const answers = [await submit("daily"), await submit("daily")];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const [first, replay] = await Promise.all(answers.map((answer) => answer.text()));
  expect(replay).toBe(first);
  expect(JSON.parse(first ?? "")).toMatchObject({ successfullyProcessed: size, failed: 0 });
  expect(await scoresEach()).toEqual([[1, size]]);
});
