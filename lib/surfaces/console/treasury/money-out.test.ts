import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { instructionBatches } from "@/db/schema/instruction-batches";
import { loans, payoutAccounts, payouts } from "@/db/schema/loans";
import { marketplaces } from "@/db/schema/marketplaces";
import { merchants } from "@/db/schema/merchants";
import { type Environment, type OperatorRole, operatorIn } from "@/lib/kernel/actor";
import { kobo } from "@/lib/kernel/money";
import { batchRecall } from "@/lib/lending/proposals/batch-kinds";
import { loanPayAgain } from "@/lib/lending/proposals/loan-kinds";
import { propose } from "@/lib/lending/proposals/propose";
import { makeBatch } from "@/lib/lending/transfers/batches/make-batch";
import { releaseBatch } from "@/lib/lending/transfers/batches/release-batch";
import { refusePayout } from "@/lib/lending/transfers/payouts/refuse-payout";
import { releasePayout } from "@/lib/lending/transfers/payouts/release-payout";
import { readMarketplaceForOperators } from "@/lib/surfaces/console/parties/read-marketplace";
import { listProposalsAt } from "@/lib/surfaces/console/proposals/list-proposals";
import { readProposalAt } from "@/lib/surfaces/console/proposals/read-proposal";
import { readWork } from "@/lib/surfaces/console/work/read-work";
import { giveRailByHand, payoutByHand } from "@/test/by-hand";
import { useDatabase } from "@/test/database";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { lendableMerchant } from "@/test/factories/lendable";
import { createTestLender, giveRail, lenderOf } from "@/test/factories/lender";
import { activeLoan, heldLoan } from "@/test/factories/loan";
import { createMarketplace } from "@/test/factories/marketplace";
import { paidOutOver, takeBack } from "@/test/reversed";
import { instant, now } from "@/test/time";
import { readLoanMoney } from "./loan-money";
import { listHeld, listOrders, listRefunds, listReturned } from "./money-out";
import { listUnanswered } from "./unanswered-batches";
import { listUnbatched } from "./unbatched";

useDatabase();

let shop: Awaited<ReturnType<typeof createMarketplace>>;
let first: Awaited<ReturnType<typeof anyOperator>>;
let second: Awaited<ReturnType<typeof anyOperator>>;
beforeAll(async () => {
  shop = await createMarketplace({ live: true });
  [first, second] = [await anyOperator("TREASURER"), await anyOperator("TREASURER")];
});

const at = (environment: Environment, by = first) => ({ operator: by.actor, environment, realNow: now() });
const page = { limit: 10 };
type List = (
  at: { environment: Environment },
  asked: { limit: number; q?: string },
) => Promise<{ rows: { loanId: string }[] }>;
const loansIn = async (list: List, environment: Environment, q?: string) =>
  (await list({ environment }, { ...page, ...(q && { q }) })).rows.map(({ loanId }) => loanId);

test("a held payout is listed in its environment alone, found by what people call it, and decided as it was read", async () => {
  const { merchantId } = await lendableMerchant(shop.test);
  const { loanId, reference } = await heldLoan(shop.test, merchantId);
  await db().update(merchants).set({ businessName: "Àdìré Cloth" }).where(eq(merchants.id, merchantId));
  expect(await loansIn(listHeld, "test")).toEqual([loanId]);
  expect(await loansIn(listHeld, "live")).toEqual([]);
  for (const q of [reference, loanId, "ìré cl"]) expect(await loansIn(listHeld, "test", q)).toEqual([loanId]);
  expect(await loansIn(listHeld, "test", "%")).toEqual([]);
  await expect(readLoanMoney(at("live"), loanId)).rejects.toMatchObject({ code: "NOT_FOUND" });

  const { held } = await readLoanMoney(at("test"), loanId);
  if (!held) throw new Error("Nothing is held.");
  const { payoutId, digest, knownNames } = held;
  expect(knownNames).toContain("Àdìré Cloth");
  const on = { actor: operatorIn(shop.test, first.actor), loanId, now: now(), shown: { payoutId, digest } };
  // The merchant is known by another name than was read.
  await db().update(merchants).set({ businessName: "Another Shop" }).where(eq(merchants.id, merchantId));
  const input = { reason: "Another's account." };
  await expect(releasePayout(on)).rejects.toMatchObject({ code: "EVIDENCE_CHANGED" });
  await expect(refusePayout({ ...on, input })).rejects.toMatchObject({ code: "EVIDENCE_CHANGED" });
  const seen = (await readLoanMoney(at("test"), loanId)).held;
  await refusePayout({ ...on, shown: { payoutId, digest: seen?.digest ?? "" }, input });
  expect(await loansIn(listHeld, "test")).toEqual([]);
});

test("what is owed to a merchant is listed, also what a loan owes no interest for any more", async () => {
  const { merchantId } = await lendableMerchant(shop.test);
  const { loanId } = await activeLoan(shop.test, merchantId);
  expect(await loansIn(listRefunds, "test")).toEqual([]);
  const [loan] = await db().select().from(loans).where(eq(loans.id, loanId));
  if (!loan) throw new Error("There is no loan.");
  const set = (change: object) => db().update(loans).set(change).where(eq(loans.id, loanId));
  await set({ received: loan.principal + loan.interest });
  expect(await loansIn(listRefunds, "test")).toEqual([]);
  await set({ cooledOffAt: now() });
  const { rows } = await listRefunds({ environment: "test" }, page);
  expect(rows).toMatchObject([{ loanId, amount: loan.interest, underWay: false }]);
  await set({ received: kobo(0), cooledOffAt: null });
});

test("a payout that came back, and what is proposed about it, are there in its environment alone", async () => {
  const rail = await giveRail(await lenderOf(shop.test));
  const { loanId, payoutId, at: paidAt } = await paidOutOver(rail, shop.test);
  expect(await loansIn(listReturned, "test")).toEqual([]);
  await takeBack(payoutId, paidAt);
  expect(await loansIn(listReturned, "test")).toEqual([loanId]);
  expect(await loansIn(listReturned, "live")).toEqual([]);

  const call = { operator: first.actor, subjectId: loanId, realNow: now() };
  const { id } = await propose({ ...call, kind: loanPayAgain, input: {}, reason: "The bank was down." });
  const open = async (environment: Environment, by?: "ME" | "OTHERS", who = first) =>
    (await listProposalsAt(at(environment, who), { ...page, by })).rows.map((row) => row.id);
  expect([await open("test"), await open("live")]).toEqual([[id], []]);
  expect([await open("test", "ME"), await open("test", "OTHERS")]).toEqual([[id], []]);
  expect(await open("test", "OTHERS", second)).toEqual([id]);
  expect(await readProposalAt(at("test"), id)).toMatchObject({ isOwn: true, mayDecide: false });
  expect(await readProposalAt(at("test", second), id)).toMatchObject({ isOwn: false, mayDecide: true });
  const collector = await anyOperator("COLLECTOR");
  expect(await readProposalAt(at("test", collector), id)).toMatchObject({ mayDecide: false });
  await expect(readProposalAt(at("live"), id)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("orders of a lender that pays by hand wait to be batched; what is proposed of its batch is live alone", async () => {
  const lenderId = await createTestLender({ environment: "live" });
  const { railId, accountId } = await giveRailByHand(lenderId);
  const { loanId, payoutId, reference } = await payoutByHand(shop.live, { lenderId, railId });
  expect(await loansIn(listOrders, "live", reference)).toEqual([loanId]);
  expect(await listUnbatched("test", now())).toEqual([]);
  expect(await listUnbatched("live", now())).toMatchObject([
    { lenderId, accountId, kind: "PAYOUTS", why: null, orders: 1, total: 10_000_000 },
  ]);
  // What no batch takes stands apart, and is no work on batches.
  const suspend = (suspendedAt: ReturnType<typeof now> | null) =>
    db().update(marketplaces).set({ suspendedAt }).where(eq(marketplaces.id, shop.live.marketplaceId));
  const atWork = async () =>
    (await readWork({ role: "TREASURER", environment: "live", name: "batches", realNow: now() })).items;
  expect(await atWork()).toHaveLength(1);
  await suspend(now());
  expect(await listUnbatched("live", now())).toMatchObject([{ why: expect.stringContaining("suspended"), orders: 1 }]);
  expect(await atWork()).toEqual([]);
  await suspend(null);
  const { merchantId } = await payoutByHand(shop.live, { lenderId, railId });
  const name = (accountName: string | null) =>
    db().update(payoutAccounts).set({ accountName }).where(eq(payoutAccounts.merchantId, merchantId));
  await name(null);
  expect(await listUnbatched("live", now())).toMatchObject([{ why: null }, { why: expect.stringContaining("whose") }]);
  await name("ADA FOODS");
  expect(await listUnbatched("live", now())).toMatchObject([{ why: null, orders: 2, total: 20_000_000 }]);
  const batch = await makeBatch({ operator: first.actor, lenderId, input: { kind: "PAYOUTS" }, realNow: now() });
  expect(batch.orders).toBe(2);
  expect(await listUnbatched("live", now())).toEqual([]);

  // Nothing enters it: on the bank day after a Friday's release it is work, and on no other list.
  const released = await releaseBatch({ operator: second.actor, lenderId, batchId: batch.id, realNow: now() });
  const its = eq(instructionBatches.id, batch.id);
  await db().update(instructionBatches).set({ releasedFor: "2026-11-20" }).where(its);
  const unanswered = (day: string) => listUnanswered("live", instant(`${day}T12:00:00Z`));
  expect(await unanswered("2026-11-22")).toEqual([]);
  const late = { id: released.id, orders: 2, total: 20_000_000, since: new Date("2026-11-22T23:00:00Z") };
  expect(await unanswered("2026-11-23")).toMatchObject([late]);
  // A suspension does not stop it.
  await suspend(now());
  const onMarketplace = { operator: first.actor, marketplaceId: shop.marketplaceId, realNow: now() } as const;
  const shown = async () => (await readMarketplaceForOperators({ ...onMarketplace, environment: "live" })).enterable;
  expect(await shown()).toMatchObject([{ id: batch.id, orders: 2 }]);
  await suspend(null);
  expect(await shown()).toEqual([]);
  expect(await atWork()).toMatchObject([{ id: batch.id, detail: "Released, and downloaded by nobody" }]);

  const call = { operator: first.actor, subjectId: batch.id, realNow: now() };
  const { id } = await propose({ ...call, kind: batchRecall, input: {}, reason: "The file was refused." });
  const about = async (environment: Environment) =>
    (await listProposalsAt(at(environment), { ...page, q: batch.id })).rows;
  expect(await about("live")).toMatchObject([{ id, status: "OPEN" }]);
  expect(await about("test")).toEqual([]);
  await db().update(payouts).set({ status: "FAILED" }).where(eq(payouts.id, payoutId));
  expect(await unanswered("2026-11-23")).toMatchObject([{ orders: 1 }]);
  expect(await loansIn(listOrders, "live", reference)).toEqual([]);
});

test("what waits is told with the oldest first, in its environment, to those whose work it is", async () => {
  const older = await heldLoan(shop.test, (await lendableMerchant(shop.test)).merchantId);
  const newer = await heldLoan(shop.test, (await lendableMerchant(shop.test)).merchantId);
  const found = async (role: OperatorRole, environment: Environment, name?: string) =>
    readWork({ role, environment, name, realNow: now() });
  const { items } = await found("TREASURER", "test", "held");
  expect(items.map(({ href }) => href)).toEqual([older, newer].map(({ loanId }) => `treasury/loans/${loanId}`));
  expect(items[0]?.cost).toMatchObject({ amount: 10_000_000 });
  expect((await found("TREASURER", "live", "held")).items).toEqual([]);
  expect((await found("COLLECTOR", "test", "held")).items).toEqual([]);
  const names = (await found("TREASURER", "live")).kinds.map(({ name }) => name);
  expect(names).toEqual(["batches", "proposals-pay"]);
});
