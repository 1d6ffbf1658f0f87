import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { db, transaction } from "@/db/client";
import type { Tenant } from "@/lib/kernel/actor";
import { day, later } from "@/lib/kernel/calendar";
import { everyMerchantOf, type Reach, reachOfRow } from "@/lib/kernel/reach";
import { useDatabase } from "@/test/database";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { instant } from "@/test/time";
import { breakList } from "./breaks-list";
import { fundingList } from "./funding-list";
import { loanList } from "./loans-list";
import { settlementList } from "./settlements-list";

useDatabase();

const now = instant("2026-11-20T12:00:00Z");
const names = [
  ...["Ada Foods", "Ada Stores", "Bola Foods", "Bola Stores", "Ngozi 100% Foods", "Ọlá Stores", "日本 Foods"],
  ...["O_Books", "Ada & Bola Stores", "Customer Foods"],
  "Filler",
];
const merchants = names.map((name, i) => ({ id: `mer_${i}`, name, theirs: `customer-${4710 + i}` }));

/** One of the values, by a number that has nothing to do with other choices. */
const pick = <T>(values: readonly T[], i: number, prime: number) => values[((i * prime) % 97) % values.length] as T;

/** Of so many rows some are of every merchant; those that came later, more than a page looks at one by one, are all of one. */
const varied = 60;

/** What row number `i` is like in each of the lists. 日本 has one row, among the oldest. */
const made = Array.from({ length: 1_400 }, (_, i) => ({
  tag: String(i).padStart(4, "0"),
  merchant: i >= varied ? 10 : i === 4 ? 6 : pick([0, 1, 2, 3, 4, 5, 7, 8, 9] as const, i, 41),
  loan: pick(["ACTIVE", "ACTIVE", "DEFAULTED", "ACCEPTED", "DISBURSING", "REPAID"] as const, i, 13),
  /** Days past due. */
  late: pick([null, 5, 40, 40, 100] as const, i, 29),
  paused: pick([true, false, false] as const, i, 23),
  match: pick(["MATCHED", "PENDING", "BROKEN"] as const, i, 7),
  type: pick(["LATE", "AMOUNT"] as const, i, 19),
  broken: pick(["OPEN", "ANSWERED", "RESOLVED"] as const, i, 11),
  request: pick(["PENDING", "FULFILLED", "REJECTED"] as const, i, 5),
  /** The day of the business clock, which goes another way than the ids. */
  asked: i < varied ? (i * 7) % varied : i,
}));
type Made = (typeof made)[number];
const firstDay = new Date("2026-03-01T12:00:00Z");
const dayOf = (n: number) => new Date(firstDay.getTime() + n * day).toISOString().slice(0, 10);

async function insert({ marketplaceId, environment }: Tenant, prefix: string) {
  const theirs = JSON.stringify(merchants.map((one) => ({ ...one, id: `${prefix}${one.id}` })));
  const rows = JSON.stringify(
    made.map((one) => ({
      ...one,
      tag: `${prefix}${one.tag}`,
      merchant: `${prefix}mer_${one.merchant}`,
      since: one.late === null ? null : later(now, -one.late * day),
      moment: new Date(firstDay.getTime() + one.asked * day),
    })),
  );
  await transaction(async () => {
    // Only what the lists read is there.
    await db().execute(sql`set local session_replication_role = replica`);
    await db().execute(sql`insert into merchants (id, marketplace_id, environment, third_party_customer_id, business_name, created_at)
      select id, ${marketplaceId}, ${environment}, theirs, name, now()
      from jsonb_to_recordset(${theirs}::jsonb) as r(id text, name text, theirs text)`);
    await db().execute(sql`create temp table given on commit drop as
      select * from jsonb_to_recordset(${rows}::jsonb) as r(tag text, merchant text, loan text, since timestamptz, paused boolean,
        match text, type text, broken text, request text, moment timestamptz)`);
    await db().execute(sql`insert into loans (id, marketplace_id, environment, merchant_id, reference, funding_request_id, lender_id, status,
        principal, interest, tenor_days, deduction_basis_points, minimum_deduction, start_date, due_date, approved_at, offer_expires_at,
        interest_parts_per_million, aging_since, paused_at)
      select 'loan_' || tag, ${marketplaceId}, ${environment}, merchant, 'LN-' || tag, 'fr_' || tag, 'lnd', loan,
        1, 1, 90, 500, 0, now(), now(), now(), now(), 1, since, case when paused then now() end from given`);
    await db().execute(sql`insert into settlements (id, marketplace_id, environment, merchant_id, reference, net_amount, match_status, created_at)
      select 'set_' || tag, ${marketplaceId}, ${environment}, merchant, 'S' || tag, 1, match, now() from given`);
    await db().execute(sql`insert into breaks (id, marketplace_id, environment, merchant_id, type, subject, evidence, detected_at, status)
      select 'brk_' || tag, ${marketplaceId}, ${environment}, merchant, type, tag, '{}', now(), broken from given`);
    await db().execute(sql`insert into funding_requests (id, marketplace_id, environment, merchant_id, amount_requested, tenor_days, purpose,
        financing_timeframe_days, status, failure_reason, created_at)
      select 'fr_' || tag, ${marketplaceId}, ${environment}, merchant, 1, 90, 'Other', 7, request,
        case when request = 'REJECTED' then 'SCORE_STALE' end, moment from given`);
  });
}

let shop: TestMarketplace;
beforeAll(async () => {
  shop = await createMarketplace();
  await insert(shop.test, "");
  await insert(shop.live, "l");
});

type Filters = Record<string, string>;
/** Each of the lists, with what its rows are called by. */
const lists = { loan: loanList, set: settlementList, brk: breakList, fr: fundingList };
type List = keyof typeof lists;

const find = async (list: List, reach: Reach, asked: Filters, limit: number) => {
  const { table, hasNewer, hasOlder } = await lists[list].open(reach, asked, now, limit);
  return { ids: table.rows.map(({ id }) => id), hasNewer, hasOlder };
};

/** All ids that a list finds, followed to its end in one direction; in the order of the list. */
async function follow(list: List, reach: Reach, asked: Filters, limit: number, from?: string) {
  const ids: string[] = [];
  let cursor = from;
  for (let pages = 0; ; pages++) {
    expect(pages).toBeLessThan(varied);
    const at: Filters = cursor === undefined ? {} : { [from === undefined ? "startingAfter" : "endingBefore"]: cursor };
    const { ids: found, hasNewer, hasOlder } = await find(list, reach, { ...asked, ...at }, limit);
    expect(found.length).toBeLessThanOrEqual(limit);
    if (from === undefined) ids.push(...found);
    else ids.unshift(...found);
    if (!(from === undefined ? hasOlder : hasNewer)) return ids;
    cursor = from === undefined ? found.at(-1) : found[0];
  }
}

const newest = (a: Made, b: Made) => (a.tag < b.tag ? 1 : -1);
const longest = (a: Made, b: Made) => (b.late ?? 0) - (a.late ?? 0) || (a.tag < b.tag ? -1 : 1);
const asked = (a: Made, b: Made) => b.asked - a.asked;
const shownAs = (states: readonly string[]) => (row: Made) => states.includes(row.loan);
const approved = shownAs(["ACCEPTED", "DISBURSING"]);

const named: Record<string, (name: string, theirs: string) => boolean> = {
  ada: (name) => name.includes("Ada"),
  "STORES ad": (name) => name.startsWith("Ada") && name.endsWith("Stores"),
  "customer-471": (_, theirs) => theirs !== "customer-4720",
  "omer-4711": (_, theirs) => theirs === "customer-4711",
  "customer foods": (name) => name.endsWith("Foods"),
  "00%": (name) => name.includes("100%"),
  o_b: (name) => name === "O_Books",
  日本: (name) => name.startsWith("日本"),
  Ọlá: (name) => name.startsWith("Ọlá"),
  zyzzyva: () => false,
  fill: (name) => name === "Filler",
};

describe.each<[List, Filters, wanted: (row: Made) => boolean, order: (a: Made, b: Made) => number]>([
  ["loan", {}, () => true, newest],
  ["loan", { status: "APPROVED" }, approved, newest],
  ["loan", { arrears: "any" }, ({ late }) => late !== null, longest],
  ["loan", { arrears: "31-60", status: "DEFAULTED" }, ({ late, loan }) => late === 40 && loan === "DEFAULTED", longest],
  ["loan", { arrears: "paused", status: "APPROVED" }, (row) => row.paused && approved(row), newest],
  ["set", {}, () => true, newest],
  ["set", { status: "BROKEN" }, ({ match }) => match === "BROKEN", newest],
  ["brk", {}, ({ broken }) => broken === "OPEN", newest],
  ["brk", { status: "ALL", type: "AMOUNT" }, ({ type }) => type === "AMOUNT", newest],
  ["fr", {}, () => true, asked],
  ["fr", { status: "PENDING" }, ({ request }) => request === "PENDING", asked],
  [
    "fr",
    { reason: "SCORE_STALE", from: dayOf(20), to: dayOf(50) },
    (row) => {
      return row.request === "REJECTED" && row.asked >= 20 && row.asked <= 50;
    },
    asked,
  ],
])("a search of the list %s with %j", (list, filters, wanted, order) => {
  const listed = made.filter(wanted).toSorted(order);
  const idOf = ({ tag }: Made) => `${list}_${tag}`;

  test("finds those it should, page by page in both directions, however far back they are", async () => {
    const last = listed.at(-1);
    if (!last) throw new Error("Nothing is listed.");
    for (const [q, has] of Object.entries(named)) {
      const found = listed.filter(({ merchant }) => has(names[merchant] ?? "", `customer-${4710 + merchant}`));
      const limit = found.length > varied ? 300 : 7;
      expect(await follow(list, everyMerchantOf(shop.test), { ...filters, q }, limit), q).toEqual(found.map(idOf));
      const newer = found.filter((row) => row !== last).map(idOf);
      expect(await follow(list, everyMerchantOf(shop.test), { ...filters, q }, limit, idOf(last)), q).toEqual(newer);
    }
  });

  test("of one merchant's rows finds those, wherever they are", async () => {
    const reach = reachOfRow({ ...shop.test, merchantId: "mer_1" });
    const its = listed.filter(({ merchant }) => merchant === 1).map(idOf);
    for (const [q, found] of Object.entries({ ada: its, "ada foods": [], bola: [], 日本: [], "customer-471": its })) {
      expect((await find(list, reach, { ...filters, q }, 90)).ids, q).toEqual(found);
    }
  });
});
