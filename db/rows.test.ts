import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { useDatabase } from "@/test/database";
import { bigint, jsonTimestamp, koboValue, rowsOf, timestamp } from "./rows";

useDatabase();

const countRow = z.strictObject({ count: z.int() });

describe("rows of raw statements", () => {
  test("come as the schemas of columns say", async () => {
    const row = z.strictObject({
      id: bigint,
      sum: bigint,
      at: timestamp,
      past: timestamp,
      json: z.strictObject({ at: jsonTimestamp, amount: koboValue }),
      amount: koboValue,
    });
    const found = await rowsOf(row)`
      select 9007199254740993 as id, sum(n) as sum, '2026-07-15T12:00:00.5Z'::timestamptz as at,
        '1900-01-01T00:00:00Z'::timestamptz as past,
        json_build_object('at', '2026-07-15T12:00:00Z'::timestamptz, 'amount', 1::bigint) as json, 1::bigint::float8 as amount
      from unnest(array[1, 2]::bigint[]) n`;
    expect(found).toMatchObject([{ id: "9007199254740993", sum: "3", amount: 1, json: { amount: 1 } }]);
    expect(new Date(found[0]?.at ?? "")).toEqual(new Date("2026-07-15T12:00:00.500Z"));
    expect(new Date(found[0]?.json.at ?? "")).toEqual(new Date("2026-07-15T12:00:00Z"));
  });

  test.each([
    ["of another type", () => rowsOf(countRow)`select count(*) from merchants`],
    ["under another name", () => rowsOf(countRow)`select 1 as counted`],
    ["that nobody claimed", () => rowsOf(countRow)`select 1 as count, 2 as more`],
    ["in a later row", () => rowsOf(countRow)`select nullif(n, 2) as count from unnest(array[1, 2]) n`],
  ])("a column %s fails the test that reads it", async (_, read) => {
    await expect(read()).rejects.toThrow(z.ZodError);
  });

  test("are not parsed in production", async () => {
    const module = await import("@/lib/kernel/env");
    const production = vi.spyOn(module, "env").mockReturnValue({ ...module.env(), checkRows: false });
    const parse = vi.fn();
    expect(await rowsOf({ ...countRow, parse })`select 'three' as count`).toEqual([{ count: "three" }]);
    expect(parse).not.toHaveBeenCalled();
    production.mockRestore();
  });
});
