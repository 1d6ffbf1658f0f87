import { beforeAll } from "vitest";
import { day, later } from "@/lib/kernel/calendar";
import { holdsContract } from "@/test/contract/suite";
import { filledText, naira, nullable, optional, required, value } from "@/test/contract/table";
import { useDatabase } from "@/test/database";
import { anyMerchant } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { createdEvent, tellSettlement, transferredEvent } from "@/test/factories/settlement";
import { now } from "@/test/time";
import { POST as correct } from "./settlements/[reference]/correct/route";

useDatabase();

let marketplace: TestMarketplace;
beforeAll(async () => {
  marketplace = await createMarketplace();
  const shop = { test: marketplace.test, ...(await anyMerchant(marketplace.test)) };
  const told = { reference: "S-1", totalDeductions: 0, periodStart: later(now(), -day), periodEnd: now() };
  for (const event of [createdEvent, transferredEvent]) await tellSettlement(shop, event(shop, told, now()), now());
});

const names = (count: number) => Array.from({ length: count }, (_, i) => `ded-${i}`);
holdsContract({
  operation: "POST /settlements/{reference}/correct",
  route: correct,
  key: () => marketplace.testKey,
  params: () => ({ reference: "S-1" }),
  body: () => ({ grossAmount: 10, totalDeductions: 1, netAmount: 9, deductionReferences: ["ded-1"], reason: "Wrong." }),
  fields: [
    optional("grossAmount", naira(0)),
    optional("totalDeductions", naira(0)),
    // Here always there: without any figure there is nothing to correct.
    { path: "netAmount", refused: nullable(naira(0)).refused, accepted: naira(0).accepted },
    optional("deductionReferences", {
      refused: [
        ...["ded-1", 7, true, { 0: "ded-1" }].map((one) => value(JSON.stringify(one), one)),
        value("the same twice", ["ded-1", "ded-2", "ded-1"]),
        value("too many (10,001)", names(10_001)),
      ],
      accepted: [value("none", []), value("as many as allowed (10,000)", names(10_000))],
    }),
    required("reason", filledText(500)),
  ],
});
