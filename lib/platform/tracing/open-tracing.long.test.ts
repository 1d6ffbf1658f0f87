import { execFileSync } from "node:child_process";
import { buffer } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test, vi } from "vitest";
import { POST as createFundingRequest } from "@/app/api/v1/marketplace-api/merchants/[ref]/funding-requests/route";
import { POST as submitSales } from "@/app/api/v1/marketplace-api/merchants/[ref]/sales-data/route";
import { db } from "@/db/client";
import { workTraces } from "@/db/schema/operations";
import { runDue } from "@/lib/edge/jobs/run-due";
import { log } from "@/lib/kernel/log";
import { reviewKyc } from "@/lib/merchants/kyc/review-kyc";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { sandboxActor, submittedMerchant } from "@/test/factories/kyc";
import { createTestLender } from "@/test/factories/lender";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { merchantRecord } from "@/test/factories/merchant-record";
import { startReceiver } from "@/test/factories/receiver";
import { createEndpoint } from "@/test/factories/webhook";
import { plainServer } from "@/test/plain-server";
import { now } from "@/test/time";
import { openTracing } from "./open-tracing";

useDatabase();

type Sent = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: Record<string, unknown> }[];
};

let shop: TestMarketplace;
let ref: string;
beforeAll(async () => {
  shop = await createMarketplace();
  await createTestLender();
  ref = (await submittedMerchant(shop.test)).thirdPartyCustomerId;
  await reviewKyc({ actor: sandboxActor(shop.test), ref, outcome: { status: "APPROVED" }, now: now() });
});

const body = { amountRequested: 50_000, tenorDays: 90, purpose: "Working capital", financingTimeframeDays: 14 };
const headers = { "x-request-id": "req-of-a-test" };
const ask = () => call(createFundingRequest, { key: shop.testKey, params: { ref }, body, headers });

/** Keeps traces while something is done. @returns the spans that a stand-in for a collector was sent */
async function traced(work: () => Promise<unknown>): Promise<{ spans: Sent[]; text: string }> {
  const texts: string[] = [];
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = await plainServer(async (asked, response) => {
    expect([asked.method, asked.url]).toEqual(["POST", "/v1/traces"]);
    texts.push((await buffer(asked)).toString());
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  const stop = await openTracing({ service: "mfis", version: "1", process: "server" });
  try {
    await work();
  } finally {
    await stop();
    delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
  }
  type Whole = { resourceSpans: { scopeSpans: { spans: Sent[] }[] }[] };
  const wholes = texts.map((text): Whole => JSON.parse(text));
  const spans = wholes.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
  return { spans, text: texts.join() };
}

test("a trace leads from a request over its job and the delivery to the receiver, and says nothing of anybody", async () => {
  const receiver = await startReceiver();
  await createEndpoint(shop.test, `${receiver.url}/secret-path`);
  const { spans, text } = await traced(async () => {
    // It waits for sales data, whose score wakes it again.
    expect((await ask()).status).toBe(201);
    await runDue(shop.test);
    const record = merchantRecord({ merchantIdentity: { merchantId: ref } }, now());
    expect((await call(submitSales, { key: shop.testKey, params: { ref }, body: record })).status).toBe(202);
    await runDue(shop.test);
  });
  const named = (name: string) => spans.filter((span) => span.name === name);
  const below = (span: Sent | undefined, name: string) =>
    named(name).filter(({ traceId, parentSpanId }) => traceId === span?.traceId && parentSpanId === span?.spanId);
  const [request, sales] = [named("createFundingRequest")[0], named("submitSalesData")[0]];
  expect([request, sales].map((span) => span?.parentSpanId || "none")).toEqual(["none", "none"]);
  const [score] = below(sales, "score-submission");
  const [job] = below(score, "decide-funding-request");
  for (const cause of [request, job]) {
    const [delivery] = below(cause, "deliver-webhook");
    expect(below(delivery, "receiver")).toHaveLength(1);
  }
  expect(request?.attributes).toContainEqual({ key: "mfis.request_id", value: { stringValue: "req-of-a-test" } });
  for (const secret of [shop.testKey, "secret-path", "127.0.0.1", ref, shop.marketplaceId, "Working capital"])
    expect(text).not.toContain(secret);
  expect(await db().select().from(workTraces)).toEqual([]);
});

test("a trace that cannot be kept undoes nothing", async () => {
  await db().execute(sql`alter table work_traces add constraint none check (false) not valid`);
  const warned = vi.spyOn(log, "warn").mockImplementation(() => {});
  await traced(async () => expect((await ask()).status).toBe(201));
  expect(warned).toHaveBeenCalledWith("a trace was not kept", expect.anything());
  await db().execute(sql`alter table work_traces drop constraint none`);
});

test("where nobody keeps traces, nothing is written of them and no part of OpenTelemetry's SDK is loaded", async () => {
  expect((await ask()).status).toBe(201);
  expect(await db().select().from(workTraces)).toEqual([]);
  const program = `import { loadBundled } from "./scripts/bundle.mjs";
    import { Module } from "node:module";
    const loaded = () => Object.keys(Module._cache).filter((file) => /@opentelemetry.(?!api\\b)/.test(file)).length;
    await loadBundled("lib/edge/jobs/boot.ts");
    const before = loaded();
    const { openTracing } = await loadBundled("lib/platform/tracing/open-tracing.ts");
    await (await openTracing({ service: "a", version: "b", process: "c" }))();
    console.log(JSON.stringify([before, loaded() > 5]));
    process.exit();`;
  const said = execFileSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
  expect(JSON.parse(said)).toEqual([0, true]);
});
