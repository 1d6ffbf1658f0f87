import { eq } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { auditLog } from "@/db/schema/operations";
import { phoneCodes } from "@/db/schema/phones";
import { accountMails } from "@/db/schema/users";
import { day, hour, later, minute, second } from "@/lib/kernel/calendar";
import { log } from "@/lib/kernel/log";
import type { RealTime } from "@/lib/kernel/time";
import { codeOf, phoneCodeText } from "@/lib/platform/messages/mails/phone-code-text";
import { findMail, listMails } from "@/lib/platform/messages/mails/queries";
import { textPhoneCode } from "@/lib/platform/messages/mails/text-phone-code";
import * as texts from "@/lib/platform/providers/sms";
import { useDatabase } from "@/test/database";
import { anyUser } from "@/test/factories/oauth";
import { type Instant, instant } from "@/test/time";
import { verifyPhoneCodeInput } from "./account-schema";
import { askPhoneCode } from "./phone/ask-phone-code";
import { findVerifiedPhone } from "./phone/phone-queries";
import { verifyPhoneCode } from "./phone/verify-phone-code";
import { purgeAccounts } from "./purge-accounts";

useDatabase();

const at = instant("2026-11-23T10:00:00Z");
let made = 0;
const anyNumber = () => `+23480${String(10_000_000 + ++made)}`;
const anyPlace = () => ({ address: "192.0.2.1", network: `n${++made}`, userAgent: "", device: null });

let userId = "";
let email = "";
let phoneNumber = "";
beforeEach(async () => {
  vi.spyOn(texts, "textsArrive").mockReturnValue(true);
  ({ id: userId, email } = await anyUser());
  phoneNumber = anyNumber();
});

const ask = (realNow: Instant = at, given: { userId?: string; phoneNumber?: string; from?: string } = {}) =>
  askPhoneCode({
    userId: given.userId ?? userId,
    input: { phoneNumber: given.phoneNumber ?? phoneNumber },
    from: given.from ? { ...anyPlace(), network: given.from } : anyPlace(),
    realNow,
  });
const verify = (code: string, realNow: Instant = at, number = phoneNumber) =>
  verifyPhoneCode({ userId, input: { phoneNumber: number, code }, realNow });
const codesOf = (number = phoneNumber) =>
  db().select().from(phoneCodes).where(eq(phoneCodes.phoneNumber, number)).orderBy(phoneCodes.id);
/** The code in the last message to the number. */
const lastCode = async (number = phoneNumber) => codeOf((await codesOf(number)).at(-1)?.id ?? "");
const otherThan = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, "0");

const refused = (error: RegExp) => ({
  code: "VALIDATION_FAILED",
  fields: [{ field: "code", error: expect.stringMatching(error) }],
});
const over = refused(/^Was used, has expired or was entered too often/);

test("a code that was sent to the number proves it; its six digits are stored nowhere", async () => {
  expect(await ask()).toEqual({ expiresIn: 300 });
  const [row] = await codesOf();
  const code = await lastCode();
  expect(code).toMatch(/^\d{6}$/);
  expect(JSON.stringify(row)).not.toContain(code);
  expect(phoneCodeText(row?.id ?? "")).toMatch(new RegExp(`^${code} is your code .*\n\n@localhost #${code}$`));
  expect(await findVerifiedPhone(userId)).toBeNull();
  expect(await verify(code, later(at, 5 * minute - 1))).toEqual({ phoneNumber });
  expect(await findVerifiedPhone(userId)).toBe(phoneNumber);
  const audited = await db().select().from(auditLog).where(eq(auditLog.subjectId, userId));
  expect(audited.map(({ action, actor }) => [action, actor])).toEqual([
    ["user.ask-phone-code", userId],
    ["user.verify-phone", userId],
  ]);
  expect(JSON.stringify(audited)).not.toContain(code);
  expect(await db().select().from(accountMails).where(eq(accountMails.recipient, email))).toMatchObject([
    { kind: "PHONE_VERIFIED", facts: { ending: phoneNumber.slice(-4) } },
  ]);
});

test("a code works once, for five minutes, for the account and the number it was sent for, and until the next one", async () => {
  await ask();
  const first = await lastCode();
  await expect(verify(first, later(at, 5 * minute))).rejects.toMatchObject(over);
  await expect(verify(first, at, anyNumber())).rejects.toMatchObject(over);
  const other = await anyUser();
  const theirs = verifyPhoneCode({ userId: other.id, input: { phoneNumber, code: first }, realNow: at });
  await expect(theirs).rejects.toMatchObject(over);
  await ask(later(at, minute));
  const second = await lastCode();
  if (first !== second) await expect(verify(first, later(at, minute))).rejects.toMatchObject(refused(/Tries left: 4$/));
  const both = await Promise.allSettled([verify(second, later(at, minute)), verify(second, later(at, minute))]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await expect(verify(second, later(at, minute))).rejects.toMatchObject(over);
});

test("a code is taken as people write it", () => {
  const read = (code: string) => verifyPhoneCodeInput.safeParse({ phoneNumber, code }).data?.code;
  expect(["838 936", " 838-936 ", "838936"].map(read)).toEqual(["838936", "838936", "838936"]);
  expect(["83893", "838 9361", "838.936", " "].map(read)).toEqual([undefined, undefined, undefined, undefined]);
});

test("another number takes the place of the first once it is proved, and not before", async () => {
  await ask();
  await verify(await lastCode());
  const other = anyNumber();
  await ask(later(at, minute), { phoneNumber: other });
  expect(await findVerifiedPhone(userId)).toBe(phoneNumber);
  await verify(await lastCode(other), later(at, minute), other);
  expect(await findVerifiedPhone(userId)).toBe(other);
});

test("guessing: five tries a code, also at the same moment, then the right one is worth nothing", async () => {
  await ask();
  const code = await lastCode();
  const guesses = await Promise.allSettled(Array.from({ length: 20 }, (_, i) => verify(otherThan(code, i + 1))));
  const told = guesses.map((guess) => (guess.status === "rejected" ? guess.reason.fields[0]?.error : "right"));
  expect(told.filter((error) => /Tries left/.test(error ?? ""))).toHaveLength(4);
  expect(await codesOf()).toMatchObject([{ tries: 5 }]);
  await expect(verify(code, later(at, 4 * minute))).rejects.toMatchObject(over);
  expect(await findVerifiedPhone(userId)).toBeNull();
});

test("guessing: new codes from many addresses do not help, since the account waits longer and longer", async () => {
  let realNow = at;
  for (let i = 0; i < 10; i++) {
    if (i % 5 === 0) {
      realNow = later(realNow, minute);
      await ask(realNow);
    }
    await expect(verify(otherThan(await lastCode()), realNow)).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
  }
  realNow = later(realNow, 31 * second);
  await ask(realNow);
  // The wait of the tenth is over; that of the eleventh is longer.
  await expect(verify(otherThan(await lastCode()), realNow)).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
  await expect(verify(await lastCode(), realNow)).rejects.toMatchObject({
    code: "RATE_LIMITED",
    retryAfterSeconds: 30,
  });
  expect(await verify(await lastCode(), later(realNow, 30 * second))).toEqual({ phoneNumber });
});

test("an account has a code sent every half minute, five times an hour, ten times a day, wherever it asks", async () => {
  await ask();
  const soon = { retryAfterSeconds: 2, message: "A code is on its way. You can ask for another in 2 seconds." };
  await expect(ask(later(at, 28 * second))).rejects.toMatchObject({ code: "RATE_LIMITED", ...soon });
  await expect(ask(later(at, 30 * second - 1))).rejects.toMatchObject({ code: "RATE_LIMITED", retryAfterSeconds: 1 });
  for (let i = 1; i < 5; i++) await ask(later(at, i * minute), { phoneNumber: anyNumber() });
  const sixth = ask(later(at, 5 * minute), { phoneNumber: anyNumber() });
  await expect(sixth).rejects.toMatchObject({
    retryAfterSeconds: 55 * 60,
    message: "You have asked for too many codes. Wait 55 minutes, then try again.",
  });
  for (let i = 0; i < 5; i++) await ask(later(at, hour + i * minute), { phoneNumber: anyNumber() });
  const more = ask(later(at, 3 * hour), { phoneNumber: anyNumber() });
  await expect(more).rejects.toMatchObject({ code: "RATE_LIMITED", retryAfterSeconds: 21 * 60 * 60 });
  await ask(later(at, day), { phoneNumber: anyNumber() });
});

test("nobody pesters a number with many accounts at once, nor the world from one network", async () => {
  const users = await Promise.all(Array.from({ length: 31 }, () => anyUser()));
  const calls = users.slice(0, 13).map((user) => ask(at, { userId: user.id }));
  const sent = (await Promise.allSettled(calls)).filter(({ status }) => status === "fulfilled");
  expect([sent.length, (await codesOf()).length]).toEqual([10, 10]);
  const next = users.slice(13).map((user) => ask(later(at, 2 * hour), { userId: user.id }));
  await Promise.allSettled(next);
  expect(await codesOf()).toHaveLength(20);
  await expect(ask(later(at, 4 * hour))).rejects.toMatchObject({ code: "RATE_LIMITED" });
  const from = "a café";
  const attempts = users.map((user) => ask(later(at, 5 * hour), { userId: user.id, phoneNumber: anyNumber(), from }));
  expect((await Promise.allSettled(attempts)).filter(({ status }) => status === "fulfilled")).toHaveLength(30);
});

test("others cannot use up the codes of a number that its holder has proved, nor the first two of one who is new", async () => {
  await ask();
  await verify(await lastCode());
  const others = await Promise.all([anyUser(), anyUser(), anyUser()]);
  const askAs = (one: number, minutes: number) => ask(later(at, minutes * minute), { userId: others[one]?.id ?? "" });
  for (const i of [0, 1, 2, 3]) await askAs(0, 61 + i);
  await expect(askAs(0, 66), "one account, one number").rejects.toMatchObject({ code: "RATE_LIMITED" });
  for (const i of [0, 1, 2, 3]) await askAs(1, 200 + i);
  await askAs(2, 300);
  expect(await codesOf()).toHaveLength(10);
  await askAs(2, 310);
  await expect(askAs(2, 315)).rejects.toMatchObject({
    code: "RATE_LIMITED",
    message: "No more codes can be sent to this number for now. Wait 19 hours, then try again.",
  });
  for (const i of [0, 1, 2, 3]) await ask(later(at, (320 + i) * minute));
  const { id: fresh } = await anyUser();
  for (const i of [0, 1]) await ask(later(at, (330 + i) * minute), { userId: fresh });
  await expect(ask(later(at, 332 * minute), { userId: fresh })).rejects.toMatchObject({ code: "RATE_LIMITED" });
});

test("where no text messages are sent, asking says so, and nothing is kept", async () => {
  vi.spyOn(texts, "textsArrive").mockReturnValue(false);
  await expect(ask()).rejects.toMatchObject({
    code: "SERVICE_UNAVAILABLE",
    message: expect.stringMatching(/no gateway/),
  });
  expect(await codesOf()).toEqual([]);
});

test("a message is sent once, and is shown in the mailbox only while it was not", async () => {
  await ask();
  const [row] = await codesOf();
  const id = row?.id ?? "";
  expect(await textPhoneCode(id, at, null)).toBeNull();
  expect(await listMails(phoneNumber)).toMatchObject([{ id, kind: "PHONE_CODE", recipient: phoneNumber }]);
  expect(await findMail(id)).toMatchObject({ body: phoneCodeText(id), html: null });
  const send = vi.fn(async () => {});
  expect(await textPhoneCode(id, at, { send })).toBeNull();
  expect(await textPhoneCode(id, at, { send })).toBeNull();
  expect(send.mock.calls).toEqual([[{ recipient: phoneNumber, text: phoneCodeText(id), idempotencyKey: id }]]);
  expect(await listMails(phoneNumber)).toEqual([]);
  expect(await findMail(id)).toBeUndefined();
});

test("a gateway that is down is tried again while the code works; one that refuses is not", async () => {
  const logged = vi.spyOn(log, "error").mockImplementation(() => {});
  await ask();
  const id = (await codesOf())[0]?.id ?? "";
  const down = { send: () => Promise.reject(new Error("down")) };
  let realNow: RealTime | null = at;
  const waits: number[] = [];
  for (let i = 0; i < 10 && realNow; i++) {
    const next: RealTime | null = await textPhoneCode(id, realNow, down);
    if (next) waits.push((next.getTime() - realNow.getTime()) / second);
    realNow = next;
  }
  expect(waits).toEqual([5, 20, 60, 120]);
  await ask(later(at, minute));
  const other = (await codesOf())[1]?.id ?? "";
  const refusing = { send: () => Promise.reject(new texts.TextRefused("no such number")) };
  expect(await textPhoneCode(other, later(at, minute), refusing)).toBeNull();
  const late = vi.fn(async () => {});
  expect(await textPhoneCode(other, later(at, 6 * minute), { send: late })).toBeNull();
  expect(late).not.toHaveBeenCalled();
  expect(JSON.stringify(logged.mock.calls)).not.toContain(phoneNumber);
});

test("old codes are forgotten, what they proved is not", async () => {
  await ask();
  await verify(await lastCode());
  await purgeAccounts({ realNow: later(at, 2 * day - minute), limit: 500 });
  expect(await codesOf()).toHaveLength(1);
  await purgeAccounts({ realNow: later(at, 2 * day + minute), limit: 500 });
  expect(await codesOf()).toEqual([]);
  expect(await findVerifiedPhone(userId)).toBe(phoneNumber);
});
