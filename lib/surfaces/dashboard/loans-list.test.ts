import { beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import { day, later } from "@/lib/kernel/calendar";
import { newId } from "@/lib/kernel/ids";
import { reachOf } from "@/lib/kernel/reach";
import { useDatabase } from "@/test/database";
import { disbursedLoan, setLoan, undisbursedLoan } from "@/test/factories/disbursed-loan";
import { anyMerchant, sandboxActor } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { instant } from "@/test/time";
import { listLoansForStaff, loanQuery } from "./loans-list";

useDatabase();

const now = instant("2026-11-20T12:00:00Z");
let marketplace: TestMarketplace;
let shop: { merchantId: string; thirdPartyCustomerId: string };
/** The loans by what is special about each, in the order they were made. */
const made: Record<string, string> = {};
/** A loan of another data set, 60 days late. */
let elsewheres: string;

beforeAll(async () => {
  marketplace = await createMarketplace();
  const { test: tenant } = marketplace;
  shop = await anyMerchant(tenant);
  const other = await anyMerchant(tenant);
  const offer = async (name: string, status: "APPROVED" | "ACCEPTED" | "PAYOUT_HELD" | "DISBURSING" | "CANCELLED") => {
    made[name] = (await undisbursedLoan(tenant, { merchantId: other.merchantId }, status)).id;
  };
  const out = async (name: string, change: Parameters<typeof setLoan>[2] = {}, merchantId = other.merchantId) => {
    const { id } = await disbursedLoan(tenant, { merchantId });
    await setLoan(tenant, id, change);
    made[name] = id;
  };
  await offer("offer", "APPROVED");
  await out("on time", { agingSince: later(now, 5 * day) }, shop.merchantId);
  await out("a day late", { agingSince: later(now, -day) });
  await offer("accepted", "ACCEPTED");
  await out("almost a day late", { agingSince: later(now, 1 - day) });
  await out("30 days late", { agingSince: later(now, 1 - 31 * day) }, shop.merchantId);
  await out("31 days late", { agingSince: later(now, -31 * day) });
  await offer("held", "PAYOUT_HELD");
  await out("90 days late", { agingSince: later(now, -90 * day) });
  await out("in default", { agingSince: later(now, -120 * day), status: "DEFAULTED", defaultReason: "OVERDUE" });
  await out("paused", { pausedAt: later(now, -day) });
  await offer("paid out", "DISBURSING");
  await offer("called off", "CANCELLED");
  await out("repaid", { status: "REPAID" });
  // Another data set, which must not show.
  const elsewhere = await anyMerchant(marketplace.live);
  const { id } = await disbursedLoan(marketplace.live, { merchantId: elsewhere.merchantId });
  await setLoan(marketplace.live, id, { agingSince: later(now, -60 * day) });
  elsewheres = id;
});

type LoanQuery = Partial<z.output<typeof loanQuery>>;

async function list(query: LoanQuery, limit = 50) {
  const reach = reachOf(sandboxActor(marketplace.test));
  const { rows, hasMore } = await listLoansForStaff(reach, { ...query, limit }, now);
  return { names: rows.map(({ id }) => Object.keys(made).find((name) => made[name] === id)), hasMore, rows };
}

const newestFirst = (...names: string[]) =>
  names.toSorted((one, other) => ((made[one] ?? "") < (made[other] ?? "") ? 1 : -1));

describe("the list of loans", () => {
  test("has every loan of the data set, newest first, and none of another", async () => {
    expect((await list({})).names).toEqual(newestFirst(...Object.keys(made)));
  });

  test.each([
    ["APPROVED", ["offer", "accepted", "held", "paid out"]],
    ["DEFAULTED", ["in default"]],
    [
      "OUT",
      [
        ...["on time", "a day late", "almost a day late", "30 days late", "31 days late", "90 days late"],
        ...["in default", "paused"],
      ],
    ],
    ["REPAID", ["repaid"]],
    ["CANCELLED", ["called off"]],
    ["WRITTEN_OFF", []],
  ] as const)("finds those that are %s", async (status, names) => {
    expect((await list({ status })).names).toEqual(newestFirst(...names));
  });

  test.each([
    ["any", ["in default", "90 days late", "31 days late", "30 days late", "a day late"]],
    ["1-30", ["30 days late", "a day late"]],
    ["31-60", ["31 days late"]],
    ["61-90", ["90 days late"]],
    ["over-90", ["in default"]],
    ["paused", ["paused"]],
  ] as const)("finds those with %s days past due, the longest first", async (arrears, names) => {
    expect((await list({ arrears })).names).toEqual(names);
  });

  test("says how it stands with each", async () => {
    const { rows } = await list({ arrears: "31-60" });
    expect(rows).toMatchObject([{ daysPastDue: 31, outstanding: 10_900_000, due: 10_900_000, paid: 0, paused: false }]);
    const [offer] = (await list({ q: made.offer })).rows;
    expect(offer).toMatchObject({ status: "APPROVED", outstanding: 0, principal: 10_000_000, disbursedAt: null });
  });

  test("is searched by the loan's id or reference, or its merchant's id on either side or name", async () => {
    const [row] = (await list({ q: made["in default"] })).rows;
    expect(row?.id).toBe(made["in default"]);
    expect((await list({ q: row?.reference.toLowerCase() })).names).toEqual(["in default"]);
    const its = ["30 days late", "on time"];
    expect((await list({ q: shop.merchantId })).names).toEqual(its);
    expect((await list({ merchant: shop.thirdPartyCustomerId, status: "ACTIVE" })).names).toEqual(its);
    expect((await list({ merchant: shop.merchantId, arrears: "any" })).names).toEqual(["30 days late"]);
    expect((await list({ q: "nobody" })).names).toEqual([]);
    const [{ businessName = "" } = {}] = (await list({ q: shop.merchantId })).rows;
    expect((await list({ q: businessName.slice(1, -1), merchant: shop.merchantId })).names).toEqual(its);
    expect((await list({ q: made.offer, merchant: shop.merchantId })).names).toEqual([]);
  });

  test.each([
    ["without a filter", {}],
    ["by a state that stands for several", { status: "APPROVED" }],
    ["by arrears", { arrears: "any" }],
  ] satisfies [string, LoanQuery][])("turns page by page, forwards and back, %s", async (_, filters) => {
    const all = (await list(filters)).rows.map(({ id }) => id);
    const forwards: string[][] = [];
    let page = await list(filters, 2);
    for (;;) {
      forwards.push(page.rows.map(({ id }) => id));
      if (!page.hasMore) break;
      page = await list({ ...filters, startingAfter: forwards.at(-1)?.at(-1) }, 2);
    }
    expect(forwards.flat()).toEqual(all);
    expect(forwards.every((ids, i) => ids.length === 2 || i === forwards.length - 1)).toBe(true);
    const back = await list({ ...filters, endingBefore: forwards.at(-1)?.[0] }, 2);
    expect(back.rows.map(({ id }) => id)).toEqual(forwards.at(-2));
  });

  test.each(["startingAfter", "endingBefore"])(
    "does not tell by %s how late a loan of another data set is",
    async (cut) => {
      for (const id of [elsewheres, newId("loan")]) {
        expect((await list({ arrears: "any", [cut]: id })).names, id).toEqual([]);
      }
    },
  );
});

describe("the query in an address", () => {
  test("keeps what the page knows", () => {
    const asked = { q: "LN-1", merchant: "m-1", status: "ACTIVE", arrears: "1-30", startingAfter: newId("loan") };
    expect(loanQuery.parse(asked)).toEqual(asked);
  });

  test("leaves out what it does not", () => {
    const asked = {
      q: "a\u0000",
      status: ["ACTIVE", "REPAID"],
      arrears: "2-3",
      startingAfter: newId("break"),
      other: "1",
    };
    expect(loanQuery.parse(asked)).toEqual({});
  });
});
