import { expect, test, vi } from "vitest";
import { later, second } from "@/lib/kernel/calendar";
import { instant } from "@/test/time";
import type { Check } from "./check-health";
import { heldHealth } from "./held-health";

const start = instant("2026-11-20T12:00:00Z");
const at = (seconds: number) => later(start, seconds * second);
const database = (status: Check["status"]): Check[] => [{ name: "database", status, detail: "" }];

test("an answer is given again for three seconds, one that something is down for one", async () => {
  const check = vi.fn(async () => database("ok"));
  const read = heldHealth(check);
  const asked = async (seconds: number) => [(await read(at(seconds))).status, check.mock.calls.length];
  expect(await asked(0)).toEqual(["ok", 1]);
  check.mockResolvedValue(database("down"));
  expect(await asked(2.9)).toEqual(["ok", 1]);
  expect(await asked(3)).toEqual(["down", 2]);
  check.mockResolvedValue(database("ok"));
  expect(await asked(3.9)).toEqual(["down", 2]);
  expect(await asked(4)).toEqual(["ok", 3]);
});

test("a thousand who ask at once make one check", async () => {
  let resolve: (checks: Check[]) => void = () => {};
  const check = vi.fn(() => new Promise<Check[]>((done) => (resolve = done)));
  const read = heldHealth(check);
  const answers = Promise.all(Array.from({ length: 1000 }, (_, i) => read(at(i))));
  resolve(database("ok"));
  expect(new Set(await answers).size).toBe(1);
  expect(check).toHaveBeenCalledTimes(1);
});

test("a check that fails fails those who waited, and the next one is made anew", async () => {
  const check = vi.fn(async () => database("ok"));
  check.mockRejectedValueOnce(new Error("no"));
  const read = heldHealth(check);
  await expect(Promise.all([read(at(0)), read(at(0))])).rejects.toThrow("no");
  expect(await read(at(0))).toMatchObject({ status: "ok" });
  expect(check).toHaveBeenCalledTimes(2);
});
