import { describe, expect, it } from "vitest";
import { day, hour, later, minute, second } from "@/lib/kernel/calendar";
import type { BusinessTime } from "@/lib/kernel/time";
import { instant } from "@/test/time";
import { outcomeOf, retryAfterMs } from "./retry-policy";

const endedAt = instant("2026-11-01T10:00:00.000Z");
const failed = { status: 500, error: null, retryAfterMs: null };

function decided(
  number: number,
  exchange: Partial<typeof failed> | { error: string } = {},
  failingSince: BusinessTime | null = null,
) {
  return outcomeOf({ number, exchange: { ...failed, ...exchange }, failingSince, endedAt });
}

function delayAfter(number: number, exchange: object = {}) {
  const { dueAt } = decided(number, exchange);
  return dueAt ? dueAt.getTime() - endedAt.getTime() : null;
}

describe("outcomeOf", () => {
  it("follows the published schedule: 1 minute, 5 minutes, 30 minutes, 2 hours, then failed", () => {
    expect([1, 2, 3, 4, 5].map((number) => delayAfter(number))).toEqual([
      minute,
      5 * minute,
      30 * minute,
      2 * hour,
      null,
    ]);
    expect(decided(4).status).toBe("PENDING");
    expect(decided(5)).toEqual({ status: "FAILED", dueAt: null, disable: null });
  });

  it.each([200, 201, 202, 204, 299])("takes %i for an acknowledgement", (status) => {
    expect(decided(1, { status })).toEqual({ status: "DELIVERED", dueAt: null, disable: null });
  });

  it.each([100, 199, 300, 301, 304, 307, 400, 401, 404, 409, 422, 500, 503])("tries again after %i", (status) => {
    expect(decided(1, { status })).toMatchObject({ status: "PENDING", disable: null });
  });

  it("takes no answer, and a 2xx that was not whole, for a failure", () => {
    expect(decided(1, { status: null, error: "connection refused" } as object).status).toBe("PENDING");
    expect(decided(1, { status: 200, error: "the answer was not complete within 10 s" } as object).status).toBe(
      "PENDING",
    );
  });

  it("lets Retry-After delay up to twice the step, on 429 and 503 alone, and never shorten", () => {
    expect(delayAfter(1, { status: 429, retryAfterMs: 90 * second })).toBe(90 * second);
    expect(delayAfter(1, { status: 503, retryAfterMs: hour })).toBe(2 * minute);
    expect(delayAfter(1, { status: 503, retryAfterMs: second })).toBe(minute);
    expect(delayAfter(4, { status: 429, retryAfterMs: day })).toBe(4 * hour);
    expect(delayAfter(1, { status: 500, retryAfterMs: hour })).toBe(minute);
    expect(delayAfter(5, { status: 429, retryAfterMs: hour })).toBe(null);
  });

  it("disables at once on 410, and after three days of nothing but failures", () => {
    expect(decided(1, { status: 410 }).disable).toBe("GONE");
    expect(decided(1, {}, later(endedAt, -3 * day)).disable).toBe("FAILING");
    expect(decided(1, {}, later(endedAt, -3 * day + 1)).disable).toBe(null);
    expect(decided(1, { status: 200 }, later(endedAt, -4 * day)).disable).toBe(null);
  });
});

describe("retryAfterMs", () => {
  it.each([
    ["120", 120_000],
    ["0", 0],
    [" 7 ", 7_000],
    ["Sun, 01 Nov 2026 10:02:00 GMT", 120_000],
    ["Sun, 01 Nov 2026 09:00:00 GMT", 0],
    ["Sunday, 01-Nov-26 10:02:00 GMT", 120_000],
    ["01 Nov 2026 10:02:00 GMT (Sun)", null],
    ["-5", null],
    ["1.5", null],
    ["soon", null],
    ["9".repeat(40), null],
    ["", null],
    [undefined, null],
  ])("reads %j as %j", (header, expected) => {
    expect(retryAfterMs(header, endedAt)).toBe(expected);
  });
});
