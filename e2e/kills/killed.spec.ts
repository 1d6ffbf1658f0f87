import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { committedEvents, expectWhole } from "@/e2e/audit";
import type { Json } from "@/e2e/client";
import { expect, test } from "@/e2e/fixtures";
import { numberedRecords } from "@/e2e/merchant";
import { mortalInstance, soon } from "@/e2e/mortal-instance";

const mortal = mortalInstance();

test.beforeEach(() => mortal.rests());

test("the web server is killed in the middle of the demo", async () => {
  const before = await seededScores();
  const records = numberedRecords("demo", 20);
  const ids = records.map(({ merchantIdentity }) => merchantIdentity.merchantId);
  const file = join(mortal.dataDir, "records.json");
  const report = join(mortal.dataDir, "report.json");
  writeFileSync(file, JSON.stringify({ merchants: records }));
  const env = { ...process.env, BASE_URL: mortal.instance.address };
  const demo = spawn(process.execPath, ["scripts/demo.mjs", file, "--json", report], { env });
  let said = "";
  for (const stream of [demo.stdout, demo.stderr]) stream.on("data", (chunk) => (said += chunk));
  const demoEnded = once(demo, "close");

  // Some merchants have got past it by then, most have not begun.
  await expect.poll(() => mortal.submissionsThat("SCORED"), soon).toBeGreaterThanOrEqual(before + 5);
  await mortal.holdScores();
  await mortal.killAmidScoring("the web server", 5);
  expect(demo.exitCode).toBeNull();
  await mortal.startAgain();

  const [code] = await demoEnded;
  expect(code, said).toBe(0);
  const { totals, events, merchants } = JSON.parse(readFileSync(report, "utf8"));
  expect(totals).toMatchObject({ merchants: 20, unexplained: 0, webhooks: { missing: 0, unverified: 0 } });
  expect(merchants.map(({ kyc }: Json) => kyc)).toEqual(ids.map(() => "APPROVED"));
  await mortal.rests();
  const [{ marketplaceId }] = [await (await fetch(`${mortal.instance.address}/api/sandbox/credentials`)).json()];
  await expectWhole(mortal.sql, marketplaceId, ids);
  const received = new Set(events.map(({ payload }: Json) => payload.event_id));
  expect((await committedEvents(mortal.sql, ids)).filter((id) => !received.has(id))).toEqual([]);
});

async function seededScores(): Promise<number> {
  return (await mortal.sql`select count(*)::int from scores`)[0]?.count;
}

test.describe("a batch", () => {
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

  const eventually = { intervals: [10, 50, 100] };
  const batchSize = 300;
  /** The merchants of a batch, which no other batch has. */
  const recordsOf = (batchId: string) => numberedRecords(batchId, batchSize, { digits: 4, step: 3_000 });

  function submitBatch(batchId: string, headers: Record<string, string> = {}) {
    const merchants = recordsOf(batchId);
    return fetch(`${mortal.instance.address}/marketplace/data/merchants/bulk`, {
      method: "POST",
      headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json", ...headers },
      body: JSON.stringify({ merchants, marketplaceId, batchTimestamp: "2026-11-20T22:00:00Z", batchId }),
    });
  }

  async function batchAt(url: string) {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${accessToken}` } }).catch(() => undefined);
    return answer?.json();
  }

  /** How many scores each merchant of the batch has, and how many merchants there are with so many. */
  async function scoresEach(batchId: string) {
    const ids = recordsOf(batchId).map(({ merchantIdentity }) => merchantIdentity.merchantId);
    const rows = await mortal.sql`select scores, count(*)::int as merchants from (
        select m.id, (select count(*)::int from scores s where s.merchant_id = m.id) as scores
        from merchants m where m.third_party_customer_id = any(${ids})) counted
      group by scores order by scores`;
    return rows.map(({ scores, merchants }) => [scores, merchants]);
  }

  test("the server is killed in the middle of an asynchronous batch: it completes, nothing is scored twice", async () => {
    // Holds the scores back, so that the batch is under way when the server dies.
    await mortal.holdScores();
    const accepted = await submitBatch("nightly", { prefer: "respond-async" });
    expect(accepted.status).toBe(202);
    const { statusUrl } = await accepted.json();
    await expect.poll(async () => (await batchAt(statusUrl))?.status, eventually).toBe("PROCESSING");
    mortal.kill("the web server");
    await mortal.died();

    await mortal.startAgain();
    await expect.poll(async () => (await batchAt(statusUrl))?.status, eventually).toBe("COMPLETED");
    expect(await batchAt(statusUrl)).toMatchObject({
      totalReceived: batchSize,
      successfullyProcessed: batchSize,
      failed: 0,
    });
    expect(await scoresEach("nightly")).toEqual([[1, batchSize]]);
    // Sent once more by a client that never saw the end of it.
    const again = await submitBatch("nightly", { prefer: "respond-async" });
    expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([202, "true"]);
    expect(await scoresEach("nightly")).toEqual([[1, batchSize]]);
  });

  test("the server is killed in the middle of a synchronous batch: it is there whole or not at all, and can be repeated", async () => {
    await mortal.holdScores();
    const cut = submitBatch("daily").catch((error: unknown) => error);
    const waiting = () => mortal.sql`select 1 from pg_locks where not granted and relation = 'scores'::regclass`;
    await expect.poll(async () => (await waiting()).length, eventually).toBeGreaterThan(0);
    mortal.kill("the web server");
    expect(await cut).toBeInstanceOf(Error);
    await mortal.died();

    await mortal.startAgain();
    expect(await scoresEach("daily")).toEqual([]);
    const answers = [await submitBatch("daily"), await submitBatch("daily")];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [first, replay] = await Promise.all(answers.map((answer) => answer.text()));
    expect(replay).toBe(first);
    expect(JSON.parse(first ?? "")).toMatchObject({ successfullyProcessed: batchSize, failed: 0 });
    expect(await scoresEach("daily")).toEqual([[1, batchSize]]);
  });
});
