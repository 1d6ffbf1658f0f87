import { expect, test } from "vitest";
import { collectionTexts } from "./collection-texts";

const nothing = {
  from: "2026-03-02",
  to: "2026-03-12",
  agreed: 0,
  taken: 0,
  missing: 0,
  excess: 0,
  awaited: 0,
  changed: 0,
};

test("nothing is told before there is anything to tell", () => {
  expect(collectionTexts(null, "Demo Market")).toBeNull();
  expect(collectionTexts(nothing, "Demo Market")).toBeNull();
});

test("while all is well: what was agreed and what was taken, no more", () => {
  expect(collectionTexts({ ...nothing, agreed: 1_500.5, taken: 1_500.5 }, "Demo Market")).toEqual({
    rows: [
      ["Agreed so far", "₦1,500.50"],
      ["Taken so far", "₦1,500.50"],
    ],
    hint: null,
    notes: [],
  });
});

test("what is still to come has a line of its own, and why", () => {
  const texts = collectionTexts({ ...nothing, agreed: 1_500, taken: 1_000, awaited: 500 }, "Demo Market");
  expect(texts?.rows.at(-1)).toEqual(["Still to come", "₦500.00"]);
  expect(texts?.hint).toContain("Demo Market usually takes it when it pays you.");
  expect(texts?.notes).toEqual([]);
});

test("what is missing is the marketplace's to put right, and what is too much is not lost", () => {
  const texts = collectionTexts({ ...nothing, agreed: 900, taken: 850, missing: 100, excess: 50 }, "Demo Market");
  expect(texts?.notes.map(({ title }) => title)).toEqual([
    "₦100.00 has not been passed on yet",
    "₦50.00 too much was taken",
  ]);
  for (const { text } of texts?.notes ?? []) {
    expect(text).toContain("Demo Market");
    expect(text).toContain("there is nothing you need to do");
    expect(text).not.toMatch(/late|overdue|owe|must|please/i);
  }
});

test("less than a naira is rounding; the amounts are exact all the same", () => {
  const texts = collectionTexts({ ...nothing, agreed: 100.99, taken: 100.99, missing: 0.99, excess: 0.99 }, "M");
  expect(texts).toMatchObject({ rows: [{}, ["Taken so far", "₦100.99"]], notes: [] });
  expect(collectionTexts({ ...nothing, agreed: 2, taken: 2, missing: 1, excess: 1 }, "M")?.notes).toHaveLength(2);
});

test("agreed and taken that differ by rounding say so, and nothing more", () => {
  const texts = collectionTexts({ ...nothing, agreed: 1_500.02, taken: 1_500, awaited: 0.02 }, "M");
  expect(texts?.rows).toHaveLength(2);
  expect(texts?.hint).toMatch(/differ by less than a naira .+ rounded/);
});

test("money taken where nothing was agreed is told too", () => {
  expect(collectionTexts({ ...nothing, taken: 20, excess: 20 }, "M")?.notes).toHaveLength(1);
});
