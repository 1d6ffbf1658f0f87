import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { documented, type Study, study } from "./study";

const now = new Date("2026-11-26T12:00:00Z");
let whole: Study;
beforeAll(() => {
  whole = study(null, now);
});

test("docs/study.md and its picture are what npm run study makes", () => {
  const text = readFileSync("docs/study.md", "utf8");
  expect(text).toBe(documented(text, whole));
  expect(readFileSync("docs/study.svg", "utf8")).toBe(whole.picture);
});

/** Gains of all caps together under the rules now, in percent, by what was tried: read off the printed table. */
const gains = () =>
  whole.table.split("\n").flatMap((line) => {
    const [, name = "", now = "", merchants = ""] =
      /^gain: (.+?) {2,}\S+ %, \d+ gain +(\S+) %, (\d+) gain$/.exec(line) ?? [];
    return name ? [{ name, percent: Number(now), merchants: Number(merchants) }] : [];
  });

test("what still pays names all that was tried and pays, the most first", () => {
  const paying = gains().filter(({ percent, merchants }) => percent > 0 || merchants > 0);
  expect(gains().length).toBeGreaterThan(20);
  expect(whole.pays.map((line) => line.split(": ")[0]).sort()).toEqual(paying.map(({ name }) => name).sort());
  const shown = whole.pays.map((line) => Number(/: (\S+) %/.exec(line)?.[1]));
  expect(shown).toEqual(shown.toSorted((a, b) => b - a));
});

test("a newest month three times as large in every field raises all caps together by at most 22 %", () => {
  const spikes = gains().filter(({ name }) => name.startsWith("newest month"));
  expect(spikes).toHaveLength(2);
  for (const { percent } of spikes) expect(percent).toBeLessThanOrEqual(22);
});

test("rate, tier caps and tenor can be set", () => {
  const tried = study(null, now, { rate: 5, tierCaps: { A: 100 }, tenor: 90 });
  const figure = ({ table }: Study, name: string) =>
    table
      .split("\n")
      .filter((line) => line.startsWith(name))
      .map((line) => line.split(/ {2,}/).at(-1));
  expect(figure(tried, "365 days")).toEqual(["none"]);
  const [dearer, usual] = [tried, whole].map((one) =>
    Number(figure(one, "  loss, yield")[0]?.split(", ")[1]?.split(" ")[0]),
  );
  expect(dearer).toBeGreaterThan(Number(usual));
  expect(figure(tried, "all caps")).not.toEqual(figure(whole, "all caps"));
});
