import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { committedEvents, expectWhole, unfinished } from "@/e2e/audit";
import type { Json } from "@/e2e/client";
import { expect, openMarketplace, test } from "@/e2e/fixtures";
import { merchantOf, salesRecord } from "@/e2e/merchant";
import { type Crash, mortalInstance } from "@/e2e/mortal-instance";

const tiers = ["A", "B", "C"] as const;
const recordsOf = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, i) =>
    salesRecord(`${prefix}-${String(i + 1).padStart(2, "0")}`, {
      tier: tiers[i % tiers.length],
      monthly: 900_000 + 60_000 * i,
    }),
  );

const mortal = mortalInstance();

test.beforeEach(async () => {
  // What the sandbox made of itself is no part of the test.
  await expect.poll(() => unfinished(mortal.sql).then(sandboxRequestsAside)).toEqual([]);
});

/** One test merchant waits for a person's review, and what it asked for with it. */
const sandboxRequestsAside = (left: string[]) => left.filter((what) => !what.startsWith("request "));

/** Holds the scores back, so that what is accepted from now on stays unscored until everything is killed. */
async function holdScores(): Promise<void> {
  const holder = await mortal.sql.reserve();
  await holder`begin`;
  await holder`lock table scores in share mode`;
}

/** The crash comes once so many submissions have been accepted and not scored. */
async function killAmidScoring(crash: Crash, waiting: number): Promise<void> {
  await expect.poll(() => submissionsThat("QUEUED"), soon).toBeGreaterThanOrEqual(waiting);
  mortal.kill(crash);
  await mortal.died();
}

const soon = { intervals: [10] };

test("the web server is killed in the middle of the demo", async () => {
  const before = await seededScores();
  const records = recordsOf("demo", 20);
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
  await expect.poll(() => submissionsThat("SCORED"), soon).toBeGreaterThanOrEqual(before + 5);
  await holdScores();
  await killAmidScoring("the web server", 5);
  expect(demo.exitCode).toBeNull();
  await mortal.startAgain();

  const [code] = await demoEnded;
  expect(code, said).toBe(0);
  const { totals, events, merchants } = JSON.parse(readFileSync(report, "utf8"));
  expect(totals).toMatchObject({ merchants: 20, unexplained: 0, webhooks: { missing: 0, unverified: 0 } });
  expect(merchants.map(({ kyc }: Json) => kyc)).toEqual(ids.map(() => "APPROVED"));
  await expect.poll(() => unfinished(mortal.sql).then(sandboxRequestsAside)).toEqual([]);
  const [{ marketplaceId }] = [await (await fetch(`${mortal.instance.address}/api/sandbox/credentials`)).json()];
  await expectWhole(mortal.sql, marketplaceId, ids);
  const received = new Set(events.map(({ payload }: Json) => payload.event_id));
  expect((await committedEvents(mortal.sql, ids)).filter((id) => !received.has(id))).toEqual([]);
});

test("service, web server and database are all killed at once", async () => {
  const { client, receiver, marketplaceId, run } = await openMarketplace(mortal.instance.address, mortal.sql);
  const records = recordsOf("crash", 20);
  const ids = records.map(({ merchantIdentity }) => merchantIdentity.merchantId);
  const accepted = new Map<string, Json>();
  const requested = new Map<string, Json>();
  const apply = async (record: (typeof records)[number]) => {
    const merchant = merchantOf(client, record.merchantIdentity.merchantId, { insistent: true });
    await merchant.create();
    accepted.set(merchant.id, await merchant.sendSales(record));
    await merchant.sendKyc();
    requested.set(merchant.id, await merchant.fund({ amountRequested: 80_000 }));
  };
  await Promise.all(records.slice(0, 8).map(apply));
  await holdScores();
  const applying = Promise.all(records.slice(8).map(apply));
  // Looked at below; until then nobody waits for it.
  applying.catch(() => {});

  await killAmidScoring("service, web server and database", 5);
  expect(accepted.size).toBeGreaterThan(0);
  await mortal.startAgain();
  await applying;
  await run();
  await expect.poll(() => unfinished(mortal.sql).then(sandboxRequestsAside)).toEqual([]);

  expect([...accepted.keys()].sort()).toEqual([...ids].sort());
  await expectWhole(mortal.sql, marketplaceId, ids);
  for (const [id, { id: requestId }] of requested) {
    const { fundingRequests } = await merchantOf(client, id).status();
    expect(fundingRequests).toMatchObject([{ id: requestId, status: expect.stringMatching(/FULFILLED|REJECTED/) }]);
  }
  const received = new Set(receiver.deliveries.map(({ payload }) => payload.event_id));
  expect((await committedEvents(mortal.sql, ids)).filter((id) => !received.has(id))).toEqual([]);
  expect(receiver.forged()).toEqual([]);
  for (const id of ids) {
    const sequences = receiver.of(id).map(({ sequence }) => sequence);
    expect(sequences).toEqual(sequences.map((_, i) => i + 1));
  }
  await receiver.stop();
});

/** How many submissions are in a status. */
async function submissionsThat(status: string): Promise<number> {
  return (await mortal.sql`select count(*)::int from submissions where status = ${status}`)[0]?.count;
}

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
  const idsOf = (batchId: string) =>
    Array.from({ length: batchSize }, (_, i) => `${batchId}-${String(i + 1).padStart(4, "0")}`);

  function submitBatch(batchId: string, headers: Record<string, string> = {}) {
    const merchants = idsOf(batchId).map((id, i) =>
      salesRecord(id, { tier: tiers[i % tiers.length], monthly: 900_000 + 3_000 * i }),
    );
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
    const rows = await mortal.sql`select scores, count(*)::int as merchants from (
        select m.id, (select count(*)::int from scores s where s.merchant_id = m.id) as scores
        from merchants m where m.third_party_customer_id = any(${idsOf(batchId)})) counted
      group by scores order by scores`;
    return rows.map(({ scores, merchants }) => [scores, merchants]);
  }

  test("the server is killed in the middle of an asynchronous batch: it completes, nothing is scored twice", async () => {
    // Holds the scores back, so that the batch is under way when the server dies.
    await holdScores();
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
    await holdScores();
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
