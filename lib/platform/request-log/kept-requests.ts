import type { Tenant } from "@/lib/kernel/actor";
import { laneOf } from "@/lib/kernel/lane";
import { processWide } from "@/lib/kernel/process-wide";
import type { RealTime } from "@/lib/kernel/time";
import { burst, mostAtOnce, mostTenants, sustained } from "@/lib/terms/request-log";

/** A request as it is written: what was asked and how it went. */
export type KeptRequest = {
  id: string;
  tenant: Tenant;
  requestId: string;
  operation: string;
  method: string;
  path: string;
  status: number;
  code: string | null;
  credential: string;
  durationMs: number;
  at: RealTime;
};

/** What is kept of one tenant, how much more may be, and how many were left out. */
type Share = { tenant: Tenant; allowed: number; kept: KeptRequest[]; leftOut: number };

type Kept = { open: boolean; shares: Map<string, Share>; count: number };

const held: Kept = processWide("kept-requests", () => ({ open: false, shares: new Map(), count: 0 }));

/** Whether requests are kept at all: from the moment somebody is there to write them. */
export function keepRequests(open: boolean): void {
  held.open = open;
}

export function areRequestsKept(): boolean {
  return held.open;
}

/**
 * Keeps a request until the next write, or counts it as left out: one tenant may have many in a moment and few for long.
 * One that failed takes the place of one that did not.
 */
export function keep(request: KeptRequest): void {
  const share = shareOf(request.tenant);
  if (!share) return;
  if (share.allowed > 0 && held.count < mostAtOnce) {
    share.allowed -= 1;
    held.count += 1;
    share.kept.push(request);
    return;
  }
  share.leftOut += 1;
  if (request.status < 400) return;
  const success = share.kept.findLastIndex(({ status }) => status < 400);
  if (success < 0) return;
  share.kept.splice(success, 1);
  share.kept.push(request);
}

function shareOf(tenant: Tenant): Share | undefined {
  const lane = laneOf(tenant);
  const known = held.shares.get(lane);
  if (known || held.shares.size >= mostTenants) return known;
  const share = { tenant, allowed: burst, kept: [], leftOut: 0 };
  held.shares.set(lane, share);
  return share;
}

type Taken = { requests: KeptRequest[]; gaps: { tenant: Tenant; leftOut: number }[] };

/** What has been kept since the last time, oldest first for each tenant, and how many were left out. */
export function takeKept(): Taken {
  const taken: Taken = { requests: [], gaps: [] };
  for (const [lane, share] of held.shares) {
    const { tenant, kept, leftOut } = share;
    taken.requests.push(...kept);
    if (leftOut > 0) taken.gaps.push({ tenant, leftOut });
    const allowed = Math.min(burst, share.allowed + sustained);
    if (allowed === burst) held.shares.delete(lane);
    else held.shares.set(lane, { tenant, allowed, kept: [], leftOut: 0 });
  }
  held.count = 0;
  return taken;
}
