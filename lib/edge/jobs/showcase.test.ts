import { expect, test } from "vitest";
import { db } from "@/db/client";
import { users } from "@/db/schema/users";
import { openShowcase } from "@/lib/sandbox/showcase/open-showcase";
import { readShowcase, readShowcaseProgress } from "@/lib/sandbox/test-helpers/state";
import { logIn } from "@/lib/surfaces/dashboard/log-in";
import { useDatabase } from "@/test/database";
import { usePlainAgreements } from "@/test/plain-agreements";
import { now } from "@/test/time";
import { startShowcase } from "./showcase";

useDatabase();
usePlainAgreements();

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
  await expect.poll(readShowcaseProgress).not.toBeNull();
  await stop();
  const reached = await readShowcaseProgress();
  expect(reached).toMatchObject({ done: false });
  await expect.poll(readShowcaseProgress).toEqual(reached);
});

test("a stop before that does not wait for it", async () => {
  const before = await readShowcaseProgress();
  await startShowcase(new Promise(() => {}))();
  expect(await readShowcaseProgress()).toEqual(before);
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
