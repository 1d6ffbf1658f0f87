import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { failingReceiverCap, receiverCap } from "@/lib/terms/outbound-webhooks";
import { claimedAhead, inTurn, longestWait } from "./receiver-places";
import type { Exchange } from "./retry-policy";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const taken: Exchange = { status: 200, body: "ok", error: null, durationMs: 5, retryAfterMs: null };
const refused: Exchange = { ...taken, status: 500 };

/** Exchanges with a receiver of its own, answered one by one in the order in which they began. */
function receiver() {
  const name = Math.random().toString();
  const answers: ((exchange: Exchange) => void)[] = [];
  let begun = 0;
  return {
    ahead: () => claimedAhead(name),
    begun: () => begun,
    send: (count: number, failing = false) =>
      Array.from({ length: count }, () =>
        inTurn(name, failing, () => {
          begun += 1;
          return new Promise<Exchange>((resolve) => answers.push(resolve));
        }),
      ),
    answer: async (count: number, exchange = taken) => {
      for (const answer of answers.splice(0, count)) answer(exchange);
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

it("has at most the cap under way, and begins the next as soon as one ends", async () => {
  const { send, answer, begun } = receiver();
  const sent = send(receiverCap + 10);
  expect(begun()).toBe(receiverCap);
  await answer(4);
  expect(begun()).toBe(receiverCap + 4);
  await answer(receiverCap);
  await answer(6);
  expect(await Promise.all(sent)).toEqual(Array(receiverCap + 10).fill(taken));
});

it("has deliveries claimed ahead only while the receiver takes them, and soon", async () => {
  const { send, answer, ahead } = receiver();
  expect(ahead()).toBe(0);
  void send(5);
  expect(ahead()).toBe(0);
  await answer(1);
  expect(ahead()).toBe(receiverCap);
  await answer(1, { ...taken, durationMs: 2_000 });
  expect(ahead()).toBe(0);
  await answer(1);
  expect(ahead()).toBe(receiverCap);
  await answer(1, refused);
  expect(ahead()).toBe(0);
  await answer(1);
});

it("gives back what waits as soon as the receiver fails", async () => {
  const { send, answer, begun } = receiver();
  const sent = send(receiverCap + 3);
  await answer(1, refused);
  expect(await Promise.all(sent.slice(receiverCap))).toEqual([null, null, null]);
  await answer(receiverCap);
  expect(begun()).toBe(receiverCap);
});

it("keeps a failing receiver to its cap, whatever is still under way", async () => {
  const { send, answer, begun } = receiver();
  void send(5);
  await answer(1, refused);
  const next = send(1, true);
  await answer(4 - failingReceiverCap);
  expect(begun()).toBe(5);
  await answer(1);
  expect(begun()).toBe(6);
  await answer(failingReceiverCap);
  expect(await Promise.all(next)).toEqual([taken]);
});

it("gives back what waits for a receiver that hangs, all at once, and claims nothing ahead until it answers", async () => {
  const { send, answer, ahead, begun } = receiver();
  void send(receiverCap);
  await answer(1);
  const early = send(2);
  await vi.advanceTimersByTimeAsync(longestWait / 2);
  const late = send(1);
  await vi.advanceTimersByTimeAsync(longestWait / 2);
  expect(await Promise.all([...early.slice(1), ...late])).toEqual([null, null]);
  expect([ahead(), begun()]).toEqual([0, receiverCap + 1]);
  await answer(receiverCap);
});

it("frees the place of an exchange that throws", async () => {
  const { ahead } = receiver();
  const name = "throws";
  await expect(inTurn(name, false, () => Promise.reject(new Error("a fault")))).rejects.toThrow("a fault");
  const sent = Array.from({ length: receiverCap }, () => inTurn(name, false, async () => taken));
  expect(await Promise.all(sent)).toHaveLength(receiverCap);
  expect(ahead()).toBe(0);
});
