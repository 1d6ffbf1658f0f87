import { expect, test } from "vitest";
import { canonicalJson } from "@/lib/kernel/canonical-json";
import { keyedDigest } from "@/lib/kernel/crypto";
import { fingerprintOf, requireSame } from "./receipt";

test("null is no part of an event's fingerprint, but in a list, and words that say null are", () => {
  const event = { id: "e", sale: { note: "null", at: new Date(0) }, all: [1, null] };
  const print = fingerprintOf(event);
  expect(fingerprintOf({ refundOf: null, ...event, sale: { ...event.sale, of: null } })).toBe(print);
  for (const other of [
    { ...event, all: [1] },
    { ...event, sale: { at: new Date(0) } },
    { ...event, sale: null },
  ]) {
    expect(() => requireSame(print, other)).toThrow(expect.objectContaining({ code: "EVENT_CONFLICT" }));
  }
});

test("an event kept when null was part of it is still the same event", () => {
  const event = { id: "e", refundOf: null };
  expect(() => requireSame(keyedDigest("data-events.fingerprint", canonicalJson(event)), event)).not.toThrow();
});
