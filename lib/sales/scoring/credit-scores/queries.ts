import { z } from "zod";
import { type Asked, askedMerchants, inListOrder } from "@/db/asked-merchants";
import { readTogether } from "@/db/read-together";
import { rowsOf, timestamp } from "@/db/rows";
import { CodedError } from "@/lib/kernel/errors";
import type { Reach } from "@/lib/kernel/reach";
import { serializeScore } from "@/lib/sales/scoring/serialize";
import type { StoredResult } from "@/lib/terms/scoring/result";
import type { CreditScore } from "./schema";

const scoreRow = z.strictObject({
  position: z.int(),
  // Written only by scoring models, so not validated here.
  result: z.custom<StoredResult>((value) => typeof value === "object" && value !== null),
  computedAt: timestamp,
});
type Row = z.input<typeof scoreRow>;

const load = readTogether(async (asked: Asked[]): Promise<(Row | undefined)[]> => {
  const rows = await rowsOf(scoreRow)`
    select merchant.position, score.result, score.computed_at as "computedAt"
    from ${askedMerchants(asked)} merchant
    join connections c on c.merchant_id = merchant.id and c.status <> 'DISCONNECTED'
    cross join lateral (
      select s.result, s.computed_at from scores s where s.merchant_id = merchant.id
      order by s.submitted_at desc, s.submission_id desc limit 1
    ) score`;
  return inListOrder(asked, rows);
});

/** The same whether the merchant is unknown, out of reach, disconnected or not scored yet. */
const noScore =
  "There is no credit score: the merchant is not known, or no data of it has been submitted and scored yet.";

/** Of the latest data that has been scored. `ref`: the merchant's id here or at its marketplace. */
export async function readCreditScore(reach: Reach, ref: string): Promise<CreditScore> {
  const row = await load({ reach, ref });
  if (!row) throw new CodedError("NOT_FOUND", noScore);
  return serializeScore(row.result, new Date(row.computedAt));
}
readCreditScore.errors = ["NOT_FOUND"] as const;
