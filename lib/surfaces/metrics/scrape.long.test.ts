import { eq } from "drizzle-orm";
import postgres from "postgres";
import { beforeAll, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { loans, payouts } from "@/db/schema/loans";
import { readQueues } from "@/lib/edge/jobs/read-queues";
import { runRow } from "@/lib/edge/jobs/run-row";
import type { Tenant } from "@/lib/kernel/actor";
import { hour, later } from "@/lib/kernel/calendar";
import { CodedError } from "@/lib/kernel/errors";
import { laneOf } from "@/lib/kernel/lane";
import { log } from "@/lib/kernel/log";
import { kobo } from "@/lib/kernel/money";
import { businessTime } from "@/lib/kernel/time";
import { deliver } from "@/lib/platform/messages/webhooks/deliver-webhooks";
import { openMetrics } from "@/lib/platform/metrics/metrics";
import { noteRequest } from "@/lib/platform/metrics/note-request";
import { askJson } from "@/lib/platform/providers/asking/ask-json";
import { outside } from "@/lib/platform/providers/outside";
import { recordFailure } from "@/lib/platform/work-failures/record-failure";
import { stuckAfter } from "@/lib/terms/work-failures";
import { useDatabase } from "@/test/database";
import { dueMail } from "@/test/due-mail";
import { lendableMerchant } from "@/test/factories/lendable";
import { heldLoan } from "@/test/factories/loan";
import { createMarketplace } from "@/test/factories/marketplace";
import { createEndpoint, createEvents, takeDelivery } from "@/test/factories/webhook";
import { plainServer } from "@/test/plain-server";
import { stubTask } from "@/test/stub-task";
import { now } from "@/test/time";
import { scraper } from "./scrape";

useDatabase();

let live: Tenant;
beforeAll(async () => {
  await openMetrics("server");
  live = (await createMarketplace({ live: true })).live;
});

const sources = {
  queues: readQueues,
  health: async () => [{ name: "database" as const, status: "degraded" as const, detail: "" }],
  pages: () => undefined,
};

/** Every line of a scrape that is no comment: its value by its name and labels, without the process. */
async function scrape(own: Partial<Parameters<typeof scraper>[0]> = {}): Promise<Map<string, number>> {
  const { text } = await scraper({ ...sources, ...own })(now());
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => {
      const [, series = "", value = ""] = /^(\S+(?:{.*})?) (\S+)$/.exec(line) ?? [];
      return [series.replace(/,?process="server"/, "").replace("{}", ""), Number(value)];
    }),
  );
}

test("what waits and what went wrong is read from the database, live money by rail", async () => {
  await dueMail(live, businessTime(later(now(), -hour), 0), later(now(), -hour));
  const { loanId } = await heldLoan(live, (await lendableMerchant(live)).merchantId);
  await db()
    .update(payouts)
    .set({ createdAt: businessTime(later(now(), -2 * hour), 0) })
    .where(eq(payouts.loanId, loanId));
  const [held] = await db().select({ amount: payouts.amount }).from(payouts).where(eq(payouts.loanId, loanId));
  await db()
    .update(loans)
    .set({ received: kobo(5) })
    .where(eq(loans.id, loanId));
  const failed = { task: "send-mail", id: "mal_1", lane: laneOf(live), cause: new Error("a fault") };
  const ofNobody = { task: "send-text", id: "txt_1", lane: "", cause: new Error("a fault") };
  for (let i = 0; i < stuckAfter; i++) {
    await recordFailure({ ...failed, at: now() });
    await recordFailure({ ...ofNobody, at: now() });
  }

  const found = await scrape();
  expect(found.get('mfis_queue_due_rows{task="send-mail"}')).toBe(1);
  expect(found.get('mfis_queue_due_rows{task="send-payout"}')).toBe(0);
  expect(found.get('mfis_queue_oldest_seconds{task="send-mail",environment="live"}')).toBeGreaterThan(3_590);
  expect(found.get('mfis_queue_oldest_seconds{task="send-mail",environment="test"}')).toBe(0);
  expect(found.get('mfis_stuck_work{task="send-mail",environment="live"}')).toBe(1);
  expect(found.get('mfis_stuck_work{task="send-text",environment="service"}')).toBe(1);
  expect(found.get('mfis_ledger_findings{environment="live"}')).toBe(0);
  const payout = 'what="payout_held",rail="none"';
  expect(found.get(`mfis_money_waiting_kobo{${payout}}`)).toBe(held?.amount);
  expect(found.get(`mfis_money_waiting_items{${payout}}`)).toBe(1);
  expect(Math.round(found.get(`mfis_money_oldest_seconds{${payout}}`) ?? 0)).toBeGreaterThanOrEqual(7_200);
  expect(found.get('mfis_money_waiting_kobo{what="refund_owed",rail="none"}')).toBe(5);
  expect(found.get('mfis_work_waiting{kind="held"}')).toBe(1);
  expect(found.get('mfis_deliveries_waiting{older_than="1h"}')).toBe(0);
  expect(found.get('mfis_health{check="database",status="degraded"}')).toBe(1);
  expect([...found.keys()].filter((series) => series.includes(live.marketplaceId))).toEqual([]);
});

test("while the database hangs, a scrape has what the process knows, and says what is missing", async () => {
  vi.spyOn(log, "warn").mockImplementation(() => {});
  noteRequest("ping", 200, 0.02);
  const sql = postgres(process.env.DATABASE_URL ?? "", { max: 1 });
  await using _ = { [Symbol.asyncDispose]: () => sql.end() };
  const holder = await sql.reserve();
  await holder`begin`;
  await holder`lock table work_failures, marketplaces, payouts in access exclusive mode`;
  const found = await scrape();
  await holder`rollback`;
  holder.release();
  expect(found.get('mfis_scrape_up{part="service"}')).toBe(0);
  expect(found.get('mfis_scrape_up{part="health"}')).toBe(1);
  expect(found.get('mfis_requests_total{operation="ping",status="200"}')).toBe(1);
  expect([...found.keys()].filter((series) => /^mfis_(queue|stuck|money|ledger)/.test(series))).toEqual([]);
  expect(found.get('mfis_database_connections{state="size"}')).toBe(6);
});

test("what the pages' process has counted stands beside what this one has", async () => {
  const series = { operation: "/dashboard", status: "200", process: "pages" };
  const counted = {
    ...{ name: "mfis_requests_total", help: "h", type: "counter", aggregator: "sum", collect: undefined },
    values: [{ value: 3, labels: series }],
  };
  const found = await scrape({ pages: async () => [counted as never] });
  expect(found.get('mfis_requests_total{operation="/dashboard",status="200",process="pages"}')).toBe(3);
  expect(found.get('mfis_requests_total{operation="ping",status="200"}')).toBe(1);
  expect(found.get('mfis_scrape_up{part="pages"}')).toBe(1);
  expect((await scrape({ pages: async () => undefined })).get('mfis_scrape_up{part="pages"}')).toBe(0);
});

test("calls to others are counted by what came of them, and deliveries by what was answered", async () => {
  const ask = (status: number) => async () => {
    const baseUrl = await plainServer((_, response) => response.writeHead(status).end("{}"));
    await askJson(
      { provider: "paystack", baseUrl, headers: {}, within: 5_000 },
      { method: "GET", path: "/secret/0123456789" },
    );
  };
  for (const status of [200, 503]) await ask(status)();
  const mail = outside("mail", {
    send: async (error?: Error) => {
      if (error) throw error;
    },
  });
  const tooLarge = new CodedError("BODY_TOO_LARGE", "Too large.");
  const away = new CodedError("SERVICE_UNAVAILABLE", "Not now.", { outside: "ECONNRESET" });
  for (const error of [undefined, new Error("no"), tooLarge, away]) await mail.send(error).catch(() => {});
  const receiver = await plainServer((_, response) => response.writeHead(500).end());
  await createEndpoint(live, `${receiver}/hook`);
  const [{ deliveryId = "" } = {}] = await createEvents(live, 1);
  expect(await takeDelivery(deliveryId, now())).toBe(true);
  await deliver(deliveryId);
  const found = await scrape();
  for (const outcome of ["2xx", "server_error"])
    expect(found.get(`mfis_outside_calls_total{provider="paystack",outcome="${outcome}"}`)).toBe(1);
  for (const [outcome, times] of Object.entries({ ok: 1, failed: 2, refused: 1 }))
    expect(found.get(`mfis_outside_calls_total{provider="mail",outcome="${outcome}"}`)).toBe(times);
  expect(found.get('mfis_outside_call_duration_seconds_count{provider="paystack"}')).toBe(2);
  expect(found.get('mfis_delivery_attempts_total{environment="live",outcome="retried",answer="none"}')).toBe(1);
  expect([...found.keys()].filter((series) => /secret|0123456789|127\.0/.test(series))).toEqual([]);
});

test("work on rows is counted by task and how it ended", async () => {
  const row = { id: "mal_2", lane: laneOf(live), clockAhead: 0 };
  vi.spyOn(log, "error").mockImplementation(() => {});
  await runRow(stubTask({ name: "counted" }), row);
  await runRow(stubTask({ name: "counted", run: () => Promise.reject(new Error("a fault")) }), row);
  const found = await scrape();
  for (const outcome of ["ok", "failed"])
    expect(found.get(`mfis_jobs_total{task="counted",environment="live",outcome="${outcome}"}`)).toBe(1);
  expect(found.get('mfis_job_duration_seconds_count{task="counted"}')).toBe(2);
});
