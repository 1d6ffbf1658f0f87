import { expect, test } from "vitest";
import { orderPaymentBody } from "@/lib/lending/transfers/payments/schema";
import { orderNamed } from "./order-name";

const now = "2026-07-15T12:00:00.000Z";
const newest = { id: "pay_01JZZZZZZZZZZZZZZZZZZZZZZZ" };
const name = orderNamed(12_000.5, now, newest);

test("the same order from the same view has the same name, which the service takes", () => {
  expect(orderNamed(12_000.5, "2026-07-15T23:59:59.999Z", newest)).toBe(name);
  const requestId = orderNamed(9_999_999_999_999.99, now, newest);
  expect(orderPaymentBody.parse({ amount: 1, requestId })).toMatchObject({ requestId });
});

test.each([
  ["another amount", orderNamed(12_000, now, newest)],
  ["once another payment is seen", orderNamed(12_000.5, now, { id: "pay_01K00000000000000000000000" })],
  ["when no payment is shown any more", orderNamed(12_000.5, now, undefined)],
  ["on another day", orderNamed(12_000.5, "2026-07-16T00:00:00.000Z", newest)],
])("%s is another order", (_, other) => {
  expect(other).not.toBe(name);
});
