import { type Kobo, least, minus, zero } from "@/lib/kernel/money";
import type { Reach } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { stoppedLenders } from "@/lib/lending/remittances/unremitted";
import type { LenderProduct } from "@/lib/parties/lenders/product";
import { listLenderProducts } from "@/lib/parties/lenders/queries";
import { readUsageBeside } from "@/lib/parties/lenders/read-usage";
import { isLimited, type LenderLimits, roomIn } from "@/lib/terms/lender-limits";
import { committedToLender } from "./borrowers/exposure";
import { inQuarters, type ScoreFacts } from "./policy";

type Asker = { reach: Reach; merchantId: string; score: ScoreFacts | null; now: BusinessTime };

/** Each up to what its lender's limits leave (docs/lending.md#pauses-and-limits). All tenors without `tenorDays`. */
export async function listProductsFor(
  { reach, merchantId, score, now }: Asker,
  tenorDays?: number,
): Promise<LenderProduct[]> {
  const { environment, marketplaceId } = reach.tenant;
  const lending = score ? await listLenderProducts(environment, score.tier, now, tenorDays) : [];
  const lenderIds = [...new Set(lending.map(({ lenderId }) => lenderId))];
  const stopped = await stoppedLenders(lenderIds, reach.tenant, now);
  const all = lending.filter(({ lenderId }) => !stopped.has(lenderId));
  const limited = new Map(all.filter(({ limits }) => isLimited(limits)).map((one) => [one.lenderId, one.limits]));
  if (!score || limited.size === 0) return all;
  const usage = await readUsageBeside(marketplaceId, [...limited.keys()], now);
  const rooms = new Map<string, Kobo>();
  for (const [lenderId, limits] of limited) {
    const leftOfBorrower = await leftOf(limits, { reach, merchantId, score, now }, lenderId);
    const used = usage.get(lenderId);
    const room = used && roomIn(limits, used, { riskTier: score.tier, leftOfBorrower });
    if (room != null) rooms.set(lenderId, room);
  }
  return all.map((product) => {
    const room = rooms.get(product.lenderId);
    return room === undefined ? product : { ...product, maximumPrincipal: least(product.maximumPrincipal, room) };
  });
}

/** What a borrower may still have of a lender; as with its cap, quarters tell of what it owes elsewhere. */
async function leftOf({ perBorrower }: LenderLimits, { reach, merchantId, score }: Asker, lenderId: string) {
  if (perBorrower === undefined) return () => zero;
  const { here, elsewhere } = await committedToLender(reach, merchantId, lenderId);
  return (limit: Kobo) => {
    const left = minus(limit, elsewhere);
    return minus(elsewhere > 0 ? inQuarters(left, score?.maxLendingCap ?? zero) : left, here);
  };
}
