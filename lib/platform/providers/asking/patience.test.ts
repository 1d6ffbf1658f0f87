import { expect, test, vi } from "vitest";
import { minute, second } from "@/lib/kernel/calendar";
import type { Answer } from "./ask-json";
import { newPatience } from "./patience";

const answered: Answer = { kind: "answer", status: 200, body: {} };
const silent: Answer = { kind: "nothing", why: "TIMEOUT", status: null, retryAfter: null };
const gateway: Answer = { kind: "nothing", why: "TIMEOUT", status: 408, retryAfter: null };
const notAsked = { kind: "nothing", why: "NOT_ASKED" };

function watch() {
  let at = Date.parse("2026-01-05T09:00:00Z");
  return { patience: newPatience(() => new Date(at)), pass: (milliseconds: number) => (at += milliseconds) };
}

test("who let a question time out is asked again a minute later, and then as before", async () => {
  const { patience, pass } = watch();
  const question = vi.fn(async () => silent);
  expect(await patience(question)).toEqual(silent);
  pass(minute - 1);
  expect(await patience(question)).toMatchObject(notAsked);
  expect(question).toHaveBeenCalledTimes(1);
  pass(1);
  expect(await patience(async () => answered)).toEqual(answered);
  expect(await patience(async () => answered)).toEqual(answered);
});

test("an answer to what was asked before does not end the rest", async () => {
  const { patience, pass } = watch();
  let end = () => {};
  const early = patience(() => new Promise<Answer>((resolve) => (end = () => resolve(answered))));
  await patience(async () => silent);
  end();
  expect(await early).toEqual(answered);
  pass(second);
  expect(await patience(async () => answered)).toMatchObject(notAsked);
});

test("a gateway that says at once that it gave up holds nobody up", async () => {
  const { patience } = watch();
  expect(await patience(async () => gateway)).toEqual(gateway);
  expect(await patience(async () => answered)).toEqual(answered);
});

test("beside a slow one no more than four wait; beside quick ones as many as want to", async () => {
  const { patience, pass } = watch();
  const endings: (() => void)[] = [];
  const hangs = () => new Promise<Answer>((resolve) => endings.push(() => resolve(answered)));
  const begun = Array.from({ length: 6 }, () => patience(hangs));
  pass(2 * second);
  expect(await patience(hangs)).toMatchObject(notAsked);
  for (const end of endings.splice(0, 3)) end();
  await Promise.all(begun.slice(0, 3));
  const another = patience(hangs);
  expect(await patience(hangs)).toMatchObject(notAsked);
  for (const end of endings) end();
  expect(await Promise.all([...begun, another])).toEqual(Array(7).fill(answered));
});

test("a question that throws is over, too", async () => {
  const { patience, pass } = watch();
  for (let i = 0; i < 5; i++) {
    const broken = patience(async () => {
      throw new Error("broken");
    });
    await expect(broken).rejects.toThrow("broken");
  }
  pass(2 * second);
  expect(await patience(async () => answered)).toEqual(answered);
});
