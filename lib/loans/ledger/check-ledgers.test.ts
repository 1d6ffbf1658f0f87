import { eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { ledgerFindings } from "@/db/schema/ledger";
import { chores } from "@/db/schema/operations";
import { statementLimit } from "@/db/statement-limit";
import type { Tenant } from "@/lib/kernel/actor";
import { day, later, minute, second } from "@/lib/kernel/calendar";
import { log } from "@/lib/kernel/log";
import { kobo } from "@/lib/kernel/money";
import { useDatabase } from "@/test/database";
import { disbursedLoan, setLoan, undisbursedLoan } from "@/test/factories/disbursed-loan";
import { anyMerchant, sandboxActor } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { deductedEvent, report } from "@/test/factories/repayment";
import { instant, now } from "@/test/time";
import * as check from "./check";
import { checkBooks } from "./check-books";
import { checkLedgers } from "./check-ledgers";
import { differencesIn } from "./find-differences";

useDatabase();

let tenants: Tenant[];
/** Of a test loan, a live one, and so on. */
let loanIds: string[];
beforeAll(async () => {
  const marketplace = await createMarketplace();
  tenants = [marketplace.test, marketplace.live, marketplace.test, marketplace.live, marketplace.test];
  loanIds = [];
  for (const tenant of tenants) {
    const { merchantId } = await anyMerchant(tenant);
    loanIds.push((await disbursedLoan(tenant, { merchantId })).id);
  }
});
beforeEach(async () => {
  for (const i of tenants.keys()) await spoil(i, 0);
  await db().delete(ledgerFindings);
  await db().update(chores).set({ cursor: null }).where(eq(chores.id, "check-ledgers"));
});

/** Makes the running total of a loan wrong by so much, or right with zero. */
async function spoil(i: number, amount: number): Promise<void> {
  const tenant = tenants[i];
  if (tenant) await setLoan(tenant, loanIds[i] ?? "", { received: kobo(amount), held: kobo(0) });
}

const at = (seconds: number) => later(now(), seconds * second);
const findings = () => db().select().from(ledgerFindings).orderBy(ledgerFindings.id);
const cursor = async () =>
  (await db().select({ cursor: chores.cursor }).from(chores).where(eq(chores.id, "check-ledgers")))[0]?.cursor;

test("wrong books are one finding until they are right again, and said once", async () => {
  const said = vi.spyOn(log, "error").mockImplementation(() => {});
  await spoil(1, 700);
  await checkLedgers(at(0));
  const [finding, ...more] = await findings();
  expect(more).toEqual([]);
  expect(finding).toMatchObject({
    ...{ loanId: loanIds[1], environment: "live", rules: [], clearedAt: null },
    accounts: [
      { account: "CASH", entries: -10_000_000, facts: -10_000_000, totals: -9_999_300 },
      { account: "INTEREST", entries: 900_000, facts: 900_000, totals: 899_300 },
    ],
  });

  await spoil(1, 800);
  await checkLedgers(later(at(0), day));
  const [again, ...others] = await findings();
  expect(others).toEqual([]);
  expect(again).toMatchObject({ id: finding?.id, foundAt: finding?.foundAt, clearedAt: null });
  expect(again?.accounts).toContainEqual(expect.objectContaining({ account: "CASH", totals: -9_999_200 }));
  expect(again?.lastSeenAt).not.toEqual(finding?.lastSeenAt);
  expect(said).toHaveBeenCalledTimes(1);
  expect(said).toHaveBeenCalledWith("a loan's books are wrong", expect.any(String), {
    ...{ findingId: finding?.id, loanId: loanIds[1], accounts: ["CASH", "INTEREST"], rules: [] },
  });

  await spoil(1, 0);
  await checkLedgers(later(at(0), 2 * day));
  expect(await findings()).toMatchObject([{ id: finding?.id, clearedAt: expect.any(Date) }]);
  await spoil(1, 700);
  await checkLedgers(later(at(0), 3 * day));
  expect(await findings()).toMatchObject([{ id: finding?.id }, { loanId: loanIds[1], clearedAt: null }]);
  said.mockRestore();
});

test("a round goes from page to page, from where it was, and the next begins a day later", async () => {
  const limit = { loans: 2, journals: 100 };
  await spoil(4, 700);
  const start = at(0);
  expect(await checkLedgers(start, limit)).toEqual(later(start, second));
  expect(await cursor()).toBe(loanIds[1]);
  expect(await findings()).toEqual([]);
  await checkLedgers(start, limit);
  expect(await cursor()).toBe(loanIds[3]);
  expect(await checkLedgers(start, limit)).toEqual(later(start, day));
  expect(await findings()).toMatchObject([{ loanId: loanIds[4] }]);
  expect(await cursor()).toBeNull();
});

test("a page that was broken off is checked again", async () => {
  const limit = { loans: 2, journals: 100 };
  await checkLedgers(at(0), limit);
  await spoil(3, 700);
  await db().execute(sql`alter table ledger_findings rename to elsewhere`);
  await expect(checkLedgers(at(0), limit)).rejects.toThrow();
  await db().execute(sql`alter table elsewhere rename to ledger_findings`);
  expect(await cursor()).toBe(loanIds[1]);
  await checkLedgers(at(0), limit);
  expect(await findings()).toMatchObject([{ loanId: loanIds[3] }]);
  expect(await cursor()).toBe(loanIds[3]);
});

test("a loan with many journals is a page of its own", async () => {
  // Each of them has two.
  const limit = { loans: 4, journals: 5 };
  await setLoan(tenants[1] as Tenant, loanIds[1] ?? "", { journalNumber: 50 });
  const pages: (string | null | undefined)[] = [];
  do {
    await checkLedgers(at(0), limit);
    pages.push(await cursor());
  } while (pages.at(-1));
  expect(pages).toEqual([loanIds[0], loanIds[1], loanIds[3], null]);
  await setLoan(tenants[1] as Tenant, loanIds[1] ?? "", { journalNumber: 2 });
});

test("a check that fails is a finding, and the others are checked", async () => {
  const said = vi.spyOn(log, "error").mockImplementation(() => {});
  const most = kobo(Number.MAX_SAFE_INTEGER);
  await setLoan(tenants[0] as Tenant, loanIds[0] ?? "", { received: most, held: most });
  await spoil(2, 700);
  await checkLedgers(at(0));
  expect(await findings()).toMatchObject([
    { loanId: loanIds[0], accounts: [], rules: ["CHECKABLE"] },
    { loanId: loanIds[2], rules: [] },
  ]);
  said.mockRestore();
});

test("a database that is slow or away is no finding: the page is checked again; long books get the time they take", async () => {
  const real = check.readLedger;
  const read = vi.spyOn(check, "readLedger");
  const failing = (code: string) => () =>
    Promise.reject(new Error("a query", { cause: Object.assign(new Error(), { code }) }));
  read.mockImplementation(failing("NO_CONNECTION_FREE"));
  await expect(checkLedgers(at(0))).rejects.toThrow("a query");
  read.mockImplementation(failing("57014"));
  await expect(checkLedgers(at(0))).rejects.toThrow("a query");
  read.mockImplementation((id) => (statementLimit() < minute ? failing("57014")() : real(id)));
  await checkLedgers(at(0));
  read.mockRestore();
  expect(await findings()).toEqual([]);
});

test("books are right while money comes in", async () => {
  const [tenant, loanId] = [tenants[0] as Tenant, loanIds[0] ?? ""];
  const loan = { id: loanId, ...tenant };
  const start = instant("2026-03-02T09:00:00Z");
  const fact = (i: number) => ({ reference: `ded-${i}`, amount: 1_000, at: later(start, i * minute) });
  const { merchantId } = await anyMerchant(tenant);
  const own = await disbursedLoan(tenant, { merchantId, disbursedAt: start });
  await Promise.all([
    ...Array.from({ length: 20 }, (_, i) => report(sandboxActor(tenant), deductedEvent(own, fact(i)), fact(i).at)),
    ...Array.from({ length: 10 }, async () => expect(await checkBooks({ ...loan, id: own.id }, at(0))).toBeNull()),
  ]);
  expect(await checkBooks({ ...loan, id: own.id }, at(0))).toBeNull();
});

test("state, disbursement, write-off and journals must fit the balance", async () => {
  const [tenant] = tenants as [Tenant];
  const ledger = await check.readLedger(loanIds[0] ?? "");
  expect(differencesIn(ledger)).toBeNull();
  const rulesOf = (change: Partial<typeof ledger>) => differencesIn({ ...ledger, ...change })?.rules;
  expect(rulesOf({ status: "REPAID" })).toEqual(["STATE_FITS_BALANCE"]);
  expect(rulesOf({ status: "DISBURSING" })).toEqual(["STATE_FITS_BALANCE", "STATE_FITS_DISBURSEMENT"]);
  expect(rulesOf({ status: "WRITTEN_OFF" })).toEqual(["STATE_FITS_BALANCE", "WRITE_OFF_BOOKED"]);
  expect(rulesOf({ journalNumber: 3 })).toEqual(["JOURNALS_COMPLETE"]);
  const { merchantId } = await anyMerchant(tenant);
  const offer = await check.readLedger((await undisbursedLoan(tenant, { merchantId }, "APPROVED")).id);
  expect(differencesIn(offer)).toBeNull();
  expect(differencesIn({ ...offer, status: "ACTIVE" })?.rules).toEqual([
    "STATE_FITS_BALANCE",
    "STATE_FITS_DISBURSEMENT",
  ]);
});
