import { sql } from "drizzle-orm";
import { z } from "zod";
import { pageOf } from "@/db/page";
import { koboValue, rowsOf, timestamp } from "@/db/rows";
import type { Tenant } from "@/lib/kernel/actor";
import { isId } from "@/lib/kernel/ids";
import { connectionStatuses } from "@/lib/terms/connections";
import { mostLookedAt } from "@/lib/terms/dashboard";
import { kycStatuses, publicKycStatus } from "@/lib/terms/kyc/states";
import { loanStates, loanStatuses, shownStatus } from "@/lib/terms/loans/states";
import { riskTiers } from "@/lib/terms/scoring/constants";
import { type Effort, isCommon } from "./find-rows";
import type { MerchantListQuery } from "./merchant-list-schema";
import { chooseMerchants, type Looked, type Wanted, walkMerchants } from "./merchant-walk";
import { merchantsNamed, wordsOf } from "./merchants-named";

/** Of more merchants than `named` a walk soon fills a page, and fewer are put in order in a moment. */
const usualEffort: Effort = { most: mostLookedAt, first: 1_000, named: 5_000 };

const listedRow = z.strictObject({
  id: z.string(),
  businessName: z.string(),
  thirdPartyCustomerId: z.string().nullable(),
  connection: z.enum(connectionStatuses),
  kyc: z.enum(kycStatuses),
  score: z.strictObject({ total: z.number(), tier: z.enum(riskTiers), cap: koboValue }).nullable(),
  loans: z.array(z.enum(loanStates)),
  createdAt: timestamp,
});

/**
 * A page of a tenant's merchants, newest first.
 * @returns `lookedUntil` where it stopped looking before the page was full: the list goes on after that id.
 */
export async function listMerchants(
  tenant: Tenant,
  query: MerchantListQuery & { limit: number },
  effort = usualEffort,
) {
  const wanted = { query, words: wordsOf(query.q), rows: query.limit + 1 };
  const { ids, until } = await findIds(tenant, wanted, effort);
  const page = pageOf(ids, query);
  return { rows: await readListed(tenant, page.rows), hasMore: page.hasMore || until !== null, lookedUntil: until };
}
export type ListedMerchant = Awaited<ReturnType<typeof listMerchants>>["rows"][number];

async function findIds(tenant: Tenant, wanted: Wanted, effort: Effort): Promise<Looked> {
  const { words } = wanted;
  const [only] = words;
  if (only && words.length === 1 && isId("merchant", only)) {
    return chooseMerchants(tenant, { ...wanted, words: [] }, [only]);
  }
  if (words.length === 0) return walkMerchants(tenant, wanted, effort.most);
  const first = await walkMerchants(tenant, wanted, effort.first);
  if (first.until === null) return first;
  if (isCommon(first.ids, { limit: wanted.rows - 1 }, effort)) return walkMerchants(tenant, wanted, effort.most);
  const found = await merchantsNamed(tenant, words, effort.named);
  return found ? chooseMerchants(tenant, { ...wanted, words: [] }, found) : walkMerchants(tenant, wanted, effort.most);
}

async function readListed(tenant: Tenant, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await rowsOf(listedRow)`
    select m.id, m.business_name as "businessName", m.third_party_customer_id as "thirdPartyCustomerId",
      c.status as connection, k.status as kyc, m.created_at as "createdAt",
      (select json_build_object('total', s.result -> 'totalScore', 'tier', s.risk_tier, 'cap', s.max_lending_cap)
        from scores s where s.merchant_id = m.id and c.status <> 'DISCONNECTED'
        order by s.submitted_at desc, s.submission_id desc limit 1) as score,
      array_to_json(array(select distinct l.status from loans l where l.merchant_id = m.id)) as loans
    from unnest(${sql.param(ids)}::text[]) with ordinality given(id, position)
    join merchants m using (id)
    join connections c on c.merchant_id = m.id
    join kyc_records k on k.merchant_id = m.id
    where m.marketplace_id = ${tenant.marketplaceId} and m.environment = ${tenant.environment}
    order by given.position`;
  return rows.map(({ kyc, loans, createdAt, ...row }) => {
    const states = new Set(loans.map(shownStatus));
    return {
      ...row,
      kyc: publicKycStatus(kyc),
      loans: loanStatuses.filter((status) => states.has(status)),
      createdAt: new Date(createdAt),
    };
  });
}
