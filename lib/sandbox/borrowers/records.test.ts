import { expect, test } from "vitest";
import { merchantRecord } from "@/lib/merchant-data/schema";
import { zero } from "@/lib/money";
import { riskTiers } from "@/lib/scoring/constants";
import { score } from "@/lib/scoring/score";
import { recordOfTier } from "./records";

test.each(riskTiers)("the test merchant of tier %s scores into it, for a good while", (tier) => {
  const record = merchantRecord.parse(recordOfTier(tier, `test-${tier}`, "Test Stores"));
  const limits = { externalDebt: zero, marketplaceMax: null, lenderMax: null };
  for (const asOf of ["2026-11-21T00:00:00Z", "2027-11-21T00:00:00Z"]) {
    expect(score({ record, asOf: new Date(asOf), limits })).toMatchObject({ riskTier: tier });
  }
});
