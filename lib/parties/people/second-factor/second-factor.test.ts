import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "@/db/client";
import { auditLog } from "@/db/schema/operations";
import { accountMails, recoveryCodes, secondFactors, signInPlaces, users } from "@/db/schema/users";
import { later, minute, second } from "@/lib/kernel/calendar";
import * as passwords from "@/lib/parties/people/password/password";
import { signIn } from "@/lib/parties/people/sign-in/sign-in";
import { shownCode } from "@/test/authenticator";
import { useDatabase } from "@/test/database";
import { anyUser } from "@/test/factories/oauth";
import { type Instant, instant } from "@/test/time";
import { beginSecondFactor } from "./begin-second-factor";
import { confirmSecondFactor } from "./confirm-second-factor";
import { removeSecondFactor } from "./remove-second-factor";
import { renewRecoveryCodes } from "./renew-recovery-codes";
import { readSecondFactor } from "./second-factor-queries";

useDatabase();

const at = instant("2026-11-22T10:00:10Z");
let networks = 0;
/** A place nobody has been at. */
const elsewhere = () => ({ address: `192.0.2.${++networks}`, network: `n${networks}`, userAgent: "", device: null });

type Ada = Awaited<ReturnType<typeof anyUser>>;
let ada: Ada;
beforeEach(async () => {
  vi.restoreAllMocks();
  ada = await anyUser();
  // Hashing is not what these tests are about.
  vi.spyOn(passwords, "verifyPassword").mockImplementation(
    async (hash, typed) => hash !== null && typed === ada.password,
  );
});

const attempt = (code?: string, realNow: Instant = at, from = elsewhere(), password = ada.password) =>
  signIn({ kind: "merchant", input: { email: ada.email, password }, code, from, realNow });

const begin = (code?: string, realNow = at) =>
  beginSecondFactor({ userId: ada.id, input: { password: ada.password, code }, from: elsewhere(), realNow });

const confirm = (code: string, realNow = at) => confirmSecondFactor({ userId: ada.id, input: { code }, realNow });

/** Turned on two minutes before `at`, so that its codes are still unused. */
async function turnedOn() {
  const before = later(at, -2 * minute);
  const { secret } = await begin(undefined, before);
  return { secret, ...(await confirm(shownCode(secret, before), before)) };
}

const mailsTo = async (recipient: string) =>
  (await db().select().from(accountMails).where(eq(accountMails.recipient, recipient)).orderBy(accountMails.id)).map(
    ({ kind }) => kind,
  );

const required = { code: "SECOND_FACTOR_REQUIRED" };

describe("setting a second factor up", () => {
  it("takes the password, then a code of the app, and changes nothing before", async () => {
    const wrong = { userId: ada.id, input: { password: "a guess" }, from: elsewhere(), realNow: at };
    await expect(beginSecondFactor(wrong)).rejects.toMatchObject({ fields: [{ field: "password" }] });
    const { secret, uri } = await begin();
    expect(uri).toBe(
      `otpauth://totp/Marketplace%20Financing:${encodeURIComponent(ada.email)}?issuer=Marketplace%20Financing&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const [row] = await db().select().from(secondFactors).where(eq(secondFactors.userId, ada.id));
    expect(JSON.stringify(row)).not.toContain(secret);
    expect(await attempt()).toMatchObject({ id: ada.id });
    await expect(confirm("000000")).rejects.toMatchObject({ fields: [{ field: "code" }] });
    expect((await readSecondFactor(ada.id)).since).toBeNull();
    const { recoveryCodes: codes, sessionEpoch } = await confirm(shownCode(secret, at));
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[a-z2-7]{5}-[a-z2-7]{5}$/);
    expect(sessionEpoch).toBe(1);
    expect(await readSecondFactor(ada.id)).toEqual({ since: at, recoveryCodesLeft: 10 });
    expect(await mailsTo(ada.email)).toEqual(["SECOND_FACTOR_ON"]);
    const audited = await db().select().from(auditLog).where(eq(auditLog.subjectId, ada.id));
    expect(audited).toMatchObject([{ action: "user.second-factor-on", actor: ada.id, detail: { kind: "merchant" } }]);
    const stored = JSON.stringify(await db().select().from(recoveryCodes).where(eq(recoveryCodes.userId, ada.id)));
    for (const code of codes) expect(stored).not.toContain(code.replace("-", ""));
  });

  it("is begun anew by beginning again, and cannot be confirmed twice", async () => {
    const first = await begin();
    const { secret } = await begin();
    await expect(confirm(shownCode(first.secret, at))).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    await confirm(shownCode(secret, at));
    await expect(confirm(shownCode(secret, at))).rejects.toMatchObject({ code: "LINK_NOT_VALID" });
  });

  it("lets nobody guess the code of a set-up that somebody else has begun", async () => {
    await begin();
    for (let i = 0; i < 10; i++) await expect(confirm("000000")).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    await expect(confirm("000000")).rejects.toMatchObject({ code: "RATE_LIMITED" });
  });

  it("moves to another app with a code of the first, which counts until the second has shown one", async () => {
    const { secret } = await turnedOn();
    await expect(begin()).rejects.toMatchObject(required);
    const next = await begin(shownCode(secret, at));
    const soon = later(at, minute);
    expect(await attempt(shownCode(secret, soon), soon)).toMatchObject({ id: ada.id });
    await confirm(shownCode(next.secret, soon), soon);
    const then = later(at, 2 * minute);
    await expect(attempt(shownCode(secret, then), then)).rejects.toMatchObject(required);
    expect(await attempt(shownCode(next.secret, then), then)).toMatchObject({ id: ada.id });
  });
});

describe("signing in with a second factor", () => {
  it("asks for the code only once the password was right", async () => {
    const { secret } = await turnedOn();
    await expect(attempt()).rejects.toMatchObject(required);
    expect(await attempt(shownCode(secret, at), at, elsewhere(), "a guess")).toBeNull();
    // The code was not looked at, and is still good.
    expect(await attempt(shownCode(secret, at))).toMatchObject({ id: ada.id, sessionEpoch: 1 });
  });

  it("takes the codes of one step before and after, as typed, and none twice, nor an earlier one", async () => {
    const { secret } = await turnedOn();
    const code = (seconds: number) => shownCode(secret, later(at, seconds * second));
    for (const far of [-60, 60]) await expect(attempt(code(far))).rejects.toMatchObject(required);
    expect(await attempt(` ${code(-30).slice(0, 3)} ${code(-30).slice(3)}`)).toMatchObject({ id: ada.id });
    await expect(attempt(code(-30))).rejects.toMatchObject(required);
    expect(await attempt(code(30))).toMatchObject({ id: ada.id });
    await expect(attempt(code(0))).rejects.toMatchObject(required);
    await expect(attempt(code(30), later(at, 30 * second))).rejects.toMatchObject(required);
  });

  it("lets one of many in who use the same code at the same moment", async () => {
    const {
      secret,
      recoveryCodes: [recovery = ""],
    } = await turnedOn();
    for (const code of [shownCode(secret, at), recovery]) {
      const tries = await Promise.allSettled(Array.from({ length: 8 }, () => attempt(code)));
      expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    }
  });

  it("takes each recovery code once, however it is typed, and tells the owner", async () => {
    const { recoveryCodes: codes } = await turnedOn();
    const [one = "", two = ""] = codes;
    expect(await attempt(one)).toMatchObject({ id: ada.id });
    await expect(attempt(one)).rejects.toMatchObject(required);
    expect(await attempt(` ${two.replace("-", " ").toUpperCase()}`)).toMatchObject({ id: ada.id });
    expect((await readSecondFactor(ada.id)).recoveryCodesLeft).toBe(8);
    expect(await mailsTo(ada.email)).toEqual([
      "SECOND_FACTOR_ON",
      "RECOVERY_CODE_USED",
      "RECOVERY_CODE_USED",
      "NEW_SIGN_IN",
    ]);
    const audited = await db().select().from(auditLog).where(eq(auditLog.subjectId, ada.id));
    expect(audited.map(({ action, detail }) => [action, detail?.left])).toContainEqual(["user.recovery-code", 8]);
  });

  it("takes nobody else's recovery code", async () => {
    const {
      recoveryCodes: [theirs = ""],
    } = await turnedOn();
    ada = await anyUser();
    await turnedOn();
    await expect(attempt(theirs)).rejects.toMatchObject(required);
  });

  it("lets ten wrong codes be tried, then waits, with the right one too, and tells the owner whose password is known", async () => {
    const { secret } = await turnedOn();
    for (let i = 0; i < 10; i++) await expect(attempt("000000")).rejects.toMatchObject(required);
    await expect(attempt(shownCode(secret, at))).rejects.toMatchObject({ code: "RATE_LIMITED", retryAfterSeconds: 15 });
    expect(await mailsTo(ada.email)).toEqual(["SECOND_FACTOR_ON", "MANY_WRONG_CODES"]);
    const soon = later(at, 15 * second);
    expect(await attempt(shownCode(secret, soon), soon)).toMatchObject({ id: ada.id });
  });

  it("counts a hundred guesses at the same moment as ten", async () => {
    await turnedOn();
    const tries = await Promise.allSettled(Array.from({ length: 40 }, () => attempt("000000")));
    const reasons = tries.map((one) => one.status === "rejected" && one.reason.code);
    expect(reasons.filter((code) => code === "SECOND_FACTOR_REQUIRED")).toHaveLength(10);
  });

  it("does not know a place again where only the password was right", async () => {
    const { secret } = await turnedOn();
    const home = elsewhere();
    await expect(attempt(undefined, at, home)).rejects.toMatchObject(required);
    await expect(attempt("000000", at, home)).rejects.toMatchObject(required);
    expect(await db().select().from(signInPlaces).where(eq(signInPlaces.userId, ada.id))).toEqual([]);
    // Guesses of strangers do not keep the owner out of where it has signed in.
    await attempt(shownCode(secret, at), at, home);
    for (let i = 0; i < 10; i++) await expect(attempt("000000")).rejects.toMatchObject(required);
    const soon = later(at, second * 30);
    expect(await attempt(shownCode(secret, soon), soon, home)).toMatchObject({ id: ada.id });
  });
});

describe("with a second factor", () => {
  const prove = (code: string, realNow = at) => ({
    userId: ada.id,
    input: { password: ada.password, code },
    from: elsewhere(),
    realNow,
  });

  it("recovery codes are made anew by password and code, and the earlier ones end", async () => {
    const {
      secret,
      recoveryCodes: [early = ""],
    } = await turnedOn();
    await expect(renewRecoveryCodes(prove("000000"))).rejects.toMatchObject(required);
    const { recoveryCodes: renewed } = await renewRecoveryCodes(prove(shownCode(secret, at)));
    await expect(attempt(early)).rejects.toMatchObject(required);
    expect(await attempt(renewed[9])).toMatchObject({ id: ada.id });
  });

  it("it is turned off by password and code, which ends the sessions and leaves nothing behind", async () => {
    const { secret } = await turnedOn();
    await expect(removeSecondFactor(prove("000000"))).rejects.toMatchObject(required);
    expect(await removeSecondFactor(prove(shownCode(secret, at)))).toEqual({ sessionEpoch: 2 });
    expect(await attempt()).toMatchObject({ id: ada.id });
    expect(await readSecondFactor(ada.id)).toEqual({ since: null, recoveryCodesLeft: 0 });
    expect(await mailsTo(ada.email)).toEqual(["SECOND_FACTOR_ON", "SECOND_FACTOR_OFF"]);
    await expect(renewRecoveryCodes(prove(""))).rejects.toMatchObject({ code: "SECOND_FACTOR_MISSING" });
    await db().delete(users).where(eq(users.id, ada.id));
  });
});
