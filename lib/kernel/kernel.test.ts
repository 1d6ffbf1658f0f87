import { describe, expect, test } from "vitest";
import { fc } from "@/test/proof";
import { coalesced } from "./coalesce";
import { decrypt, encrypt, keyedDigest, randomText } from "./crypto";
import { idPrefixes, isId, newId } from "./ids";
import { floorToNaira, fromKobo, isWholeKobo, kobo, shareOf, toKobo } from "./money";

describe("identifiers", () => {
  test("carry their prefix, sort by the moment they were made, and never repeat", () => {
    const ids = Array.from({ length: 5_000 }, () => newId("event"));
    expect(new Set(ids).size).toBe(ids.length);
    expect([...ids].sort()).toEqual(ids);
    for (const id of ids.slice(0, 5)) expect(id).toMatch(/^evt_[0-9a-hjkmnp-tv-z]{26}$/);
    expect(isId("event", ids[0] ?? "")).toBe(true);
    expect(isId("merchant", ids[0] ?? "")).toBe(false);
  });

  test("prefixes are different from one another", () => {
    const prefixes = Object.values(idPrefixes);
    expect(new Set(prefixes).size).toBe(prefixes.length);
  });
});

describe("money", () => {
  test.each([
    [0.1, 10],
    [1.005, 101],
    [1234567.89, 123456789],
    [9_999_999_999_999.99, 999_999_999_999_999],
    [1e13, 1e15],
    [0.004, 0],
    [0.005, 1],
  ])("%d naira are %d kobo", (naira, expected) => {
    expect(toKobo(naira)).toBe(expected);
  });

  test("every whole kobo survives the wire", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e15 }).map(kobo), (amount) => {
        const wire = JSON.parse(JSON.stringify(fromKobo(amount)));
        expect(toKobo(wire)).toBe(amount);
        expect(isWholeKobo(wire)).toBe(true);
      }),
    );
  });

  test.each([1.001, 0.999, 100.123])("%d has more than two decimals", (naira) => {
    expect(isWholeKobo(naira)).toBe(false);
  });

  test("shares are rounded half-up and exact at any size", () => {
    expect(shareOf(kobo(100_004), 1_250)).toBe(12_501);
    expect(shareOf(kobo(999_999_999_999_999), 10_000)).toBe(999_999_999_999_999);
    expect(shareOf(kobo(3), 5_000)).toBe(2);
  });

  test("caps are floored to whole thousands", () => {
    expect(floorToNaira(toKobo(123_999.99), 1_000)).toBe(toKobo(123_000));
  });
});

describe("encryption", () => {
  test("opens what it sealed, under the id of its key, differently each time", () => {
    const first = encrypt("drafts.values", "22345678901");
    expect(first).toMatch(/^k1\./);
    expect(encrypt("drafts.values", "22345678901")).not.toBe(first);
    expect(decrypt("drafts.values", first)).toBe("22345678901");
  });

  test("a value that was altered, or put into another column, does not open", () => {
    const sealed = encrypt("drafts.values", "22345678901");
    const altered = sealed.slice(0, -2) + (sealed.endsWith("AA") ? "BB" : "AA");
    expect(() => decrypt("drafts.values", altered)).toThrow();
    expect(() => decrypt("batches.payload", sealed)).toThrow();
    expect(() => decrypt("drafts.values", sealed.replace(/^k1/, "k9"))).toThrow("k9 is not configured");
  });

  test("the blind index is the same for equal values of one purpose only", () => {
    expect(keyedDigest("idempotency", "22345678901")).toBe(keyedDigest("idempotency", "22345678901"));
    expect(keyedDigest("idempotency", "22345678901")).not.toBe(keyedDigest("device", "22345678901"));
  });

  test("random text uses its whole alphabet", () => {
    const text = randomText(20_000);
    expect(text).toMatch(/^[0-9A-Za-z]+$/);
    expect(new Set(text).size).toBe(62);
  });
});

describe("coalesced", () => {
  test("gathers what waits, keeps the order, and gives each caller its own result", async () => {
    const lists: number[][] = [];
    const double = coalesced<number, number>(3, async (items) => {
      lists.push(items);
      return items.map((item) => item * 2);
    });
    const results = await Promise.all([1, 2, 3, 4, 5].map(double));
    expect(results).toEqual([2, 4, 6, 8, 10]);
    expect(lists).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
  });

  test.each([1, 2, 3])("in lists of %d, what fails fails for its own caller alone", async (size) => {
    const picky = coalesced<number, number>(size, async (items) => {
      if (items.includes(2)) throw new Error("no");
      return items;
    });
    const results = await Promise.allSettled([1, 2, 3].map(picky));
    expect(results.map((result) => result.status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  });

  test("two lists at once: the second from so many on, and never with a key of the first", async () => {
    const begun: string[][] = [];
    const ends: (() => void)[] = [];
    const upper = coalesced<string, string>(
      4,
      async (items) => {
        begun.push(items);
        await new Promise<void>((end) => ends.push(end));
        return items.map((item) => item.toUpperCase());
      },
      { lists: 2, least: 2, keyOf: (item) => item.charAt(0) },
    );
    const turn = () => new Promise((next) => setImmediate(next));
    const results = [upper("a1")];
    await turn();
    results.push(upper("a2"), upper("b1"));
    await turn();
    expect(begun).toEqual([["a1"]]);
    results.push(upper("c1"), upper("a3"));
    await turn();
    expect(begun).toEqual([["a1"], ["b1", "c1"]]);
    ends[0]?.();
    await turn();
    expect(begun).toEqual([["a1"], ["b1", "c1"], ["a2", "a3"]]);
    for (const end of ends) end();
    expect(await Promise.all(results)).toEqual(["A1", "A2", "B1", "C1", "A3"]);
  });

  test("a list that failed for a passing reason is done after all", async () => {
    let calls = 0;
    const flaky = coalesced<number, number>(3, async (items) => {
      calls += 1;
      if (calls === 1) throw new Error("deadlock detected");
      return items;
    });
    expect(await Promise.all([1, 2, 3].map(flaky))).toEqual([1, 2, 3]);
  });
});
