import type { Environment } from "@/lib/kernel/actor";
import { ownerOf } from "@/lib/kernel/lane";
import { listFindings } from "@/lib/loans/ledger/findings";
import { listStuckWork } from "@/lib/platform/work-failures/queries";
import { readMarketplaceNames } from "@/lib/surfaces/console/parties/marketplace-names";

/** Most that are shown at once. */
const mostShown = 200;

/** Background work that goes on failing, what has failed for longest first: an environment's, and the service's own. */
export async function readStuck(environment: Environment) {
  const { stuck } = await listStuckWork(mostShown, { environment });
  const owned = stuck.map((failure) => ({ failure, marketplaceId: ownerOf(failure.lane)?.marketplaceId ?? null }));
  const names = await readMarketplaceNames(owned.flatMap(({ marketplaceId }) => marketplaceId ?? []));
  return owned.map(({ failure, marketplaceId }) => {
    const { task, id, lane, failures, firstFailedAt, lastFailedAt, nextTryAt, cause } = failure;
    return {
      ...{ task, id, failures, firstFailedAt, lastFailedAt, nextTryAt, cause },
      /** All there is in a lane, which the engine's next sweep takes up. */
      isLane: id === lane,
      owner: marketplaceId === null ? null : (names.get(marketplaceId) ?? marketplaceId),
    };
  });
}

/** Loans of an environment whose books a check found wrong. */
export async function listWrongBooks(environment: Environment) {
  return listFindings({ environment, limit: mostShown });
}
