import { expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { users } from "@/db/schema/users";
import { logIn } from "@/lib/dashboard/log-in";
import { env } from "@/lib/env";
import { sandboxCredentials } from "@/lib/sandbox/info";
import { seedSandbox } from "@/lib/sandbox/seed/seed";
import { readShowcase, readShowcaseProgress } from "@/lib/sandbox/state";
import { openShowcase } from "@/lib/showcase/open-showcase";
import { useDatabase } from "@/test/database";
import { now } from "@/test/time";
import { startShowcase } from "./showcase";

useDatabase();

test("it begins once the server answers, a piece at a time, and a stop waits for the piece in hand", async () => {
  await openShowcase(now());
  let listen = () => {};
  const stop = startShowcase(
    new Promise((resolve) => {
      listen = resolve;
    }),
  );
  expect(await readShowcaseProgress()).toBeNull();
  listen();
  await expect.poll(readShowcaseProgress, { timeout: 20_000 }).not.toBeNull();
  await stop();
  const reached = await readShowcaseProgress();
  expect(reached).toMatchObject({ done: false });
  await expect.poll(readShowcaseProgress).toEqual(reached);
});

test("a later start opens it no second time, and its staff can log in", async () => {
  const showcase = await readShowcase();
  await openShowcase(now());
  expect(await readShowcase()).toEqual(showcase);
  expect(await db().select().from(users)).toHaveLength(3);
  for (const signIn of Object.values(showcase?.staff ?? {})) {
    const from = { address: "192.0.2.1", network: "192.0.2.1", userAgent: "", device: null };
    expect(await logIn({ input: signIn, from, realNow: now() })).toMatchObject({ accessToken: expect.any(String) });
  }
});

test("its sign-ins are among the sandbox's credentials, unless it is left out", async () => {
  await seedSandbox(now());
  expect(await sandboxCredentials()).not.toHaveProperty("showcase");
  vi.spyOn(env(), "seed", "get").mockReturnValue(true);
  expect((await sandboxCredentials()).showcase).toEqual((await readShowcase())?.staff);
});
