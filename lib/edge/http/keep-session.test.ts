import { beforeEach, expect, it, vi } from "vitest";
import { beginSession } from "@/lib/parties/people/sessions/begin-session";
import { listSessions } from "@/lib/parties/people/sessions/list-sessions";
import { revokeAllSessions } from "@/lib/parties/people/sessions/revoke-all-sessions";
import { sessionCookie } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyUser } from "@/test/factories/oauth";
import { now } from "@/test/time";
import { keepSession } from "./keep-session";
import { readSession } from "./session";

useDatabase();

let cookie = "";
vi.mock("next/headers", () => ({
  cookies: async () => ({
    toString: () => cookie,
    set: (name: string, value: string) => {
      cookie = `${name}=${value}`;
    },
  }),
}));

const from = { address: "192.0.2.1", network: "n", userAgent: "", device: null };
const read = () => readSession(new Headers({ cookie }), "merchant");

let ada: Awaited<ReturnType<typeof anyUser>>;
const begin = () => beginSession({ user: { id: ada.id, sessionEpoch: 0 }, from, seconds: 60, realNow: now() });
beforeEach(async () => {
  ada = await anyUser();
});

it("a browser goes on with its session after a change that has ended all; no other browser does", async () => {
  const [here] = [await begin(), await begin()];
  cookie = await sessionCookie({ ...ada, session: here.id });
  await revokeAllSessions(ada.id, 0);
  expect(await read()).toBeNull();
  await keepSession({ ...ada, sessionEpoch: 1 });
  expect(await read()).toMatchObject({ userId: ada.id, epoch: 1, sessionId: here.id });
  const listed = await listSessions({ userId: ada.id, current: here.id, page: { limit: 10 }, realNow: now() });
  expect(listed.data).toMatchObject([{ sessionId: here.id, current: true }]);
});

it("a browser from before there were sessions goes on as well, with another's session never", async () => {
  const theirs = await begin();
  ada = await anyUser();
  for (const session of [undefined, theirs.id]) {
    cookie = await sessionCookie({ ...ada, ...(session ? { session } : {}) });
    await keepSession({ ...ada, sessionEpoch: 0 });
    expect(await read()).toMatchObject({ userId: ada.id, sessionId: null });
  }
});
