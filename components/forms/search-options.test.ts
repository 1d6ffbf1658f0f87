import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createSearch, type Found, patience, pause } from "./search-options";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const named = (label: string): Found => ({ options: [{ value: label, label }], more: false });

/** A list whose answers come when the test says. */
function slowList() {
  const asked: { typed: string; signal: AbortSignal; answer: (found: Found) => void; fail: () => void }[] = [];
  const search = createSearch(
    (typed, signal) =>
      new Promise((answer, reject) => asked.push({ typed, signal, answer, fail: () => reject(new Error("down")) })),
  );
  const told = vi.fn();
  search.subscribe(told);
  return { search, asked, told, typed: () => asked.map((one) => one.typed) };
}
const rest = () => vi.advanceTimersByTimeAsync(pause);

test("nothing is asked until typing rests, and then for the last text alone", async () => {
  const { search, typed } = slowList();
  for (const text of ["m", "ma", "mam", "mama  put "]) {
    search.look(text);
    await vi.advanceTimersByTimeAsync(pause - 1);
  }
  expect(typed()).toEqual([]);
  await rest();
  expect(typed()).toEqual(["mama put"]);
  search.look("mama put");
  await rest();
  expect(typed()).toEqual(["mama put"]);
});

test("until an answer comes, what was found before is still there", async () => {
  const { search, asked, told } = slowList();
  search.look("mama");
  await rest();
  asked[0]?.answer(named("Restaurant"));
  await rest();
  expect(search.read()).toEqual({ state: "found", found: named("Restaurant") });
  search.look("mama p");
  expect(search.read()).toEqual({ state: "asking", found: named("Restaurant") });
  expect(told).toHaveBeenCalledTimes(3);
});

test("a late answer to what was typed before is not shown", async () => {
  const { search, asked } = slowList();
  search.look("shoes");
  await rest();
  search.look("bags");
  await rest();
  expect(asked[0]?.signal.aborted).toBe(true);
  asked[1]?.answer(named("Bags"));
  asked[0]?.answer(named("Shoes"));
  await rest();
  expect(search.read()).toEqual({ state: "found", found: named("Bags") });
});

test("what was found once is not asked again", async () => {
  const { search, asked, typed } = slowList();
  for (const text of ["", "a"]) {
    search.look(text);
    await rest();
    asked.at(-1)?.answer(named(text));
    await rest();
  }
  search.look("");
  expect(search.read()).toEqual({ state: "found", found: named("") });
  expect(typed()).toEqual(["", "a"]);
});

test("a list that fails, or does not answer in time, is asked again when somebody types", async () => {
  const { search, asked, typed } = slowList();
  search.look("rice");
  await rest();
  asked[0]?.fail();
  await rest();
  expect(search.read().state).toBe("failed");
  search.look("rice");
  await rest();
  await vi.advanceTimersByTimeAsync(patience);
  expect(search.read().state).toBe("failed");
  asked[1]?.answer(named("Rice"));
  await rest();
  search.look("rice");
  expect([search.read().state, typed()]).toEqual(["found", ["rice", "rice"]]);
});

test("once it is stopped nothing is asked, and nobody is told", async () => {
  const { search, asked, told } = slowList();
  search.look("rice");
  search.stop();
  await rest();
  expect(asked).toEqual([]);
  search.look("rice");
  await rest();
  search.stop();
  told.mockClear();
  asked[0]?.answer(named("Rice"));
  await rest();
  expect(told).not.toHaveBeenCalled();
});
