import { existsSync } from "node:fs";
import { eq } from "drizzle-orm";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, test } from "vitest";
import { navigationOf } from "@/components/dashboard/nav";
import { ListTable, NothingThere } from "@/components/staff/list-table";
import { db } from "@/db/client";
import { fundingRequests } from "@/db/schema/funding";
import { loggedRequests } from "@/db/schema/requests";
import { ownedBy } from "@/db/tenancy";
import { listExport } from "@/lib/edge/http/csv-export";
import { day, later } from "@/lib/kernel/calendar";
import { newId } from "@/lib/kernel/ids";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { lists } from "@/lib/surfaces/dashboard/lists";
import type { List } from "@/lib/surfaces/lists/list";
import { sessionCookie } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { setLoan } from "@/test/factories/disbursed-loan";
import { fullMerchant } from "@/test/factories/full-merchant";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { anyStaff } from "@/test/factories/staff";
import { now } from "@/test/time";

// Of every list, by being registered: whoever declares another has it looked at here.

useDatabase();

let shop: TestMarketplace;
let cookie = "";
/** Merchants with one of everything, in the order in which they came. The last is longest in arrears. */
const merchantIds: string[] = [];
beforeAll(async () => {
  shop = await createMarketplace();
  cookie = await sessionCookie({ id: (await anyStaff(shop.test, "VIEWER")).id, kind: "marketplace" });
  const rejected = { status: "REJECTED", failureReason: "NO_CREDIT_SCORE" } as const;
  for (let i = 0; i < 3; i++) {
    const { merchantId, loanId } = await fullMerchant(shop.test);
    merchantIds.push(merchantId);
    await setLoan(shop.test, loanId, i === 0 ? { pausedAt: now() } : { agingSince: later(now(), -40 * i * day) });
    if (i === 0) await db().update(fundingRequests).set(rejected).where(eq(fundingRequests.merchantId, merchantId));
    const asked = {
      requestId: `of-${merchantId}`,
      method: "GET",
      path: `/merchants/${merchantId}`,
      credential: "key_1",
    };
    const answered = {
      operation: i === 0 ? "getLoan" : "getMerchant",
      status: [200, 404, 503][i] ?? 0,
      durationMs: 1,
      at: now(),
    };
    await db()
      .insert(loggedRequests)
      .values({ ...ownedBy(shop.test), id: newId("loggedRequest"), ...asked, ...answered });
  }
});

type Asked = Record<string, string>;
/** Of breaks, too, all: their page begins with those that are open. */
const open = (list: List, asked: Asked = {}, limit = 90) =>
  list.open(everyMerchantOf(shop.test), { status: "ALL", ...asked }, now(), limit);
const idsOf = async (list: List, asked?: Asked) => (await open(list, asked)).table.rows.map(({ id }) => id);

/** The file of a list, line by line, as its route answers it. */
async function fileOf(list: List, asked: Asked = {}) {
  const address = `http://localhost/x?${new URLSearchParams({ status: "ALL", ...asked })}`;
  const answer = await listExport(list.path)(new Request(address, { headers: { cookie } }), {
    params: Promise.resolve({ environment: "test" }),
  });
  expect(answer.status).toBe(200);
  return (await answer.text()).replace("\ufeff", "").trimEnd().split("\r\n").map(cellsOf);
}

const cellsOf = (line: string) =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");

type Cells = (header: string) => string;
/** Whether a row is as a filter says that has no column of its own. Any other has a column of its name in the file. */
const isSo: Record<string, (cell: Cells, value: string) => boolean> = {
  "developers/deliveries status": (cell, value) => cell("State") === value,
  "developers/requests outcome": (cell, value) =>
    new RegExp({ succeeded: "^[23]", refused: "^4", failed: "^5" }[value] ?? "").test(cell("Status")),
  "loans status": (cell, value) => (value === "OUT" ? ["ACTIVE", "DEFAULTED"] : [value]).includes(cell("State")),
  "loans arrears": (cell, value) => {
    if (value === "paused") return cell("Collection paused") === "yes";
    const [from = 0, to = 10_000] = { any: [1], "over-90": [91] }[value] ?? value.split("-").map(Number);
    return from <= Number(cell("Days past due")) && Number(cell("Days past due")) <= to;
  },
};

test("each has an address and a key of its own in the navigation", () => {
  const entries = navigationOf(lists).flatMap((group) => group.entries);
  expect(entries.filter(({ path }) => lists.some((list) => path === `/${list.path}`))).toHaveLength(lists.length);
  for (const all of [entries.map(({ path }) => path), entries.map(({ key }) => key)]) {
    expect(all.filter((one, i) => all.indexOf(one) !== i)).toEqual([]);
  }
});

describe.each(lists.map((list): [string, List] => [list.path, list]))("the list %s", (_, list) => {
  test("has the newest first, and turns page by page in both directions", async () => {
    const all = await idsOf(list);
    expect(all.length).toBeGreaterThanOrEqual(merchantIds.length);
    const [, ...lines] = await fileOf(list);
    const owners = lines.map((line) => merchantIds.findIndex((id) => line.some((cell) => cell.includes(id))));
    expect(owners).toEqual(owners.toSorted((one, other) => other - one));
    expect(new Set(owners)).toEqual(new Set([2, 1, 0]));

    const older = [];
    let page = await open(list, {}, 2);
    for (older.push(...page.table.rows); page.hasOlder; older.push(...page.table.rows)) {
      page = await open(list, { startingAfter: older.at(-1)?.id ?? "" }, 2);
      expect(page.hasNewer).toBe(true);
    }
    expect(older.map(({ id }) => id)).toEqual(all);
    const newer = [];
    for (let cut = all.at(-1) ?? ""; page.hasNewer; cut = page.table.rows[0]?.id ?? "") {
      page = await open(list, { endingBefore: cut }, 2);
      expect(page.hasOlder).toBe(true);
      newer.unshift(...page.table.rows);
    }
    expect(newer.map(({ id }) => id)).toEqual(all.slice(0, -1));
  });

  test("shows its rows, each with its cells, or says why there are none", async () => {
    const { table, nothing } = await open(list);
    const html = renderToStaticMarkup(createElement(ListTable, { base: "/dashboard/test", table }));
    for (const { title } of table.heads) expect(html).toContain(`>${title}</th>`);
    for (const { href } of table.rows) if (href) expect(html).toContain(`href="/dashboard/test/${href}"`);
    expect(html.match(/<tr/g)).toHaveLength(table.rows.length + 1);
    expect(html.match(/<td|<th scope="row"/g)).toHaveLength(table.rows.length * table.heads.length);
    expect(table.heads[0]?.priority).toBe(1);
    expect(table.heads.filter(({ priority }) => priority === 1).length).toBeLessThan(4);
    const { nothing: yet } = await list.open(everyMerchantOf(shop.live), {}, now());
    for (const one of [nothing, yet]) {
      expect(renderToStaticMarkup(createElement(NothingThere, { base: "/dashboard/test", nothing: one }))).toContain(
        one.title,
      );
    }
  });

  test("has its file at its address", () => {
    // Of a folder of its own, Next takes `export.csv` for the name of a row, unless it is there.
    const folder = `app/(dashboard)/dashboard/[environment]/${list.path}`;
    const shared = `${folder.slice(0, folder.lastIndexOf("/"))}/[list]`;
    expect(existsSync(`${existsSync(folder) ? folder : shared}/export.csv/route.ts`)).toBe(true);
  });

  test("is taken away as a file with every row, all columns in each", async () => {
    const [head = [], ...lines] = await fileOf(list);
    expect(head).toEqual(list.file.map(({ header }) => header));
    expect(new Set(head).size).toBe(head.length);
    expect(lines).toHaveLength((await idsOf(list)).length);
    for (const line of lines) expect(line).toHaveLength(head.length);
    // What is filled in nowhere would be a column that reads nothing.
    expect(lines.flat().every((cell) => !/undefined|NaN|\[object/.test(cell))).toBe(true);
  });

  test("has by each filter the rows that are so, and no others", async () => {
    const all = await idsOf(list);
    const [head = [], ...lines] = await fileOf(list);
    const { filters } = await open(list);
    for (const { param, label, options } of filters) {
      if (options === null) continue;
      const named = (cell: Cells, value: string) =>
        value === "NONE" ? cell(label) === "" : cell(label).split(" ").includes(value);
      const fits = isSo[`${list.path} ${param}`] ?? named;
      const answers = new Set<string>();
      for (const { value, label: words } of options) {
        expect(words === value || /^[A-Z0-9]/.test(words), words).toBe(true);
        const found = await idsOf(list, { [param]: value });
        const cellOf = (line?: string[]) => (header: string) => {
          expect(head).toContain(header);
          return line?.[head.indexOf(header)] ?? "";
        };
        expect(found, value).toEqual(all.filter((_, i) => fits(cellOf(lines[i]), value)));
        answers.add(found.join());
      }
      // Where all rows are alike, a filter that does nothing passes.
      expect(answers.size, param).toBeGreaterThan(1);
    }
    const dated = filters.filter(({ options }) => options === null).map(({ param }) => param);
    if (dated.length === 0) return;
    expect(dated).toEqual(["from", "to"]);
    expect(await idsOf(list, { from: "2020-01-01" })).toEqual(all);
    expect(await idsOf(list, { to: "2020-01-01" })).toEqual([]);
  });

  test("ignores what an address says wrongly", async () => {
    const wrong = {
      q: "a\u0000",
      merchant: "",
      type: "X",
      from: "soon",
      startingAfter: "x_1",
      endingBefore: "y",
      page: "7",
    };
    const asked = { ...wrong, status: ["ALL", "X"] };
    const page = await list.open(everyMerchantOf(shop.test), asked, now());
    expect(Object.values(page.query).filter((value) => value !== undefined)).toEqual([]);
  });
});
