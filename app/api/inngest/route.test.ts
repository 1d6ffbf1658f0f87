import { afterEach, describe, expect, test, vi } from "vitest";
import { canonical, signature } from "@/test/inngest/signature";
import { stubTask } from "@/test/stub-task";

vi.mock("@/lib/edge/jobs/all-tasks", () => ({
  tasks: [
    stubTask({ name: "score-submission" }),
    stubTask({ name: "send-payout", lanesAtOnce: 8 }),
    stubTask({ name: "purge", chore: true }),
  ],
}));

vi.mock("@/lib/edge/jobs/work-lane", () => ({ workLane: async () => ({ end: "drained" }) }));

const signingKey = "signkey-test-5f6d7a2b9c3e4f10";
const eventKey = "event-key-of-the-tests";
const keys = { JOBS: "on", DATABASE_POOL: "16", INNGEST_EVENT_KEY: eventKey, INNGEST_SIGNING_KEY: signingKey };
const address = "http://localhost:3000/api/inngest";
const event = { name: "financing/score-submission.due", data: { lane: "mkt_1/test" } };
const body = canonical({ ctx: { run_id: "run-1" }, event, events: [event], steps: {}, version: 2 });

/** The route as a process with these settings has it. */
async function routeWith(settings: Record<string, string>) {
  vi.resetModules();
  vi.unstubAllEnvs();
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  return import("./route");
}

afterEach(() => void vi.unstubAllEnvs());

function call(method: string, options: { signature?: string; body?: string; headers?: Record<string, string> } = {}) {
  const query = method === "POST" ? "?fnId=financing-score-submission&stepId=step" : "";
  const headers = { ...options.headers, ...(options.signature ? { "x-inngest-signature": options.signature } : {}) };
  return new Request(address + query, { method, headers, ...(method === "GET" ? {} : { body: options.body ?? body }) });
}

test("the address is closed while Inngest is not configured, and in a process that does no background work", async () => {
  const closed: Record<string, string>[] = [{ JOBS: "on" }, { JOBS: "on", INNGEST_DEV: "0" }, { ...keys, JOBS: "off" }];
  for (const settings of closed) {
    const route = await routeWith(settings);
    for (const method of ["GET", "POST", "PUT"] as const) {
      const response = await route[method](call(method));
      expect(response.status).toBe(404);
      expect(response.headers.get("content-type")).toBe("application/problem+json");
      expect(response.headers.get("ratelimit")).toMatch(/^"read";/);
      expect(await response.json()).toMatchObject({ code: "NOT_FOUND" });
    }
  }
});

describe("with keys", () => {
  test("requests without a valid, recent signature are refused", async () => {
    const route = await routeWith(keys);
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    const bad: Record<string, string | undefined> = {
      none: undefined,
      garbage: "t=1",
      "another key": signature("signkey-test-00000000", body),
      "another body": signature(signingKey, "{}"),
      stale: signature(signingKey, body, minutesAgo(6)),
      "from the future": signature(signingKey, body, minutesAgo(-6)),
    };
    for (const [what, value] of Object.entries(bad)) {
      for (const method of ["GET", "POST", "PUT"] as const) {
        const response = await route[method](call(method, { signature: value }));
        const text = await response.text();
        expect([what, method, response.status]).toEqual([what, method, 401]);
        expect(text).toBe('{"message":"Unauthorized"}');
        expect(response.headers.get("x-inngest-signature")).toBeNull();
      }
    }
  });

  test("a signed call runs the function, and its answer is signed in turn", async () => {
    const { POST } = await routeWith(keys);
    const response = await POST(call("POST", { signature: signature(signingKey, body) }));
    expect(response.status).toBe(206);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject([{ op: "StepRun", data: { end: "drained" } }]);
    const answered = new URLSearchParams(response.headers.get("x-inngest-signature") ?? "");
    const at = new Date(Number(answered.get("t")) * 1000);
    expect(answered.toString()).toBe(signature(signingKey, text, at));
  });

  test("the old key is good during rotation", async () => {
    const old = "signkey-test-0badc0de";
    const { POST } = await routeWith({ ...keys, INNGEST_SIGNING_KEY_FALLBACK: old });
    expect((await POST(call("POST", { signature: signature(old, body) }))).status).toBe(206);
    expect((await POST(call("POST", { signature: signature(signingKey, body) }))).status).toBe(206);
  });

  test("invalid or oversized JSON is refused before anything reads it", async () => {
    const { POST } = await routeWith(keys);
    expect((await POST(call("POST", { body: "{" }))).status).toBe(400);
    expect((await POST(call("POST", { body: `"${"x".repeat(1024 * 1024)}"` }))).status).toBe(413);
  });

  test("inspection says that keys are set and never what they are", async () => {
    const { GET } = await routeWith(keys);
    const response = await GET(call("GET", { signature: signature(signingKey, "") }));
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ mode: "cloud", function_count: 5, has_signing_key: true });
    const headers = JSON.stringify([...response.headers]);
    for (const secret of [eventKey, "5f6d7a2b9c3e4f10"]) expect(text + headers).not.toContain(secret);
  });

  test("registration lists every function with its trigger, its limit and where it is called", async () => {
    const { PUT } = await routeWith(keys);
    const wish = canonical({ url: "https://elsewhere.example/api/inngest" });
    const headers = { "x-inngest-sync-kind": "in_band" };
    const response = await PUT(call("PUT", { body: wish, headers, signature: signature(signingKey, wish) }));
    expect(response.status).toBe(200);
    const registered = await response.json();
    const step = (id: string, attempts: number) => ({
      step: {
        id: "step",
        name: "step",
        runtime: { type: "http", url: `${address}?fnId=financing-${id}&stepId=step` },
        retries: { attempts },
      },
    });
    const follow = (id: string, places: object) => ({
      id: `financing-${id}`,
      name: id,
      triggers: [{ event: `financing/${id}.due` }],
      concurrency: [places],
      priority: { run: 'event.data.lane.endsWith("/live") ? 60 : 0' },
      cancel: [{ event: `financing/${id}.due`, if: "event.data.lane == async.data.lane" }],
      steps: step(id, 3),
    });
    const failure = (id: string) => expect.objectContaining({ id: `financing-${id}-failure` });
    expect(registered.functions).toEqual([
      follow("score-submission", { scope: "env", key: '"database"', limit: 16 }),
      failure("score-submission"),
      follow("send-payout", { limit: 8 }),
      failure("send-payout"),
      {
        id: "financing-sweep",
        name: "sweep",
        triggers: [{ cron: "* * * * *" }],
        concurrency: [{ limit: 2 }],
        steps: step("sweep", 0),
      },
    ]);
    expect(JSON.stringify(registered)).not.toContain("5f6d7a2b9c3e4f10");
  });
});

describe("with the dev server", () => {
  const dev = { JOBS: "on", INNGEST_DEV: "1" };

  test("calls need no signature", async () => {
    const { GET, POST } = await routeWith(dev);
    expect(await (await GET(call("GET"))).json()).toMatchObject({ mode: "dev", function_count: 5 });
    expect((await POST(call("POST"))).status).toBe(206);
  });
});
