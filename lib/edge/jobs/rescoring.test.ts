import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { scores, submissions } from "@/db/schema/scoring";
import { scoreSubmission } from "@/lib/sales/records/score-submission";
import { submitSalesData } from "@/lib/sales/records/submit-sales-data";
import { useDatabase } from "@/test/database";
import { anyMerchant, sandboxActor } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { merchantRecord } from "@/test/factories/merchant-record";
import { now } from "@/test/time";
import { startRescoring } from "./rescoring";

useDatabase();

test("a start queues what an older model scored; stopped, it has finished its page", async () => {
  const { test: tenant } = await createMarketplace();
  const { merchantId, thirdPartyCustomerId: ref } = await anyMerchant(tenant);
  const input = merchantRecord({ merchantIdentity: { merchantId: ref } });
  const { submissionId } = await submitSalesData({ actor: sandboxActor(tenant), ref, input, now: now() });
  await scoreSubmission(submissionId, now());
  await db().update(scores).set({ modelVersion: "2026-11-01" }).where(eq(scores.merchantId, merchantId));

  await startRescoring()();
  const waiting = await db().select().from(submissions).where(eq(submissions.status, "QUEUED"));
  expect(waiting).toMatchObject([{ merchantId }]);
});
