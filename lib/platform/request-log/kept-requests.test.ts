import { beforeEach, describe, expect, test } from "vitest";
import { type Tenant, tenantOf } from "@/lib/kernel/actor";
import { burst, mostAtOnce, mostTenants, sustained } from "@/lib/terms/request-log";
import { now } from "@/test/time";
import { keep, takeKept } from "./kept-requests";

const tenant = (marketplaceId: string) => tenantOf({ marketplaceId, environment: "test" });
const shop = tenant("mkt_shop");
let made = 0;

function ask(who: Tenant, count: number, status = 200): void {
  for (let i = 0; i < count; i += 1) {
    made += 1;
    const asked = { requestId: `req_${made}`, operation: "ping", method: "GET", path: "/", credential: "key_1" };
    keep({ id: `rql_${made}`, tenant: who, ...asked, status, code: null, durationMs: 1, at: now() });
  }
}

function taken() {
  const { requests, gaps } = takeKept();
  return { statuses: requests.map(({ status }) => status), leftOut: gaps.map(({ leftOut }) => leftOut) };
}
const times = (count: number, status: number) => Array.from({ length: count }, () => status);

beforeEach(() => {
  // A tenant that was silent for that long may have a burst again.
  for (let i = 0; i < burst / sustained; i += 1) takeKept();
});

describe("of one tenant", () => {
  test("a burst is kept whole, what goes beyond it is counted", () => {
    ask(shop, burst);
    expect(taken()).toEqual({ statuses: times(burst, 200), leftOut: [] });
    ask(shop, sustained + 3);
    expect(taken()).toEqual({ statuses: times(sustained, 200), leftOut: [3] });
  });

  test("few are kept for long, and after a rest many again", () => {
    ask(shop, burst + 1);
    expect(taken().leftOut).toEqual([1]);
    for (let i = 0; i < 3; i += 1) {
      ask(shop, 2 * sustained);
      expect(taken()).toEqual({ statuses: times(sustained, 200), leftOut: [sustained] });
    }
    for (let i = 0; i < burst / sustained; i += 1) expect(taken()).toEqual({ statuses: [], leftOut: [] });
    ask(shop, burst);
    expect(taken()).toEqual({ statuses: times(burst, 200), leftOut: [] });
  });

  test("those that failed take the place of those that did not", () => {
    ask(shop, burst);
    ask(shop, 3, 409);
    ask(shop, 2, 200);
    expect(taken()).toEqual({ statuses: [...times(burst - 3, 200), ...times(3, 409)], leftOut: [5] });
    ask(shop, sustained, 500);
    ask(shop, 1, 404);
    expect(taken()).toEqual({ statuses: times(sustained, 500), leftOut: [1] });
  });
});

test("what one tenant asks leaves the others their places", () => {
  ask(shop, 10 * burst);
  ask(tenant("mkt_other"), burst);
  expect(taken()).toEqual({ statuses: times(2 * burst, 200), leftOut: [9 * burst] });
});

test("memory is bounded, however many ask", () => {
  for (let i = 0; i < mostTenants + 10; i += 1) ask(tenant(`mkt_${i}`), 1);
  const { statuses, leftOut } = taken();
  expect(statuses).toHaveLength(mostAtOnce);
  expect(leftOut).toHaveLength(mostTenants - mostAtOnce);
});
