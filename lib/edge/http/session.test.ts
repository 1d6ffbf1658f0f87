import { eq } from "drizzle-orm";
import { encode } from "next-auth/jwt";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { users } from "@/db/schema/users";
import type { User } from "@/lib/parties/people/queries";
import { beginSession } from "@/lib/parties/people/sessions/begin-session";
import { revokeAllSessions } from "@/lib/parties/people/sessions/revoke-all-sessions";
import { revokeIfOpen } from "@/lib/parties/people/sessions/revoke-session";
import { sessionCookie } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyUser } from "@/test/factories/oauth";
import { now } from "@/test/time";
import { readSession, sessionCookieName, sessionSecret } from "./session";

useDatabase();

let ada: User;
beforeAll(async () => {
  ada = await anyUser({ name: "Ada Foods", email: "ada@shop.example" });
});

const read = (headers: Record<string, string>) => readSession(new Headers(headers), "merchant");

describe("readSession", () => {
  it("says who has signed in, also among other cookies", async () => {
    const cookie = await sessionCookie(ada);
    const session = {
      userId: ada.id,
      kind: "merchant",
      name: "Ada Foods",
      email: ada.email,
      epoch: 0,
      sessionId: null,
    };
    expect(await read({ cookie })).toEqual(session);
    expect(await read({ cookie: `theme=dark; ${cookie}; other=a=b` })).toEqual(session);
  });

  it("is empty without a cookie, with a broken one, and with one of another name", async () => {
    const cookie = await sessionCookie(ada);
    expect(await read({})).toBeNull();
    expect(await read({ cookie: "" })).toBeNull();
    for (const value of ["", "x", "a.b.c.d.e", "eyJhbGciOiJub25lIn0.e30."]) {
      expect(await read({ cookie: `${sessionCookieName("merchant")}=${value}` })).toBeNull();
    }
    expect(await read({ cookie: cookie.slice(0, -2) })).toBeNull();
    expect(await read({ cookie: cookie.replace(sessionCookieName("merchant"), "next-auth.session-token") })).toBeNull();
    expect(
      await read({ cookie: cookie.replace(sessionCookieName("merchant"), `${sessionCookieName("merchant")}.0`) }),
    ).toBeNull();
  });

  it("takes no Authorization header for a session", async () => {
    const token = (await sessionCookie(ada)).split("=")[1];
    expect(await read({ authorization: `Bearer ${token}` })).toBeNull();
  });

  it("takes no session of another secret", async () => {
    const token = await encode({ token: { sub: ada.id, kind: "merchant" }, secret: `${sessionSecret()}x` });
    expect(await read({ cookie: `${sessionCookieName("merchant")}=${token}` })).toBeNull();
  });

  it("ends with its time", async () => {
    // next-auth lets clocks differ by 15 seconds.
    expect(await read({ cookie: await sessionCookie(ada, -16) })).toBeNull();
  });

  it("ends with all others of its user, and ends none that came later", async () => {
    const ben = await anyUser();
    const old = await sessionCookie(ben);
    expect(await read({ cookie: old })).toMatchObject({ userId: ben.id });
    await revokeAllSessions(ben.id, 0);
    expect(await read({ cookie: old })).toBeNull();
    const next = await sessionCookie({ ...ben, epoch: 1 });
    await revokeAllSessions(ben.id, 0);
    expect(await read({ cookie: next })).toMatchObject({ userId: ben.id });
  });

  it("of a merchant ends by itself, or with all others; another's ends nothing", async () => {
    const [ben, eve] = [await anyUser(), await anyUser()];
    const from = { address: "192.0.2.1", network: "n", userAgent: "", device: null };
    const begin = () => beginSession({ user: { id: ben.id, sessionEpoch: 0 }, from, seconds: 60, realNow: now() });
    const [here, there] = [await begin(), await begin()];
    const cookieOf = ({ id: session }: { id: string }, user = ben) => sessionCookie({ ...user, session });
    expect(await read({ cookie: await cookieOf(here) })).toMatchObject({ userId: ben.id, sessionId: here.id });
    expect(await read({ cookie: await cookieOf(here, eve) })).toBeNull();
    expect(await revokeIfOpen({ userId: eve.id, sessionId: here.id, realNow: now() })).toBe(false);
    expect(await revokeIfOpen({ userId: ben.id, sessionId: here.id, realNow: now() })).toBe(true);
    expect(await read({ cookie: await cookieOf(here) })).toBeNull();
    expect(await read({ cookie: await cookieOf(there) })).toMatchObject({ sessionId: there.id });
    await revokeAllSessions(ben.id, 0);
    expect(await read({ cookie: await cookieOf(there) })).toBeNull();
  });

  it("is empty when the user is of another kind, or no longer exists", async () => {
    expect(await read({ cookie: await sessionCookie({ id: ada.id, kind: "operator" }) })).toBeNull();
    const cookie = await sessionCookie(ada);
    await db().update(users).set({ name: "Ada & Sons" }).where(eq(users.id, ada.id));
    expect(await read({ cookie })).toMatchObject({ name: "Ada & Sons" });
    await db().delete(users).where(eq(users.id, ada.id));
    expect(await read({ cookie })).toBeNull();
  });
});
