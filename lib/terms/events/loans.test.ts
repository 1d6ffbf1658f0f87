import { expect, test } from "vitest";
import type { recordEvent } from "@/lib/platform/messages/webhooks/record-event";
import { loanEvents } from "./loans";

type Cancelled = Parameters<typeof recordEvent<"loan.cancelled">>[0]["payload"];

const loan = { id: "loan_1", reference: "LN-1", status: "CANCELLED" } as const;
const whole: Cancelled = { loan, reason: "DECLINED", cancelled_at: "2026-07-15T12:00:00.000Z" };
const { reason, cancelled_at } = whole;

// @ts-expect-error a field is missing
const short: Cancelled = { loan, reason };
// @ts-expect-error a field is misspelt
const misspelt: Cancelled = { loan, reason, canceled_at: cancelled_at };
// @ts-expect-error a field is of another type
const mistyped: Cancelled = { loan, reason, cancelled_at: new Date(cancelled_at) };
// @ts-expect-error there is no such reason
const unheardOf: Cancelled = { loan, reason: "FORGOTTEN", cancelled_at };
// @ts-expect-error no loan is in this state when the event is sent
const early: Cancelled = { loan: { ...loan, status: "ACTIVE" }, reason, cancelled_at };

test("what the compiler refuses to record as loan.cancelled, its schema refuses too", () => {
  const accepts = (payload: unknown) => loanEvents["loan.cancelled"].payload.safeParse(payload).success;
  expect(accepts(whole)).toBe(true);
  expect([short, misspelt, mistyped, unheardOf, early].map(accepts)).toEqual([false, false, false, false, false]);
});
