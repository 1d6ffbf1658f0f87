import { expect, test } from "vitest";
import { goodUntil, isTooOld } from "./staleness";

test.each([
  ["what was sent long ago", "2026-07-15T12:00:00Z", null, "2026-10-13T12:00:00.000Z"],
  ["what tells of months long ago, in Lagos", "2026-07-15T12:00:00Z", "2026-06", "2026-08-31T23:00:00.000Z"],
  ["over the end of a year", "2026-12-15T12:00:00Z", "2026-11", "2027-01-31T23:00:00.000Z"],
  ["the earlier of both", "2026-04-01T00:00:00Z", "2026-06", "2026-06-30T00:00:00.000Z"],
])("%s is good until the moment from which it is too old", (_, sent, salesUntil, until) => {
  const scored = { dataFrom: new Date(sent), salesUntil };
  const moment = goodUntil(scored);
  expect(moment.toISOString()).toBe(until);
  expect(isTooOld(scored, new Date(moment.getTime() - 1))).toBe(false);
  expect(isTooOld(scored, new Date(moment.getTime() + 1))).toBe(true);
});
