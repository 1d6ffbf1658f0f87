import { type SQL, sql } from "drizzle-orm";
import { isId } from "@/lib/kernel/ids";
import { onlyMerchantIn, type Reach } from "@/lib/kernel/reach";

/** A merchant by the service's id or the marketplace's, as somebody who reaches no others may ask for it. */
export type Asked = { reach: Reach; ref: string };

/**
 * The merchants that several callers ask for in one statement, each kept in its own reach: a table of the `position` in
 * the list, from 0, with the merchant's `id` and `third_party_customer_id`. One that is not found in reach has no row.
 */
export function askedMerchants(asked: readonly Asked[]): SQL {
  const column = (of: (one: Asked) => string | null) => sql`${sql.param(asked.map(of))}::text[]`;
  const ownId = ({ ref }: Asked) => (isId("merchant", ref) ? ref : null);
  return sql`(
    select asked.position::int - 1 as position, merchant.id, merchant.third_party_customer_id
    from unnest(${column(({ reach }) => reach.tenant.marketplaceId)}, ${column(({ reach }) => reach.tenant.environment)},
      ${column(({ reach }) => onlyMerchantIn(reach))}, ${column(ownId)},
      ${column((one) => (ownId(one) === null ? one.ref : null))}
    ) with ordinality as asked(marketplace_id, environment, only_id, id, ref, position)
    cross join lateral (
      select m.id, m.third_party_customer_id from merchants m where m.marketplace_id = asked.marketplace_id
        and m.environment = asked.environment and m.third_party_customer_id = asked.ref
      union all
      select m.id, m.third_party_customer_id from merchants m where m.marketplace_id = asked.marketplace_id
        and m.environment = asked.environment and m.id = asked.id
    ) merchant
    where asked.only_id is null or asked.only_id = merchant.id)`;
}

export function inListOrder<Row extends { position: number }>(
  list: readonly unknown[],
  rows: readonly Row[],
): (Row | undefined)[] {
  const ordered = new Array<Row | undefined>(list.length).fill(undefined);
  for (const row of rows) ordered[row.position] = row;
  return ordered;
}
