import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { env } from "@/lib/kernel/env";
import { instant } from "@/test/time";
import { pageRefusal, pagesToCome } from "./plain-page";
import { admitPage, awaitPace, pageSeats } from "./request-seat";
import { sessionCookieName } from "./session";

/** Each test has a minute of its own. */
let now = instant("2026-11-20T12:00:00Z");
beforeEach(() => {
  now = instant(new Date(now.getTime() + 60_000).toISOString());
  vi.useFakeTimers({ toFake: ["setTimeout"] });
});
afterEach(() => void vi.useRealTimers());

const from = (address: string, session?: string) =>
  new Headers({
    "x-socket-address": address,
    ...(session ? { cookie: `${sessionCookieName("marketplace")}=${session}` } : {}),
  });
const times = (count: number, headers: Headers) => Array.from({ length: count }, () => admitPage(headers, now));
const settled = () => vi.advanceTimersByTimeAsync(1_000);

/** Who is in at once: each that comes in stays until told to leave. */
async function seated(asked: readonly ReturnType<typeof admitPage>[]) {
  const inside: (() => void)[] = [];
  for (const one of asked) one.then(({ leave }) => inside.push(leave)).catch(() => {});
  await settled();
  return inside;
}

/** Those too who come in as others leave. */
async function leaveAll(...inside: (() => void)[][]) {
  while (inside.some(({ length }) => length > 0)) {
    for (const leave of inside.flatMap((some) => some.splice(0))) leave();
    await settled();
  }
}

test("a session has its seats, an address its own, and others theirs beside them", async () => {
  const inside = await seated([...times(10, from("192.0.2.1", "ada"))]);
  expect(inside.length).toBe(pageSeats.session.seats);
  const colleagues = await seated(times(10, from("192.0.2.1")));
  expect(inside.length + colleagues.length).toBe(pageSeats.address.seats);
  const stranger = await seated(times(1, from("192.0.2.9")));
  expect(stranger.length).toBe(1);
  await leaveAll(inside, colleagues, stranger);
});

test("who waits comes in when a seat is given back; beyond those that may wait, 503 with Retry-After", async () => {
  const { seats, waiting } = pageSeats.address;
  const asked = times(seats + waiting + 2, from("192.0.2.2"));
  const outcomes = Promise.allSettled(asked);
  const inside = await seated(asked);
  expect(inside.length).toBe(seats);
  await leaveAll(inside);
  const refused = (await outcomes).filter(({ status }) => status === "rejected");
  expect(refused.length).toBe(2);
  for (const one of refused)
    expect(one).toMatchObject({ reason: { code: "SERVICE_UNAVAILABLE", retryAfterSeconds: 3 } });
});

test("whose readers have stopped reading keep their own seats, and nobody else's", async () => {
  const slow = [from("192.0.2.11"), from("192.0.2.12")].flatMap((headers) => times(pageSeats.address.seats, headers));
  const inside = await seated(slow);
  expect(inside.length).toBe(pageSeats.all.seats);
  const stranger = times(1, from("192.0.2.13"));
  const served = await seated(stranger);
  expect(served.length).toBe(0);
  for (const one of slow.slice(0, 2)) (await one).leaveShared();
  await settled();
  // Those two seats went to who came first.
  expect([inside.length, served.length]).toEqual([pageSeats.all.seats + 2, 0]);
  for (const one of slow.slice(2, 4)) (await one).leaveShared();
  await settled();
  expect([inside.length, served.length]).toEqual([2 * pageSeats.address.seats, 0]);
  for (const one of slow) (await one).leaveShared();
  await settled();
  expect(served.length).toBe(1);
  expect((await seated(times(1, from("192.0.2.11")))).length).toBe(0);
  await leaveAll(inside, served);
});

test.each([
  ["page", from("192.0.2.3"), from("192.0.2.4")],
  ["sessionPage", from("192.0.2.5", "ada"), from("192.0.2.5", "bola")],
] as const)(
  "beyond the allowance of a %s: 429, later each time, and others are let in",
  async (name, greedy, other) => {
    const limit = env().rates[name];
    for (let i = 0; i < limit; i++) (await admitPage(greedy, now)).leave();
    const refused = admitPage(greedy, now);
    let answered = false;
    refused.catch(() => {
      answered = true;
    });
    await vi.advanceTimersByTimeAsync(10);
    expect(answered).toBe(false);
    await vi.advanceTimersByTimeAsync(20);
    await expect(refused).rejects.toMatchObject({ code: "RATE_LIMITED", retryAfterSeconds: 60 });
    (await admitPage(other, now)).leave();
    now = instant(new Date(now.getTime() + 60_000).toISOString());
    (await admitPage(greedy, now)).leave();
  },
);

test("files come at an address's pace: a burst at once, then each in its turn, beyond that 429; others wait for nobody", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
  const greedy = from("192.0.2.6");
  const perSecond = env().rates.file / 60;
  const sent: number[] = [];
  const started = performance.now();
  const asked = Array.from({ length: 4 * perSecond + 5 }, () =>
    awaitPace(greedy, 1).then(() => void sent.push(performance.now() - started)),
  );
  const outcomes = Promise.allSettled(asked);
  await vi.advanceTimersByTimeAsync(0);
  expect(sent.length).toBe(2 * perSecond);
  await awaitPace(from("192.0.2.7"), 6);
  await vi.advanceTimersByTimeAsync(2_001);
  const refused = (await outcomes).filter(({ status }) => status === "rejected");
  expect([sent.length + refused.length, refused.length < 8]).toEqual([asked.length, true]);
  expect(refused.length).toBeGreaterThan(3);
  for (const one of refused) expect(one).toMatchObject({ reason: { code: "RATE_LIMITED", retryAfterSeconds: 3 } });
});

test("a refusal is a page for people, a text for the script that called an action, a problem for programs", () => {
  const person = pageRefusal(null, "person", "req_1");
  expect(person).toMatchObject({
    status: 503,
    headers: { "retry-after": "3", "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
  });
  expect(person.text).toContain("Wait a few seconds, then load the page again.");
  const script = pageRefusal(null, "script", "req_1");
  expect(script.text).toBe("Pages cannot be shown for a moment. Wait a few seconds, then load the page again.");
  const program = pageRefusal(null, "program", "req_1");
  expect(program.headers).toMatchObject({ "content-type": "application/problem+json" });
  expect(JSON.parse(String(program.text))).toMatchObject({ code: "SERVICE_UNAVAILABLE", requestId: "req_1" });
});

test("while pages are being built, that is said", () => {
  const person = pageRefusal(pagesToCome(), "person", "req_1");
  expect([person.status, person.headers?.["retry-after"]]).toEqual([503, "10"]);
  expect(person.text).toContain("The pages are being built");
});
