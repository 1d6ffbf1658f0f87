import { expect, test } from "@/e2e/fixtures";
import { salesRecord } from "@/e2e/merchant";
import { mortalInstance } from "@/e2e/mortal-instance";

const mortal = mortalInstance();
let marketplaceId: string;
let accessToken: string;

test.beforeEach(async () => {
  const credentials = await (await fetch(`${mortal.instance.address}/api/sandbox/credentials`)).json();
  marketplaceId = credentials.marketplaceId;
  const { clientId, clientSecret, tokenUrl } = credentials.oauth;
  const tokens = await fetch(tokenUrl, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  accessToken = (await tokens.json()).access_token;
});

const tiers = ["A", "B", "C"] as const;
const size = 300;
/** The merchants of a batch, which no other batch has. */
const idsOf = (batchId: string) =>
  Array.from({ length: size }, (_, i) => `${batchId}-${String(i + 1).padStart(4, "0")}`);

function submit(batchId: string, headers: Record<string, string> = {}) {
  const merchants = idsOf(batchId).map((id, i) =>
    salesRecord(id, { tier: tiers[i % 3], monthly: 900_000 + 3_000 * i }),
  );
  return fetch(`${mortal.instance.address}/marketplace/data/merchants/bulk`, {
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
async function scoresEach(batchId: string) {
  const rows = await mortal.sql`select scores, count(*)::int as merchants from (
      select m.id, (select count(*)::int from scores s where s.merchant_id = m.id) as scores
      from merchants m where m.third_party_customer_id = any(${idsOf(batchId)})) counted
    group by scores order by scores`;
  return rows.map(({ scores, merchants }) => [scores, merchants]);
}

const soon = { timeout: 60_000, intervals: [10, 50, 100] };

test("the server is killed in the middle of an asynchronous batch: it completes, nothing is scored twice", async () => {
  // Holds the scores back, so that the batch is under way when the server dies.
  const holder = await mortal.sql.reserve();
  await holder`begin`;
  await holder`lock table scores in share mode`;
  const accepted = await submit("nightly", { prefer: "respond-async" });
  expect(accepted.status).toBe(202);
  const { statusUrl } = await accepted.json();
  await expect.poll(async () => (await statusOf(statusUrl))?.status, soon).toBe("PROCESSING");
  process.kill(mortal.instance.serverPid(), "SIGKILL");
  await mortal.died();

  await mortal.startAgain();
  await expect.poll(async () => (await statusOf(statusUrl))?.status, soon).toBe("COMPLETED");
  expect(await statusOf(statusUrl)).toMatchObject({ totalReceived: size, successfullyProcessed: size, failed: 0 });
  expect(await scoresEach("nightly")).toEqual([[1, size]]);
  // Sent once more by a client that never saw the end of it.
  const again = await submit("nightly", { prefer: "respond-async" });
  expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([202, "true"]);
  expect(await scoresEach("nightly")).toEqual([[1, size]]);
});

test("the server is killed in the middle of a synchronous batch: it is there whole or not at all, and can be repeated", async () => {
  const holder = await mortal.sql.reserve();
  await holder`begin`;
  await holder`lock table scores in share mode`;
  const cut = submit("daily").catch((error: unknown) => error);
  const waiting = () => mortal.sql`select 1 from pg_locks where not granted and relation = 'scores'::regclass`;
  await expect.poll(async () => (await waiting()).length, soon).toBeGreaterThan(0);
  process.kill(mortal.instance.serverPid(), "SIGKILL");
  expect(await cut).toBeInstanceOf(Error);
  await mortal.died();

  await mortal.startAgain();
  expect(await scoresEach("daily")).toEqual([]);
  const answers = [await submit("daily"), await submit("daily")];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const [first, replay] = await Promise.all(answers.map((answer) => answer.text()));
  expect(replay).toBe(first);
  expect(JSON.parse(first ?? "")).toMatchObject({ successfullyProcessed: size, failed: 0 });
  expect(await scoresEach("daily")).toEqual([[1, size]]);
});
