import { expect, test } from "vitest";
import { realTimeOf } from "@/lib/kernel/time";
import { bankDayOf } from "./bank-day";

test.each([
  ["a Friday is itself", "2026-11-27T09:00:00Z", "2026-11-27"],
  ["its last hour in UTC is Saturday in Lagos, which counts on Monday", "2026-11-27T23:30:00Z", "2026-11-30"],
  ["a Sunday counts on Monday", "2026-11-29T09:00:00Z", "2026-11-30"],
  ["Christmas counts on the first day on which banks are open", "2026-12-25T09:00:00Z", "2026-12-29"],
])("%s", (_, moment, day) => {
  expect(bankDayOf(realTimeOf(Date.parse(moment)))).toBe(day);
});
