import { rm } from "node:fs/promises";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { loans, mandates } from "@/db/schema/loans";
import { merchants } from "@/db/schema/merchants";
import { payments } from "@/db/schema/payments";
import { ownedBy } from "@/db/tenancy";
import { env } from "@/lib/kernel/env";
import { newId, newReference } from "@/lib/kernel/ids";
import { kobo } from "@/lib/kernel/money";
import type { LoanOperationName } from "@/lib/lending/proposals/loan-operations";
import { operateLoan } from "@/lib/lending/proposals/operate-loan";
import { listProposals } from "@/lib/lending/proposals/queries";
import { onLoanAsSeen } from "@/lib/lending/proposals/require-as-seen";
import { makeBatch } from "@/lib/lending/transfers/batches/make-batch";
import { releaseBatch } from "@/lib/lending/transfers/batches/release-batch";
import { endMandateAtBank } from "@/lib/lending/transfers/mandates/end-mandate-at-bank";
import { giveMandateByHand } from "@/lib/lending/transfers/mandates/mandate-by-hand";
import { storePayoutAccount } from "@/lib/lending/transfers/payouts/save-payout-account";
import { cancelLoan } from "@/lib/loans/loans/cancel-loan";
import { bringAnyForm, giveRailByHand, payoutByHand } from "@/test/by-hand";
import { useDatabase } from "@/test/database";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { sandboxActor } from "@/test/factories/kyc";
import { lendableMerchant } from "@/test/factories/lendable";
import { createTestLender, giveRail, lenderOf } from "@/test/factories/lender";
import { acceptedLoan, anyAccount } from "@/test/factories/loan";
import { createMarketplace } from "@/test/factories/marketplace";
import { paidOutOver, takeBack } from "@/test/reversed";
import { now } from "@/test/time";
import { readLoanMoney } from "./loan-money";

useDatabase();
afterAll(() => rm(env().dataDir, { recursive: true, force: true }));

let shop: Awaited<ReturnType<typeof createMarketplace>>;
let treasurer: Awaited<ReturnType<typeof anyOperator>>;
beforeAll(async () => {
  shop = await createMarketplace({ live: true });
  treasurer = await anyOperator("TREASURER");
});

const on = () => ({ operator: treasurer.actor, realNow: now() });
type Environment = "test" | "live";
const seenOf = async (loanId: string, environment: Environment) =>
  (await readLoanMoney({ ...on(), environment }, loanId)).seen;
const open = async (loanId: string) =>
  (await listProposals({ subjectId: loanId, status: "OPEN", limit: 5 }, on())).data.map(({ kind }) => kind);

/** Is refused once something has changed since it was shown, and proposed as it is shown then. */
async function expectAsShown(
  of: { loanId: string; environment: Environment; name: LoanOperationName; input?: object },
  key: "loan" | "order" | "name" | "mandate",
  change: () => Promise<unknown>,
) {
  const { loanId, environment, name, input } = of;
  const propose = async (seen: string) =>
    operateLoan({ ...on(), name, loanId, input: { reason: "As the bank shows it.", ...input }, seen });
  const before = (await seenOf(loanId, environment))[key];
  await change();
  await expect(propose(before), name).rejects.toMatchObject({ code: "EVIDENCE_CHANGED" });
  expect(await open(loanId)).toEqual([]);
  await propose((await seenOf(loanId, environment))[key]);
  expect(await open(loanId)).toHaveLength(1);
}

test("what becomes of a payout that came back is proposed of the loan that was shown", async () => {
  const rail = await giveRail(await lenderOf(shop.test));
  for (const name of ["pay-again", "never-paid-out"] as const) {
    const { loanId, payoutId, at } = await paidOutOver(rail, shop.test);
    await takeBack(payoutId, at);
    const change = () =>
      db()
        .update(loans)
        .set({ minimumDeduction: kobo(7_700) })
        .where(eq(loans.id, loanId));
    await expectAsShown({ loanId, environment: "test", name }, "loan", change);
  }
});

test("an order is closed as it was shown, with what else is under way", async () => {
  const lenderId = await createTestLender({ environment: "live" });
  const { railId } = await giveRailByHand(lenderId);
  const { loanId, reference: order } = await payoutByHand(shop.live, { lenderId, railId });
  const batch = await makeBatch({ ...on(), lenderId, input: { kind: "PAYOUTS" } });
  await releaseBatch({ ...on(), lenderId, batchId: batch.id });
  const input = { order, amount: 100_000, outcome: "PAID", bankReference: "FT-7" };
  const [mandate] = await db().select().from(mandates).where(eq(mandates.loanId, loanId));
  const debit = {
    source: "MANDATE",
    mandateId: mandate?.id,
    status: "PENDING",
    amount: kobo(100),
    orderedAt: now(),
  } as const;
  await expectAsShown({ loanId, environment: "live", name: "close-order", input }, "order", () =>
    db()
      .insert(payments)
      .values({ id: newId("payment"), ...ownedBy(shop.live), loanId, reference: newReference(), ...debit }),
  );
});

test("whose account it is, and a mandate on paper, are proposed as they were shown; and one is ended so", async () => {
  const lenderId = await createTestLender({ environment: "live" });
  await giveRailByHand(lenderId);
  const { merchantId } = await lendableMerchant(shop.live, now());
  const { loanId } = await acceptedLoan(shop.live, merchantId);
  await db().update(loans).set({ lenderId }).where(eq(loans.id, loanId));
  const call = { actor: sandboxActor(shop.live), loanId, now: now() };
  await storePayoutAccount({ ...call, input: anyAccount, enquiry: "NOT_CHECKED" });

  const of = { loanId, environment: "live" } as const;
  const input = { holder: "NAMED", accountName: "ADA FOODS" };
  await expectAsShown({ ...of, name: "account-name", input }, "name", () =>
    db().update(merchants).set({ businessName: "Another Shop" }).where(eq(merchants.id, merchantId)),
  );

  const second = await acceptedLoan(shop.live, (await lendableMerchant(shop.live, now())).merchantId);
  await db().update(loans).set({ lenderId }).where(eq(loans.id, second.loanId));
  const other = { ...call, loanId: second.loanId };
  await storePayoutAccount({ ...other, input: anyAccount, enquiry: "NOT_CHECKED" });
  await bringAnyForm(other);
  const lodged = { ...of, loanId: second.loanId, name: "mandate", input: { bankReference: "DD-7" } } as const;
  await expectAsShown(lodged, "mandate", () => bringAnyForm(other, "another"));

  await giveMandateByHand({ ...other, input: { bankReference: "DD-7", reason: "Lodged." } });
  await cancelLoan({ ...other, input: { reason: "CANCELLED" } });
  const { loan: seen } = await seenOf(second.loanId, "live");
  const [mandate] = await db().select().from(mandates).where(eq(mandates.loanId, second.loanId));
  const end = (shown: string) =>
    onLoanAsSeen(other, shown, () => endMandateAtBank({ ...on(), mandateId: mandate?.id ?? "" }));
  await expect(end("0".repeat(64))).rejects.toMatchObject({ code: "EVIDENCE_CHANGED" });
  await end(seen);
  expect((await readLoanMoney({ ...on(), environment: "live" }, second.loanId)).toEnd).toEqual([]);
});
