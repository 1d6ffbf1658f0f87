import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { log } from "@/lib/log";
import { sendNudges } from "@/lib/nudge";
import { startInngestStandIn } from "@/test/inngest-stand-in";
import { startInngestEngine } from "./inngest";
import type { Task } from "./task";

const eventKey = "event-key-of-the-tests";
const nothing = async () => [];
const stub: Task = {
  name: "deliver-webhook",
  concurrency: 100,
  peek: nothing,
  claimDue: nothing,
  claimDueOf: nothing,
  dueRowsOf: () => null,
  dueLanes: () => sql`select '' as lane, now() as since, false as busy where false`,
  nextDueOf: () => null,
  release: async () => {},
  claimOne: async () => ({ taken: false, again: null }),
  run: async () => null,
};

let inngest: Awaited<ReturnType<typeof startInngestStandIn>>;

beforeAll(async () => {
  inngest = await startInngestStandIn();
  Object.assign(process.env, {
    INNGEST_EVENT_KEY: eventKey,
    INNGEST_SIGNING_KEY: "signkey-test-5f6d7a2b9c3e4f10",
    INNGEST_BASE_URL: inngest.url,
  });
});

afterAll(() => inngest.stop());
beforeEach(() => inngest.forget());
afterEach(() => void vi.restoreAllMocks());

const event = (id: string) => ({ name: "financing/deliver-webhook.due", data: { id, marketplaceId: "mkt_1" } });
const hint = (id: string) => ({ task: "deliver-webhook", id, lane: "mkt_1/test" }) as const;

test("passes a burst of hints on in one request, each row once, and nothing it does not serve", async () => {
  const stop = startInngestEngine([stub]);
  sendNudges([hint("dlv_1"), hint("dlv_2")]);
  sendNudges([hint("dlv_1"), { ...hint("sub_1"), task: "score-submission" }]);
  await stop();
  expect(inngest.requests).toMatchObject([{ eventKey, events: [event("dlv_1"), event("dlv_2")] }]);
  sendNudges([hint("dlv_3")]);
  expect(inngest.requests).toHaveLength(1);
});

test("gathers what comes while a request is under way, and sends it all before it stops", async () => {
  const stop = startInngestEngine([stub]);
  inngest.hold();
  sendNudges([hint("dlv_0")]);
  await new Promise((resolve) => setImmediate(resolve));
  sendNudges(Array.from({ length: 600 }, (_, i) => hint(`dlv_${i + 1}`)));
  const stopped = stop();
  inngest.release();
  await stopped;
  expect(inngest.requests.map(({ events }) => events.length)).toEqual([1, 500, 100]);
});

test("logs what it cannot deliver, throws nothing and goes on afterwards", async () => {
  const logged = vi.spyOn(log, "error").mockReturnValue();
  const stop = startInngestEngine([stub]);
  inngest.setDown(true);
  sendNudges([hint("dlv_1"), hint("dlv_2")]);
  await vi.waitFor(() => expect(logged).toHaveBeenCalledTimes(1), { timeout: 30_000 });
  expect(logged).toHaveBeenCalledWith(expect.stringContaining("could not tell"), expect.any(Error), { rows: 2 });
  expect(String(logged.mock.calls[0]?.[1])).not.toContain(eventKey);
  inngest.setDown(false);
  sendNudges([hint("dlv_3")]);
  await stop();
  expect(inngest.events()).toMatchObject([{ data: { id: "dlv_3" } }]);
});
