import { expect, test } from "vitest";
import { parseCron } from "./cron";
import { parseExpression } from "./expression";
import { Refusal, readRegistration } from "./functions";
import { readEvents } from "./intake";

test("expressions are read as the server reads them", () => {
  const scope = { event: { data: { lane: "mkt_1/live", tries: 2 } }, async: { data: { lane: "mkt_1/live" } } };
  const value = (source: string) => parseExpression(source, ["event", "async"])(scope);
  expect(value("event.data.lane == async.data.lane")).toBe(true);
  expect(value("event.data.lane.endsWith('/live') ? 60 : 0")).toBe(60);
  expect(value('event.data.tries + 1 > 2 && !(event.data.lane == "mkt_1/test") || false')).toBe(true);
  expect(value("event.data.missing")).toBeNull();
  for (const wrong of ["event.data.lane =", "other.lane", "(event.data.tries", "event.data.lane.size()", "1 2"]) {
    expect(() => parseExpression(wrong, ["event"]), wrong).toThrow();
  }
});

test("schedules come when they say", () => {
  const after = (source: string) => new Date(parseCron(source).after(Date.parse("2026-11-21T09:00:10Z"))).toISOString();
  expect(after("* * * * *")).toBe("2026-11-21T09:01:00.000Z");
  expect(after("*/15 8-9 * * *")).toBe("2026-11-21T09:15:00.000Z");
  expect(after("0 0 1 * 1")).toBe("2026-11-23T00:00:00.000Z");
  for (const wrong of ["* * * *", "60 * * * *", "5-1 * * * *", "*/0 * * * *", "a * * * *"]) {
    expect(() => parseCron(wrong), wrong).toThrow();
  }
});

test("what has no functions or no events in it is refused", () => {
  expect(() => readRegistration({ functions: [] })).toThrow(Refusal);
  expect(() => readEvents("no JSON", "seed", 0)).toThrow(Refusal);
  expect(() => readEvents('{"name":"a","data":{},"ts":1}', "seed", 0)).toThrow(Refusal);
  expect(readEvents('{"name":"a","data":{}}', "seed", 5)).toEqual([
    { event: { id: "seed/0", name: "a", data: {}, ts: 5, user: {} }, key: "seed/0", at: 5 },
  ]);
});
