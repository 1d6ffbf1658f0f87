import { sql } from "drizzle-orm";
import { closeDatabase, db } from "@/db/client";
import { submissions } from "@/db/schema/scoring";
import { scoreSubmissionTask } from "@/lib/edge/jobs/all-tasks";
import { startEmbeddedEngine } from "@/lib/edge/jobs/embedded";
import type { Actor } from "@/lib/kernel/actor";
import { laneOf } from "@/lib/kernel/lane";
import { toKobo } from "@/lib/kernel/money";
import { sendWakeUps } from "@/lib/kernel/wake-up";
import { createMerchant } from "@/lib/merchants/merchants/create-merchant";
import { submitSalesData } from "@/lib/sales/records/submit-sales-data";
import { score } from "@/lib/sales/scoring/score";
import { limitsFor } from "@/lib/terms/scoring/limits";
import { createMarketplace } from "@/test/factories/marketplace";
import { recordMoment } from "@/test/factories/merchant-record";
import { now } from "@/test/time";
import { compare, measure } from "./compare";
import { variedRecords } from "./records";

/** Scoring: `score()` over a thousand records, and the way of a submission through the queue to its stored score. */
const count = 1000;
const records = variedRecords(count);

await compare({
  name: `scoring: ${count} records`,
  unit: "records/s",
  pairs: 9,
  floorIs: "JSON.parse of the same records",
  product: async () => {
    const limits = { marketplaceMax: toKobo(50_000_000), lenderMax: toKobo(50_000_000) };
    const subjects = records.map((record) => ({ record, asOf: recordMoment, limits: limitsFor(record, limits) }));
    return perSecond(300, () => subjects.reduce((sum, subject) => sum + score(subject).totalScore, 0));
  },
  floor: async () => {
    const texts = records.map((record) => JSON.stringify(record));
    return perSecond(300, () => texts.reduce((sum, text) => sum + JSON.parse(text).salesPerformance.orderCount, 0));
  },
});

const { test: tenant } = await createMarketplace();
const actor: Actor = { kind: "sandbox", tenant };
for (const { merchantIdentity } of records) {
  const { merchantId, businessName } = merchantIdentity;
  await createMerchant({ actor, input: { thirdPartyCustomerId: merchantId, businessName }, now: now() });
}
await measure({
  name: `scoring through the queue: ${count} submissions, from accepted to scored`,
  unit: "submissions/s",
  rounds: 3,
  product: throughTheQueue,
});
await closeDatabase();

/** The same work over and over for some time. */
function perSecond(ms: number, work: () => number): number {
  const started = performance.now();
  let done = 0;
  let sum = 0;
  while (performance.now() - started < ms) {
    sum += work();
    done += count;
  }
  const seconds = (performance.now() - started) / 1000;
  // Used, so that no part of the work can be left out.
  if (!Number.isFinite(sum)) throw new Error("A record gave no number.");
  return done / seconds;
}

async function throughTheQueue(): Promise<number> {
  for (const record of records) {
    await submitSalesData({ actor, ref: record.merchantIdentity.merchantId, input: record, now: now() });
  }
  await db().execute(sql`vacuum analyze`);
  const stop = await startEmbeddedEngine([scoreSubmissionTask]);
  const started = performance.now();
  sendWakeUps([{ table: "submissions", id: "", lane: laneOf(tenant) }]);
  while ((await db().$count(submissions, sql`status = 'QUEUED'`)) > 0) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const seconds = (performance.now() - started) / 1000;
  await stop();
  return count / seconds;
}
