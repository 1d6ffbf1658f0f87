import { sql } from "drizzle-orm";
import { z } from "zod";
import { rowsOf, timestamp } from "@/db/rows";
import { coalesced } from "@/lib/coalesce";
import { CodedError } from "@/lib/errors";
import { isId } from "@/lib/ids";
import { onlyMerchantIn, type Reach } from "@/lib/reach";
import type { StoredResult } from "@/lib/scoring/recompute-score";
import { serializeScore } from "@/lib/scoring/serialize";
import type { CreditScore } from "./schema";

/** A lookup: exactly one of `id` and `thirdPartyCustomerId` is set. */
type Asked = { reach: Reach; id: string | null; thirdPartyCustomerId: string | null };

const scoreRow = z.strictObject({
  position: z.int(),
  // Written only by scoring models, so not validated here.
  result: z.custom<StoredResult>((value) => typeof value === "object" && value !== null),
  computedAt: timestamp,
});
type Row = z.input<typeof scoreRow>;

/** Most scores read in one statement. */
const batchSize = 100;

// Each entry has its own reach, which limits the merchant and, through the merchant, the score.
const load = coalesced(batchSize, async (asked: Asked[]): Promise<(Row | undefined)[]> => {
  const column = (values: (string | null)[]) => sql`${sql.param(values)}::text[]`;
  const rows = await rowsOf(scoreRow)`
    select asked.position::int as position, score.result, score.computed_at as "computedAt"
    from unnest(
      ${column(asked.map(({ reach }) => reach.tenant.marketplaceId))}, ${column(asked.map(({ reach }) => reach.tenant.environment))},
      ${column(asked.map(({ reach }) => onlyMerchantIn(reach)))}, ${column(asked.map((one) => one.id))},
      ${column(asked.map((one) => one.thirdPartyCustomerId))}
    ) with ordinality as asked(marketplace_id, environment, only_id, id, ref, position)
    cross join lateral (
      select m.id from merchants m where m.marketplace_id = asked.marketplace_id
        and m.environment = asked.environment and m.third_party_customer_id = asked.ref
      union all
      select m.id from merchants m where m.marketplace_id = asked.marketplace_id
        and m.environment = asked.environment and m.id = asked.id
    ) merchant
    join connections c on c.merchant_id = merchant.id and c.status <> 'DISCONNECTED'
    cross join lateral (
      select s.result, s.computed_at from scores s where s.merchant_id = merchant.id
      order by s.submitted_at desc, s.submission_id desc limit 1
    ) score
    where asked.only_id is null or asked.only_id = merchant.id`;
  const byPosition = new Map(rows.map((row) => [row.position, row]));
  return asked.map((_, i) => byPosition.get(i + 1));
});

/** The same whether the merchant is unknown, out of reach, disconnected or not scored yet. */
const noScore =
  "There is no credit score: the merchant is not known, or no data of it has been submitted and scored yet.";

/**
 * The score of a merchant's latest data that has been scored.
 * @param ref the merchant's id here or at its marketplace.
 * @throws CodedError NOT_FOUND
 */
export async function readCreditScore(reach: Reach, ref: string): Promise<CreditScore> {
  const own = isId("merchant", ref);
  const row = await load({ reach, id: own ? ref : null, thirdPartyCustomerId: own ? null : ref });
  if (!row) throw new CodedError("NOT_FOUND", noScore);
  return serializeScore(row.result, new Date(row.computedAt));
}
