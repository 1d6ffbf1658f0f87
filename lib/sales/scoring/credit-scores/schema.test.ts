import { expect, test } from "vitest";
import { score } from "@/lib/sales/scoring/score";
import { serializeScore } from "@/lib/sales/scoring/serialize";
import { limitsFor } from "@/lib/terms/scoring/limits";
import { goldenMerchants } from "@/test/factories/golden-merchants";
import { recordMoment } from "@/test/factories/merchant-record";
import { creditScore } from "./schema";

test.each(Object.entries(goldenMerchants))("the document describes the score of the %s, all of it", (_, record) => {
  const limits = limitsFor(record, { marketplaceMax: null, lenderMax: null });
  const stored = JSON.parse(JSON.stringify(score({ record, asOf: recordMoment, limits })));
  const answer = serializeScore(stored, recordMoment);
  expect(creditScore.strict().parse(answer)).toEqual(answer);
});
