import { type SQL, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { db, transaction } from "@/db/client";
import { rowsOf } from "@/db/rows";
import type { Tenant } from "@/lib/kernel/actor";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { useDatabase } from "@/test/database";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { listMerchants, merchantQuery } from "./merchant-list";
import { merchantsNamed } from "./merchants-named";

useDatabase();

/** More than a page looks at one by one. */
const count = 1_200;
let shop: TestMarketplace;
/** The same merchants in another data set, where nothing must be found. */
let other: TestMarketplace;
const reach = () => everyMerchantOf(shop.test);

/** One of the values, by a number that has nothing to do with other choices. */
const pick = <T>(values: readonly T[], i: number, prime: number) => values[((i * prime) % 97) % values.length] as T;

/** What merchant number `i` is like, in plain values that the tests choose by. */
function merchantAt(i: number) {
  const connection = pick(["ACTIVE", "ACTIVE", "PENDING", "SUSPENDED", "DISCONNECTED"] as const, i, 13);
  const loans = pick(
    [[], [], ["REPAID", "REPAID", "ACTIVE"], ["PAYOUT_HELD"], ["WRITTEN_OFF", "ACCEPTED"]] as const,
    i,
    29,
  );
  return {
    id: `mer_${String(i).padStart(5, "0")}`,
    name: `${pick(["Ada", "Bola", "Ngozi"], i, 5)} ${i % 50 === 7 ? "Zephyr" : pick(["Store", "Foods", "100% Shoes", "O_Books"], i, 41)}`,
    theirs: `shop-${i}`,
    connection,
    kyc: pick(["PENDING", "SUBMITTED", "IN_REVIEW", "APPROVED", "REJECTED", "REQUIRES_UPDATE"] as const, i, 17),
    /** Of the older score, which no longer counts, and of the newer. */
    tiers: pick([[], ["A"], ["A", "C"], ["C", "A"], ["E", "E"]] as const, i, 7),
    loans,
  };
}
type Made = ReturnType<typeof merchantAt>;
const made = Array.from({ length: count }, (_, i) => merchantAt(i));
const shownLoan = (state: string) => (["ACCEPTED", "PAYOUT_HELD", "DISBURSING"].includes(state) ? "APPROVED" : state);
const tierOf = ({ connection, tiers }: Made) => (connection === "DISCONNECTED" ? undefined : tiers.at(-1));

async function insert({ marketplaceId, environment }: Tenant, prefix: string) {
  const rows = JSON.stringify(made.map((one) => ({ ...one, id: one.id.replace("mer_", `mer_${prefix}`) })));
  await transaction(async () => {
    // Only what the list reads is there: no submissions behind the scores, no requests behind the loans.
    await db().execute(sql`set local session_replication_role = replica`);
    await db().execute(sql`create temp table given on commit drop as
      select * from jsonb_to_recordset(${rows}::jsonb) as r(id text, name text, theirs text, connection text, kyc text, tiers text[], loans text[])`);
    await db().execute(sql`insert into merchants (id, marketplace_id, environment, third_party_customer_id, business_name, created_at)
      select id, ${marketplaceId}, ${environment}, theirs, name, now() from given`);
    await db().execute(sql`insert into connections (id, marketplace_id, environment, merchant_id, status, created_at)
      select 'con' || id, ${marketplaceId}, ${environment}, id, connection, now() from given`);
    await db().execute(sql`insert into kyc_records (id, marketplace_id, environment, merchant_id, status, created_at)
      select 'kyc' || id, ${marketplaceId}, ${environment}, id, kyc, now() from given`);
    await db().execute(sql`insert into scores (id, marketplace_id, environment, merchant_id, submission_id, submitted_at, model_version,
        limits, risk_tier, max_lending_cap, result, computed_at)
      select id || n, ${marketplaceId}, ${environment}, id, id || n, now() + n * interval '1 day', 'x', '{}', tier, 500, '{"totalScore": 61}', now()
      from given, unnest(tiers) with ordinality t(tier, n)`);
    await db().execute(sql`insert into loans (id, marketplace_id, environment, merchant_id, reference, funding_request_id, lender_id, status, principal,
        interest, tenor_days, deduction_basis_points, minimum_deduction, start_date, due_date, approved_at, offer_expires_at, interest_parts_per_million)
      select id || n, ${marketplaceId}, ${environment}, id, id || n, id || n, 'lnd', state, 1, 1, 90, 500, 0, now(), now(), now(), now(), 1
      from given, unnest(loans) with ordinality t(state, n)`);
  });
}

beforeAll(async () => {
  shop = await createMarketplace();
  other = await createMarketplace();
  await insert(shop.test, "");
  await insert(shop.live, "l");
  await insert(other.test, "o");
});

type Asked = Partial<z.output<typeof merchantQuery>>;

/** All ids of a list, followed to its end in one direction; in the order of the list. */
async function follow(asked: Asked, direction: "older" | "newer" = "older") {
  const ids: string[] = [];
  let cursor: string | undefined = direction === "newer" ? "mer_" : undefined;
  for (let pages = 0; ; pages++) {
    expect(pages).toBeLessThan(count);
    const at = direction === "newer" ? { endingBefore: cursor } : { startingAfter: cursor };
    const page = await listMerchants(reach(), { ...merchantQuery.parse(asked), ...at, limit: 70 });
    const found = page.rows.map(({ id }) => id);
    expect(found.length).toBeLessThanOrEqual(70);
    if (direction === "newer") ids.unshift(...found);
    else ids.push(...found);
    if (!page.hasMore) return ids;
    cursor = direction === "newer" ? found[0] : found.at(-1);
  }
}

const expected = (wanted: (merchant: Made) => boolean) =>
  made
    .filter(wanted)
    .map(({ id }) => id)
    .toReversed();

describe.each<[Asked, (merchant: Made) => boolean]>([
  [{}, () => true],
  [{ connection: "SUSPENDED" }, ({ connection }) => connection === "SUSPENDED"],
  [{ kyc: "SUBMITTED" }, ({ kyc }) => kyc === "SUBMITTED" || kyc === "IN_REVIEW"],
  [{ tier: "A" }, (one) => tierOf(one) === "A"],
  [{ tier: "NONE" }, (one) => tierOf(one) === undefined],
  [{ loans: "REPAID" }, ({ loans }) => loans.some((state) => state === "REPAID")],
  [{ loans: "APPROVED" }, ({ loans }) => loans.some((state) => shownLoan(state) === "APPROVED")],
  [{ loans: "NONE" }, ({ loans }) => loans.length === 0],
  [{ loans: "DEFAULTED" }, () => false],
  [{ tier: "C", kyc: "APPROVED" }, (one) => tierOf(one) === "C" && one.kyc === "APPROVED"],
  [{ loans: "WRITTEN_OFF", connection: "ACTIVE" }, (one) => one.loans.length === 2 && one.connection === "ACTIVE"],
  [{ q: "zephyr" }, ({ name }) => name.includes("Zephyr")],
  [{ q: "STOR" }, ({ name }) => name.includes("Store")],
  [{ q: "store ada" }, ({ name }) => name === "Ada Store"],
  [{ q: "z" }, ({ name }) => name.includes("Zephyr")],
  [{ q: "ng" }, ({ name }) => name.startsWith("Ngozi")],
  [{ q: "10" }, ({ name, theirs }) => name.includes("100%") || theirs.startsWith("10")],
  [{ q: "00%" }, ({ name }) => name.includes("100%")],
  [{ q: "o_b" }, ({ name }) => name.includes("O_Books")],
  [{ q: "o%b" }, () => false],
  [{ q: "日本語" }, () => false],
  [{ q: "shop-29" }, ({ theirs }) => theirs.startsWith("shop-29")],
  [{ q: "shop-100" }, ({ theirs }) => theirs.startsWith("shop-100")],
  [{ q: "shop-11 ada" }, ({ name, theirs }) => theirs.startsWith("shop-11") && name.startsWith("Ada")],
  [{ q: "hop-101 store" }, ({ name, theirs }) => theirs.startsWith("shop-101") && name.includes("Store")],
  [{ q: "mer_00042" }, ({ id }) => id === "mer_00042"],
  [{ q: "zephyr", kyc: "APPROVED" }, (one) => one.name.includes("Zephyr") && one.kyc === "APPROVED"],
  [{ q: "store", tier: "A" }, (one) => one.name.includes("Store") && tierOf(one) === "A"],
])("%j", (asked, wanted) => {
  test("finds those it should, newest first, page by page in both directions", async () => {
    expect(await follow(asked)).toEqual(expected(wanted));
    expect(await follow(asked, "newer")).toEqual(expected(wanted));
  });
});

test("an e-mail address is found whole, and given away in no parts", async () => {
  await db().execute(sql`update merchants set email = 'Ngozi.42@example.com' where id = 'mer_00042'`);
  for (const q of ["ngozi.42@example.com", "NGOZI.42@EXAMPLE.COM"]) expect(await follow({ q })).toEqual(["mer_00042"]);
  for (const q of ["ngozi.42", "ngozi.42@", "@example.com", "%@example.com", "ngozi_42@example.com", "ngozi%@%"]) {
    expect(await follow({ q }), q).toEqual([]);
  }
  const plan = await planOf(merchantsNamed(shop.test, ["ngozi.42@example.com"]));
  expect(plan).toMatch(/Index Scan (using|on) merchants_email/);
  expect(plan).not.toContain("Filter:");
});

test("a merchant that is archived is not listed", async () => {
  await db().execute(sql`update merchants set archived_at = now() where id = 'mer_00042'`);
  expect(await follow({ q: "mer_00042" })).toEqual([]);
  await db().execute(sql`update merchants set archived_at = null where id = 'mer_00042'`);
});

const planRow = z.strictObject({ "QUERY PLAN": z.string() });

/** How the database would read, if only it could: without reading whole tables or sorting. */
async function planOf(read: SQL): Promise<string> {
  return transaction(async () => {
    await db().execute(sql`set local enable_seqscan = off`);
    await db().execute(sql`set local enable_sort = off`);
    const lines = await rowsOf(planRow)`explain ${read}`;
    return lines.map((line) => line["QUERY PLAN"]).join("\n");
  });
}

test("words, short ones too, are looked up in the tenant's part of the index of trigrams", async () => {
  for (const words of [["zephyr"], ["ada", "st"], ["z"]]) {
    const plan = await planOf(merchantsNamed(shop.test, words));
    expect(plan).toContain("Bitmap Index Scan on merchants_search");
    expect(plan).toMatch(/Index Cond: .*marketplace_id.*~~\*/);
    expect(plan).not.toContain("Filter:");
  }
});

test("a listed merchant is told with its newest score, and without one once it is disconnected", async () => {
  const { rows } = await listMerchants(reach(), { limit: 100 });
  for (const one of rows) {
    const like = made.find(({ id }) => id === one.id);
    if (!like) throw new Error(`Nobody made ${one.id}.`);
    const tier = tierOf(like);
    expect(one).toMatchObject({
      businessName: like.name,
      thirdPartyCustomerId: like.theirs,
      connection: like.connection,
      kyc: like.kyc === "IN_REVIEW" ? "SUBMITTED" : like.kyc,
      score: tier ? { total: 61, tier, cap: 500 } : null,
    });
    expect(new Set(one.loans)).toEqual(new Set(like.loans.map(shownLoan)));
  }
});
