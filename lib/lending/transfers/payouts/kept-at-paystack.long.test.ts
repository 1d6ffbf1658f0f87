import { eq, inArray } from "drizzle-orm";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { loans, payouts } from "@/db/schema/loans";
import { hour, later } from "@/lib/kernel/calendar";
import * as settings from "@/lib/kernel/env";
import type { BusinessTime } from "@/lib/kernel/time";
import { bankOver } from "@/lib/parties/lenders/rails/open-rail";
import type { BankProvider } from "@/lib/platform/providers/bank";
import { useDatabase } from "@/test/database";
import { sandboxActor } from "@/test/factories/kyc";
import { lendableMerchant } from "@/test/factories/lendable";
import { createTestLender, giveRail } from "@/test/factories/lender";
import { disbursingLoan } from "@/test/factories/loan";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { startPaystack } from "@/test/paystack/server";
import { type TransferFate, transferFates } from "@/test/paystack/transfer-fates";
import { costlyCases, costlyTimeout, fc } from "@/test/proof";
import { now } from "@/test/time";
import * as recording from "./record-payout";
import { releasePayout } from "./release-payout";
import { sendPayout } from "./send-payout";

useDatabase();

let shop: TestMarketplace;
beforeAll(async () => {
  shop = await createMarketplace();
});
afterEach(() => vi.restoreAllMocks());

const key = "sk_live_2222222222222222222222222222222222222222";
const principal = 10_000_000;
let integrations = 200_000;

/** What a process does not survive, by when it dies: before the call, after the answer, amid the record of it. */
const deaths = ["lives", "before the call", "after the answer", "amid the record"] as const;

const settles = (name: TransferFate) => name !== "paid, then reversed" && name !== "an unknown word for good";
const fates = Object.keys(transferFates).filter((name): name is TransferFate => settles(name as TransferFate));

const weather = fc.record({
  seed: fc.integer({ min: 1, max: 1e6 }),
  chance: fc.constantFrom(0.1, 0.4, 0.8),
  fates: fc.array(fc.constantFrom(...fates), { minLength: 1, maxLength: 4 }),
  balance: fc.constantFrom(1, 2, 5),
  deaths: fc.array(fc.constantFrom(...deaths), { minLength: 4, maxLength: 12 }),
});

/** A bank that is asked by a process which dies. */
function dying(bank: BankProvider, death: (typeof deaths)[number]): BankProvider {
  return {
    ...bank,
    nameEnquiry: (account) => bank.nameEnquiry(account),
    cover: async (amount) => (await bank.cover?.(amount)) ?? null,
    transfer: (order) => {
      if (death === "before the call") throw new Error("killed");
      return bank.transfer(order);
    },
  };
}

async function step(payoutId: string, at: BusinessTime, death: (typeof deaths)[number], railId: string) {
  const bank = dying(await bankOver({ railId, environment: "live" }), death);
  if (death === "after the answer") vi.spyOn(recording, "recordPayout").mockRejectedValueOnce(new Error("killed"));
  await sendPayout(payoutId, at, bank).catch((error: Error) => {
    if (error.message !== "killed") throw error;
  });
  vi.mocked(recording.recordPayout).mockRestore?.();
}

const stateOf = async (ids: readonly string[]) => {
  const orders = await db().select().from(payouts).where(inArray(payouts.loanId, ids)).orderBy(payouts.id);
  const lent = await db().select().from(loans).where(inArray(loans.id, ids));
  return { orders, lent };
};

test(
  "whatever Paystack answers and whenever the process dies: its books are the ledger's, nothing is paid twice, nobody is forgotten",
  async () => {
    await fc.assert(
      fc.asyncProperty(weather, async (given) => {
        const integration = ++integrations;
        const owner = `${integration} live`;
        const accounts = [{ bankCode: "058", number: "0123456789", name: "Ada Foods" }];
        const fees = 20_000;
        const balances = { [owner]: given.balance * (principal + fees) };
        const paystack = await startPaystack({
          keys: { [key]: integration },
          balances,
          accounts,
          now: now().toISOString(),
        });
        const { control } = paystack;
        vi.spyOn(settings, "paystackAddress").mockReturnValue({ baseUrl: paystack.url });
        try {
          const railId = await giveRail(await createTestLender({ environment: "live" }), String(integration), key);
          const ids: string[] = [];
          for (let i = 0; i < 3; i++) {
            const { merchantId } = await lendableMerchant(shop.test, now());
            const { loanId, payoutId } = await disbursingLoan(shop.test, merchantId);
            await db().update(payouts).set({ railId, askedAt: null }).where(eq(payouts.id, payoutId));
            ids.push(loanId);
          }
          const wire = [
            "cut before",
            "acted, then cut",
            "500",
            "acted, then 500",
            "429",
            "404",
            "refused with 200",
            "html",
          ] as const;
          const wrong = [
            "acted, then html",
            "acted, then truncated",
            "empty",
            "wrong amount",
            "wrong recipient",
          ] as const;
          const others = ["wrong domain", "wrong currency", "wrong reference", "revoked key"] as const;
          control.faults.random({
            seed: given.seed,
            chance: given.chance,
            wire: [...wire, ...wrong, ...others],
            fates: given.fates.map((name) => transferFates[name]),
          });
          let at = now();
          const pass = async (death: (typeof deaths)[number]) => {
            at = later(at, hour);
            control.clock.advance(hour);
            for (const { id, status } of (await stateOf(ids)).orders)
              if (status === "PENDING") await step(id, at, death, railId);
          };
          for (const death of given.deaths) {
            await pass(death);
            expect(control.books.paidTwice()).toEqual([]);
          }
          control.faults.calm();
          control.money.topUp(owner, 6 * (principal + fees));
          control.clock.advance(5 * 24 * hour);
          for (let i = 0; i < 6; i++) {
            await pass("lives");
            // A person looks at what was refused for no fault of the account, and sends it anew.
            for (const { id, status } of (await stateOf(ids)).lent) {
              if (status === "PAYOUT_HELD")
                await releasePayout({ actor: sandboxActor(shop.test), loanId: id, now: at });
            }
          }
          const { orders, lent } = await stateOf(ids);
          const paid = orders.filter(({ status }) => status === "CONFIRMED");
          const books = control.books.transfers().filter(({ arrivals, returns }) => arrivals > returns);
          expect(books.map(({ reference, amount }) => `${reference} ${amount}`).sort()).toEqual(
            paid.map(({ reference, amount }) => `${reference} ${amount}`).sort(),
          );
          expect(control.books.paidTwice()).toEqual([]);
          expect(new Set(orders.map(({ reference }) => reference)).size).toBe(orders.length);
          // Each ended: lent once, or the merchant is asked for another account.
          for (const { id, status } of lent) {
            const own = paid.filter(({ loanId }) => loanId === id);
            expect([status, own.length]).toEqual(own.length === 1 ? ["ACTIVE", 1] : ["ACCEPTED", 0]);
          }
        } finally {
          await paystack.stop();
          vi.restoreAllMocks();
        }
      }),
      { numRuns: costlyCases },
    );
  },
  costlyTimeout,
);
