import { Inngest, NonRetriableError } from "inngest";
import { serve } from "inngest/edge";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { minute, second } from "@/lib/kernel/calendar";
import { waitingRoom } from "@/test/factories/waiting-room";
import { InngestServer } from "./server";

const signingKey = "signkey-test-5f6d7a2b9c3e4f10";
const eventKey = "event-key-of-the-tests";
const address = "http://localhost:3000/api/inngest";
const start = Date.parse("2026-11-21T09:00:10.250Z");

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: start }));
afterEach(() => void vi.useRealTimers());

type Functions = Parameters<typeof serve>[0]["functions"];

/** A server and an app of its own, which has registered. */
async function serving(functionsOf: (client: Inngest) => Functions, register = true) {
  const quiet = { debug() {}, info() {}, warn() {}, error() {} };
  const client = new Inngest({
    ...{ id: "shop", eventKey, signingKey, isDev: false, checkpointing: true, logger: quiet },
    baseUrl: "http://inngest.test",
    fetch: (input, init) => server.fetch(new Request(input, init)),
  });
  const app = serve({ client, functions: functionsOf(client), serveOrigin: "http://localhost:3000" });
  const server = new InngestServer({ eventKey, signingKey, app, address });
  if (register) await server.register();
  const advance = (milliseconds: number) => server.advance(milliseconds, (by) => vi.setSystemTime(Date.now() + by));
  return { server, client, advance };
}

const order = (key: string) => ({ name: "order.placed", data: { key } });
const triggers = [{ event: "order.placed" }];
const keyOf = (event: { data: Record<string, unknown> }) => String(event.data.key);
const seconds = () => (Date.now() - start) / second;

describe("registration", () => {
  const refused = (options: object, message: string) =>
    serving((client) => [client.createFunction({ id: "f", triggers, ...options }, async () => null)]).then(
      () => expect.fail(`taken: ${message}`),
      (error) => expect(String(error)).toContain(message),
    );

  test("takes what the server takes and refuses what it refuses", async () => {
    const { server } = await serving((client) => [
      client.createFunction({ id: "f", triggers, concurrency: { limit: 3, key: "event.data.key" } }, async () => null),
    ]);
    expect([...server.registered().keys()]).toEqual(["shop-f"]);
    const limit = { limit: 1, key: "event.data.key" };
    await refused({ concurrency: [limit, limit, limit] }, "Too big");
    await refused({ concurrency: { limit: 1_001 } }, "Too big");
    await refused({ concurrency: { limit: 1, scope: "account" } }, "a key must be specified");
    await refused({ concurrency: { limit: 1, key: "data.key" } }, "nothing is called data");
    await refused({ triggers: [{ cron: "* * * *" }] }, "isn't a valid cron schedule");
    await refused({ triggers: [{ cron: "61 * * * *" }] }, "isn't a valid cron schedule");
    await refused({ cancelOn: [{ event: "x", if: "event.data.a + async.data.b" }] }, "only logic");
    await refused({ debounce: { period: "1s" } }, "debounce");
    await refused({ id: "Not an id" }, "shop-Not an id");
  });
});

describe("events", () => {
  const send = (server: InngestServer, body: unknown, key = eventKey) =>
    server.fetch(new Request(`http://inngest.test/e/${key}`, { method: "POST", body: JSON.stringify(body) }));

  test("need the key, a size and a form; one sent again by the SDK counts once", async () => {
    const { server, client } = await serving((c) => [c.createFunction({ id: "f", triggers }, async () => null)]);
    expect((await send(server, order("a"), "another")).status).toBe(401);
    expect((await send(server, { name: "inngest/own", data: {} })).status).toBe(400);
    expect((await send(server, { name: "order.placed", data: 1 })).status).toBe(400);
    expect((await send(server, Array(5_001).fill({ name: "o", data: {} }))).status).toBe(400);
    expect((await send(server, order("x".repeat(256 * 1024)))).status).toBe(400);
    expect(server.events).toEqual([]);
    const { ids } = await client.send([order("a"), order("b")]);
    expect(new Set(ids).size).toBe(2);
    const twice = new Request("http://inngest.test/e/event-key-of-the-tests", {
      ...{ method: "POST", body: JSON.stringify(order("c")), headers: { "x-inngest-event-id-seed": "1,x" } },
    });
    await server.fetch(twice.clone());
    await server.fetch(twice);
    expect(server.events.map(({ data }) => data.key)).toEqual(["a", "b", "c"]);
    await send(server, { name: "nobody.listens", data: {} });
    expect(server.problems).toEqual(["nothing runs for nobody.listens"]);
  });
});

describe("runs", () => {
  test("are made in order, as many at once as the key allows, live ones first", async () => {
    const room = waitingRoom();
    const begun: string[] = [];
    const { server, client } = await serving((c) => [
      c.createFunction(
        {
          ...{ id: "f", triggers, concurrency: [{ limit: 2, key: "event.data.key" }, { limit: 3 }] },
          priority: { run: "event.data.key == 'live' ? 100 : 0" },
        },
        async ({ event }) => {
          begun.push(keyOf(event));
          await room.wait();
        },
      ),
    ]);
    await client.send(["a", "a", "a", "b", "b", "live"].map(order));
    await expect.poll(() => begun).toEqual(["live", "a", "a"]);
    expect(server.places.under("shop-f a")).toBe(2);
    room.open();
    await server.settle();
    expect(begun.slice(3).sort()).toEqual(["a", "b", "b"]);
    expect(server.places.mostUnder("shop-f")).toBe(3);
    expect(server.runs.every(({ status }) => status === "completed")).toBe(true);
  });

  test("are tried again by the table, and a failure past the last try is told", async () => {
    const tries: number[] = [];
    const told: unknown[] = [];
    const { client, server, advance } = await serving((c) => [
      c.createFunction(
        {
          id: "f",
          triggers,
          retries: 2,
          onFailure: async ({ event, error }) => void told.push([event.data.run_id, error.message]),
        },
        async ({ step }) => {
          await step.run("work", () => {
            tries.push(seconds());
            throw new Error("no luck");
          });
        },
      ),
    ]);
    await client.send(order("a"));
    await advance(minute);
    expect(tries).toEqual([0, 45]);
    await advance(minute);
    expect(tries).toEqual([0, 45, 105]);
    expect(server.runs[0]?.status).toBe("failed");
    expect(told).toEqual([[server.runs[0]?.id, "no luck"]]);
  });

  test("that must not be tried again are not, and a function may catch what a step threw", async () => {
    const { client, server } = await serving((c) => [
      c.createFunction({ id: "f", triggers }, async ({ step, event }) => {
        if (keyOf(event) === "bad") throw new NonRetriableError("never");
        return step
          .run("work", () => {
            throw new NonRetriableError("not this");
          })
          .catch((error: Error) => error.message);
      }),
    ]);
    await client.send([order("bad"), order("good")]);
    await server.settle();
    expect(server.runs.map(({ status, result }) => [status, result])).toEqual([
      ["failed", null],
      ["completed", "not this"],
    ]);
  });

  test("sleep without a place, wake to the second, and are cancelled by what cancels them", async () => {
    const woken: [string, number][] = [];
    const { client, server, advance } = await serving((c) => [
      c.createFunction(
        {
          ...{ id: "f", triggers, concurrency: 1 },
          cancelOn: [{ event: "order.placed", if: "event.data.key == async.data.key" }],
        },
        async ({ step, event }) => {
          await step.run("before", () => 1);
          await step.sleepUntil("a while", new Date(start + 20_400));
          woken.push([keyOf(event), seconds()]);
        },
      ),
    ]);
    await client.send(order("a"));
    await server.settle();
    expect(server.places.under("shop-f")).toBe(0);
    await client.send(order("b"));
    await advance(10 * second);
    await client.send(order("a"));
    await advance(minute);
    expect(server.runs.map(({ status }) => status)).toEqual(["cancelled", "completed", "completed"]);
    expect(woken).toEqual([
      ["b", 20],
      ["a", 20],
    ]);
  });

  test("are not cancelled by events that came before they were made, and events close together lose their order", async () => {
    const woken: string[] = [];
    const { client, server, advance } = await serving((c) => [
      c.createFunction({ id: "f", triggers, cancelOn: [{ event: "order.placed" }] }, async ({ step, event }) => {
        await step.sleep("a while", "10s");
        woken.push(keyOf(event));
      }),
    ]);
    server.faults.streamDelay = 250;
    await client.send([order("a"), order("b")]);
    await advance(100);
    await client.send(order("c"));
    await advance(second);
    await client.send(order("d"));
    await advance(minute);
    expect(server.runs.map(({ event, status }) => [keyOf(event), status])).toEqual([
      ["b", "cancelled"],
      ["a", "cancelled"],
      ["c", "cancelled"],
      ["d", "completed"],
    ]);
    expect(woken).toEqual(["d"]);
    const again = { ...order("e"), id: "of its own" };
    await client.send(again);
    await advance(second);
    await client.send(again);
    await advance(minute);
    expect(server.runs.slice(4).map(({ status }) => status)).toEqual(["cancelled"]);
  });

  test("that are cancelled in a call give their place back after a while, though the call goes on", async () => {
    const room = waitingRoom();
    const { client, server, advance } = await serving((c) => [
      c.createFunction({ id: "f", triggers, concurrency: 1, cancelOn: [{ event: "order.placed" }] }, async () =>
        room.wait(),
      ),
    ]);
    await client.send(order("a"));
    await expect.poll(room.inside).toBe(1);
    vi.setSystemTime(start + second);
    await client.send(order("b"));
    vi.setSystemTime(start + 17 * second);
    void advance(0);
    await expect.poll(room.inside).toBe(2);
    room.open();
    await server.settle();
    expect(server.runs.map(({ status }) => status)).toEqual(["cancelled", "completed"]);
  });

  test("by a schedule begin each minute", async () => {
    const at: number[] = [];
    const { advance } = await serving((c) => [
      c.createFunction({ id: "f", triggers: [{ cron: "* * * * *" }] }, async () => void at.push(Date.now() % minute)),
    ]);
    await advance(3 * minute);
    expect(at).toEqual([0, 0, 0]);
  });
});

describe("faults", () => {
  test("a call that is cut off or never arrives is an attempt; one delivered twice ends the run once", async () => {
    let calls = 0;
    const { client, server, advance } = await serving((c) => [
      c.createFunction({ id: "f", triggers }, async () => {
        calls += 1;
      }),
    ]);
    server.faults.unreachable = 1;
    server.faults.cut = 1;
    server.faults.twice = 1;
    await client.send(order("a"));
    await server.settle();
    expect(calls).toBe(0);
    await advance(5 * minute);
    expect([calls, server.runs[0]?.calls, server.runs[0]?.status]).toEqual([3, 3, "completed"]);
  });

  test("events are lost, the server is down, and forgets everything", async () => {
    const { client, server } = await serving((c) => [c.createFunction({ id: "f", triggers }, async () => null)]);
    server.faults.loses = true;
    expect((await client.send(order("a"))).ids).toHaveLength(1);
    expect(server.runs).toEqual([]);
    server.faults.loses = false;
    server.forget();
    await client.send(order("a"));
    expect(server.problems).toHaveLength(1);
    await server.register();
    await client.send(order("a"));
    await server.settle();
    expect(server.runs.map(({ status }) => status)).toEqual(["completed"]);
  });
});
