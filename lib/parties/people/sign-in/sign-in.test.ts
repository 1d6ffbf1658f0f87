import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { accountMails } from "@/db/schema/users";
import { day, hour, later, minute, second } from "@/lib/kernel/calendar";
import * as passwords from "@/lib/parties/people/password/password";
import { placePass } from "@/lib/platform/messages/mails/account-links";
import { useDatabase } from "@/test/database";
import { anyUser } from "@/test/factories/oauth";
import { type Instant, instant } from "@/test/time";
import { shouldNotifyOwner, waitAfter } from "./attempt-wait";
import { coarseAgent } from "./coarse-agent";
import { signIn } from "./sign-in";

useDatabase();

const at = instant("2026-11-22T10:00:00Z");
const phone = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36";
let networks = 0;
/** A place nobody has been at. */
const elsewhere = () => ({ address: `192.0.2.${++networks}`, network: `n${networks}`, userAgent: phone, device: null });

type Where = Parameters<typeof signIn>[0]["from"];
const attempt = (email: string, password: string, from: Where = elsewhere(), realNow: Instant = at) =>
  signIn({ kind: "merchant", input: { email, password }, from, realNow });

const mailsTo = (recipient: string) =>
  db().select().from(accountMails).where(eq(accountMails.recipient, recipient)).orderBy(accountMails.id);

/** Hashing is not what these tests are about. */
function withoutHashing(right: string) {
  return vi
    .spyOn(passwords, "verifyPassword")
    .mockImplementation(async (hash, typed) => hash !== null && typed === right);
}

test("the rule: ten are free, then the wait doubles up to a quarter of an hour, and the owner hears of it daily", () => {
  expect([0, 9, 10, 11, 15, 16, 500].map((failures) => waitAfter(failures) / second)).toEqual([
    0, 0, 15, 30, 480, 900, 900,
  ]);
  expect([9, 10, 11, 105, 106, 202].filter(shouldNotifyOwner)).toEqual([10, 106, 202]);
});

test("an account and an address without one wait alike, whichever network asks, and the right password waits too", async () => {
  const ada = await anyUser();
  withoutHashing(ada.password);
  for (const email of [ada.email, "nobody@shop.example"]) {
    for (let i = 0; i < 10; i++) expect(await attempt(email, "a guess")).toBeNull();
    await expect(attempt(email, ada.password, undefined, later(at, 15 * second - 1))).rejects.toMatchObject({
      code: "RATE_LIMITED",
      retryAfterSeconds: 1,
    });
    expect(await attempt(email.toUpperCase(), "a guess", undefined, later(at, 15 * second))).toBeNull();
    await expect(attempt(email, "a guess", undefined, later(at, 44 * second))).rejects.toMatchObject({
      retryAfterSeconds: 1,
    });
  }
  expect(await mailsTo("nobody@shop.example")).toEqual([]);
  expect(await mailsTo(ada.email)).toMatchObject([{ kind: "MANY_FAILURES", facts: { userId: ada.id } }]);
  expect(await attempt(ada.email, ada.password, undefined, later(at, hour))).toMatchObject({ id: ada.id });
  expect(await attempt(ada.email, "a guess", undefined, later(at, hour))).toBeNull();
});

test("a hundred guesses at the same moment are ten", async () => {
  const ada = await anyUser();
  withoutHashing(ada.password);
  const guesses = await Promise.allSettled(Array.from({ length: 100 }, () => attempt(ada.email, "a guess")));
  expect(guesses.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
});

test("others cannot keep the owner out of where it has signed in before, nor of anywhere with the pass from the mail", async () => {
  const ada = await anyUser();
  withoutHashing(ada.password);
  const home = elsewhere();
  const browser = { ...elsewhere(), device: "d".repeat(32) };
  await attempt(ada.email, ada.password, home);
  await attempt(ada.email, ada.password, browser);
  for (let i = 0; i < 10; i++) await attempt(ada.email, "a guess");
  await expect(attempt(ada.email, ada.password)).rejects.toMatchObject({ code: "RATE_LIMITED" });
  expect(await attempt(ada.email, ada.password, home)).toMatchObject({ id: ada.id });
  expect(await attempt(ada.email, ada.password, { ...elsewhere(), device: browser.device })).toMatchObject({
    id: ada.id,
  });
  const pass = placePass(ada.id, at);
  expect(await attempt(ada.email, ada.password, { ...elsewhere(), pass })).toMatchObject({ id: ada.id });
  await expect(attempt(ada.email, ada.password, { ...elsewhere(), pass: placePass("usr_1", at) })).rejects.toThrow();
  await expect(attempt(ada.email, "x", { ...elsewhere(), pass }, later(at, 3 * day))).resolves.toBeNull();
});

test("a known place has its own ten, and no more", async () => {
  const ada = await anyUser();
  withoutHashing(ada.password);
  const home = elsewhere();
  await attempt(ada.email, ada.password, home);
  for (let i = 0; i < 10; i++) await attempt(ada.email, "a guess", home);
  await expect(attempt(ada.email, ada.password, home)).rejects.toMatchObject({ code: "RATE_LIMITED" });
  expect(await attempt(ada.email, ada.password)).toMatchObject({ id: ada.id });
});

test("the pass from the mail also opens a known place whose attempts are used up", async () => {
  const ada = await anyUser();
  withoutHashing(ada.password);
  const home = elsewhere();
  await attempt(ada.email, ada.password, home);
  for (let i = 0; i < 10; i++) await attempt(ada.email, "a guess", home);
  const neighbour = { ...home, device: "n".repeat(32) };
  await expect(attempt(ada.email, ada.password, neighbour)).rejects.toMatchObject({ code: "RATE_LIMITED" });
  const pass = placePass(ada.id, at);
  expect(await attempt(ada.email, ada.password, { ...neighbour, pass })).toMatchObject({ id: ada.id });
});

test("what could not be judged is no failure", async () => {
  const ada = await anyUser();
  const busy = vi.spyOn(passwords, "verifyPassword").mockRejectedValue(new Error("busy"));
  for (let i = 0; i < 12; i++) await expect(attempt(ada.email, ada.password)).rejects.toThrow("busy");
  busy.mockRestore();
  expect(await attempt(ada.email, ada.password)).toMatchObject({ id: ada.id });
});

test("the owner is written to about a new place, not about the first, nor about one that is known", async () => {
  const ada = await anyUser();
  withoutHashing(ada.password);
  const home = { ...elsewhere(), device: "h".repeat(32) };
  await attempt(ada.email, ada.password, home);
  await attempt(ada.email, ada.password, { ...elsewhere(), device: home.device });
  await attempt(ada.email, ada.password, { ...home, device: null }, later(at, minute));
  expect(await mailsTo(ada.email)).toEqual([]);
  const far = elsewhere();
  await attempt(ada.email, ada.password, far);
  await attempt(ada.email, ada.password, far);
  expect(await mailsTo(ada.email)).toMatchObject([
    { kind: "NEW_SIGN_IN", facts: { agent: "Chrome on Android", address: far.address, at: at.toISOString() } },
  ]);
});

test.each([
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit Version/18.0 Mobile Safari/604.1",
    "Safari on iOS",
  ],
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit Chrome/131.0 Safari/537.36 Edg/131.0", "Edge on Windows"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0", "Firefox on Linux"],
  ["curl/8.5.0", "A program"],
])("%s is %s", (agent, words) => {
  expect(coarseAgent(agent)).toBe(words);
});
