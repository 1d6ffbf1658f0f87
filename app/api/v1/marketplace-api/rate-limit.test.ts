import { beforeAll, describe, expect, test, vi } from "vitest";
import { countFailure } from "@/lib/edge/http/rate-limit";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { instant } from "@/test/time";
import { GET as getMerchant } from "./merchants/[ref]/route";
import { POST as requestUpload } from "./uploads/route";

// Before the first request: settings are read once.
vi.stubEnv("RATE_READS", "40");
vi.stubEnv("RATE_WRITES", "3");
vi.stubEnv("RATE_FAILED_AUTH", "3");
useDatabase();

let marketplace: TestMarketplace;
beforeAll(async () => {
  // All in one minute, however slow the machine: allowances are counted by the minute.
  vi.useFakeTimers({ toFake: ["Date"], now: instant("2026-11-20T12:00:10Z") });
  marketplace = await createMarketplace();
});

const read = (key = marketplace.testKey) => call(getMerchant, { key, params: { ref: "unknown" } });
const write = () => call(requestUpload, { key: marketplace.testKey, body: {} });

describe("allowances", () => {
  test("come with every answer and, once used up, with the time to wait", async () => {
    const first = await write();
    expect(first.status).toBe(400);
    expect(first.headers.get("ratelimit-policy")).toBe('"write";q=3;w=60');
    expect(first.headers.get("ratelimit")).toBe('"write";r=2;t=50');
    await write();
    await write();
    const refused = await write();
    expect(refused).toMatchObject({ status: 429, json: { code: "RATE_LIMITED", status: 429 } });
    expect(refused.headers.get("retry-after")).toBe("50");
    expect(refused.headers.get("ratelimit")).toBe('"write";r=0;t=50');
    expect(refused.headers.get("ratelimit-policy")).toBe('"write";q=3;w=60');
  });

  test("are counted exactly, however many requests come at once, and for each kind and credential apart", async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => read()));
    expect(answers.filter((answer) => answer.status === 404)).toHaveLength(40);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(20);
    expect((await read((await createMarketplace()).testKey)).status).toBe(404);
  });

  test("start again with the next minute", async () => {
    vi.setSystemTime(instant("2026-11-20T12:01:00Z"));
    expect((await write()).status).toBe(400);
    expect((await read()).status).toBe(404);
  });
});

test("failed authentication is held back per address once it goes on; a valid credential is not", async () => {
  expect((await read("sk_test_wrong")).status).toBe(401);
  const at = instant("2026-11-20T12:05:00Z");
  const waits = (address: string, times: number) =>
    Array.from({ length: times }, () => countFailure(address, at).delay);
  expect(waits("192.0.2.1", 5)).toEqual([0, 0, 0, 100, 200]);
  expect(waits("192.0.2.1", 40).at(-1)).toBe(2_000);
  expect(waits("192.0.2.2", 1)).toEqual([0]);
  // One IPv6 subscriber has a whole /64.
  expect(waits("2001:db8:1:2::1", 3)).toEqual([0, 0, 0]);
  expect(waits("2001:db8:1:2::ffff", 1)).toEqual([100]);
  expect((await read()).status).toBe(404);
});
