import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { db } from "@/db/client";
import type { Page } from "@/db/page";
import { auditLog } from "@/db/schema/operations";
import { kobo } from "@/lib/kernel/money";
import { sessionCookie } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { anyStaff } from "@/test/factories/staff";
import { csvExport } from "./csv-export";

useDatabase();

let marketplace: TestMarketplace;
let cookie = "";
beforeAll(async () => {
  marketplace = await createMarketplace();
  const viewer = await anyStaff(marketplace.test, "VIEWER");
  cookie = await sessionCookie({ id: viewer.id, kind: "marketplace" });
});

type Row = { id: string; name: string; amount: number; at: Date };

const lastRow = 1_201;
const rowAt = (number: number): Row => ({
  id: `row_${number}`,
  name: number === 3 ? '=HYPERLINK("x")' : `Row ${number}`,
  amount: number,
  at: new Date("2026-11-23T08:00:00Z"),
});

/** A list of so many rows, counted down; `asked` are the pages that were read. */
function anyList(fail = false) {
  const asked: Page[] = [];
  const handler = csvExport<z.ZodObject<{ above: z.ZodDefault<z.ZodCoercedNumber> }>, Row>({
    name: "rows",
    query: z.object({ above: z.coerce.number().max(9_999, "Must be at most 9999").default(0) }),
    columns: [
      { header: "id", text: ({ id }) => id },
      { header: "name", text: ({ name }) => name },
      { header: "amount", money: ({ amount }) => kobo(amount) },
      { header: "at", moment: ({ at }) => at },
      { header: "none", number: () => null },
    ],
    pages: async ({ query, page, actor }) => {
      expect(actor.tenant).toMatchObject({ marketplaceId: marketplace.test.marketplaceId });
      asked.push(page);
      if (fail && asked.length === 2) throw new Error("The second page cannot be read.");
      const from = page.startingAfter ? Number(page.startingAfter.slice(4)) - 1 : lastRow;
      const left = Math.max(0, from - query.above);
      const rows = Array.from({ length: Math.min(page.limit, left) }, (_, i) => rowAt(from - i));
      return { rows, hasMore: left > page.limit };
    },
  });
  const ask = (query = "", headers: Record<string, string> = { cookie }, environment = "test") =>
    handler(new Request(`http://localhost/rows/export.csv${query}`, { headers }), {
      params: Promise.resolve({ environment }),
    });
  return { ask, asked };
}

describe("an export", () => {
  test("has every row once, newest first, with money in naira and nothing that spreadsheets run", async () => {
    const { ask, asked } = anyList();
    const answer = await ask();
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": expect.stringMatching(/^attachment; filename="rows-test-\d{4}-\d\d-\d\d\.csv"$/),
      "cache-control": "no-store",
    });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [header, ...lines] = new TextDecoder().decode(bytes).split("\r\n");
    expect(header).toBe("id,name,amount,at,none");
    expect(lines).toHaveLength(lastRow + 1);
    expect(lines[0]).toBe("row_1201,Row 1201,12.01,2026-11-23T08:00:00.000Z,");
    expect(lines.at(-4)).toBe(`row_3,"'=HYPERLINK(""x"")",0.03,2026-11-23T08:00:00.000Z,`);
    expect(lines.at(-1)).toBe("");
    expect(asked.map(({ startingAfter }) => startingAfter)).toEqual([undefined, "row_702", "row_202"]);
  });

  test("takes the filters of the page, not its place in the list", async () => {
    const { ask, asked } = anyList();
    const text = await (await ask("?above=1199&limit=1&startingAfter=row_5&endingBefore=row_9")).text();
    expect(text.split("\r\n")).toHaveLength(4);
    expect(asked).toEqual([{ limit: 500, startingAfter: undefined }]);
    expect(await (await ask("?above=")).text()).toContain("row_1,");
  });

  test("is read as far as it is taken", async () => {
    const { ask, asked } = anyList();
    const reader = (await ask()).body?.getReader();
    await reader?.read();
    expect(asked).toHaveLength(1);
    await reader?.read();
    expect(asked).toHaveLength(2);
    await reader?.cancel();
    expect(asked).toHaveLength(2);
  });

  test("breaks off when a page cannot be read", async () => {
    const { ask, asked } = anyList(true);
    await expect((await ask()).text()).rejects.toThrow("The second page cannot be read.");
    expect(asked).toHaveLength(2);
  });

  test("is noted in the audit log", async () => {
    const before = await db().select().from(auditLog);
    await (await anyList().ask()).body?.cancel();
    const added = (await db().select().from(auditLog)).filter(
      (row) => !before.some(({ number }) => number === row.number),
    );
    expect(added).toMatchObject([
      {
        action: "list.export",
        detail: { list: "rows" },
        environment: "test",
        marketplaceId: marketplace.test.marketplaceId,
      },
    ]);
  });

  test.each([
    ["without a session", 401, "", { cookie: "" }, "test"],
    ["from another environment than there is", 400, "", undefined, "both"],
    ["with a filter that is wrong", 400, "?above=10000", undefined, "test"],
  ])("is refused %s", async (_, status, query, headers, environment) => {
    const { ask, asked } = anyList();
    const answer = await ask(query, headers, environment);
    expect(answer.status).toBe(status);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(asked).toEqual([]);
  });
});
