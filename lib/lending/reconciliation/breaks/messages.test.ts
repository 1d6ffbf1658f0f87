import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { repaymentEvents } from "@/db/schema/data-events";
import { day, later } from "@/lib/kernel/calendar";
import { kobo } from "@/lib/kernel/money";
import type { BusinessTime } from "@/lib/kernel/time";
import type { BreakTopic, BreakType } from "@/lib/terms/breaks";
import { breakActs } from "@/test/break-acts";
import { useDatabase } from "@/test/database";
import { undisbursedLoan, usualLoan } from "@/test/factories/disbursed-loan";
import { anyMerchant } from "@/test/factories/kyc";
import { activeLoan } from "@/test/factories/loan";
import { matchAll } from "@/test/factories/matching";
import { ServicedLoan, servicedLoan } from "@/test/factories/serviced-loan";
import { afterWeek, weekStart as start, useSettledShop, weekEnd, weekly } from "@/test/factories/settled-shop";
import {
  createdEvent,
  tellDeduction,
  tellReversal,
  tellSettlement,
  transferredEvent,
} from "@/test/factories/settlement";

useDatabase();

const late = later(afterWeek, day);
const { shop, deduct, settle } = useSettledShop();
const { due } = usualLoan;

const { found, resolveAs, decide, correct } = breakActs(shop, late);
const correctCall = "(POST /api/v1/marketplace-api/settlements/S-1/correct)";
const settled = async (told: Parameters<typeof settle>[0]) => {
  await settle(told);
  await matchAll(shop.merchantId, late);
};

const reverse = (reference: string, amount: number, now: BusinessTime) =>
  tellReversal(shop, { loanId: shop.loanId, reference, of: "D-1", amount, at: later(start, 1) }, now);

type Case<Arranged = unknown> = {
  type: BreakType;
  about?: BreakTopic;
  /** Brings the break about. */
  arrange: () => Promise<Arranged>;
  /** Parts of the message. */
  says: string[];
  mend: (broken: { id: string }) => Promise<unknown>;
};

let loan: ServicedLoan;
const onLoan = async (arrange: (of: ServicedLoan) => Promise<unknown>) => {
  loan = await servicedLoan(shop.test);
  await arrange(loan);
  return { merchantId: loan.loan.merchantId };
};

/** Each on a loan of a merchant of its own, which `arrange` answers. */
const ofReports: Record<string, Case<{ merchantId: string }>> = {
  "more is counted as paid than was reported": {
    ...{ type: "MISSING", about: "loan-balance" },
    arrange: () => onLoan((of) => of.deduct(1_000_00, { balance: [due, 3_500_00] })),
    says: ["missing ₦2,500.00 as repayment.deducted", "total_paid is ₦3,500.00"],
    mend: () => loan.deduct(2_500_00, { balance: [due, 3_500_00] }),
  },
  "a balance differs": {
    ...{ type: "AMOUNT", about: "loan-balance" },
    arrange: () => onLoan((of) => of.deduct(1_000_00, { balance: [due, 400_00] })),
    says: ["ours: now a total_due of ₦109,000.00, a total_paid of ₦1,000.00, and ₦108,000.00 outstanding"],
    mend: () => loan.deduct(1_00, { balance: [due, 1_001_00] }),
  },
  "a balance differs, and no report is to come": {
    ...{ type: "AMOUNT", about: "loan-balance" },
    arrange: () => onLoan((of) => of.deduct(1_000_00, { balance: [due, 400_00] })),
    says: ["If no report is to come, resolve this break as EXPLAINED"],
    mend: ({ id }) => resolveAs(id, "EXPLAINED"),
  },
  "a reversal waits for its deduction": {
    ...{ type: "MISSING", about: "held-reversal" },
    arrange: () => onLoan((of) => of.reverse("D-lost", 70_00)),
    says: ["Report it as repayment.deducted with the reference D-lost"],
    mend: () => loan.deduct(100_00, { reference: "D-lost" }),
  },
  "a reversal is of more than is left": {
    ...{ type: "AMOUNT", about: "excess-reversal" },
    arrange: () =>
      onLoan(async (of) => {
        await of.deduct(100_00, { reference: "D-1" });
        await of.reverse("D-1", 120_00, { reference: "R-1" });
      }),
    says: ["The reversal R-1 of ₦120.00", "under another reference", "resolve this break as CORRECTED"],
    mend: async ({ id }) => loan.reverse("D-1", 20_00, { reference: "R-2" }).then(() => resolveAs(id, "CORRECTED")),
  },
  "a fact is reported twice": {
    type: "DUPLICATE",
    arrange: () =>
      onLoan(async (of) => {
        const at = of.tick();
        for (const eventId of ["one", "two"]) await of.deduct(100_00, { reference: "D-1", at, eventId });
      }),
    says: ["The deduction or reversal D-1", "nothing needs to be sent", "resolve this break as ACCEPTED"],
    mend: ({ id }) => resolveAs(id, "ACCEPTED"),
  },
  "a deduction is for a loan that owes nothing": {
    type: "WRONG_LOAN",
    arrange: async () => {
      const { merchantId } = await anyMerchant(shop.test);
      loan = new ServicedLoan(shop.test, await undisbursedLoan(shop.test, { merchantId }, "CANCELLED"));
      await loan.deduct(100_00, { reference: "D-1" });
      return { merchantId };
    },
    says: ["The deduction D-1 of ₦100.00", "reverse it with repayment.reversed", "resolve this break as CORRECTED"],
    mend: async ({ id }) => {
      await loan.reverse("D-1", 100_00);
      expect((await loan.figures()).overpaid).toBe(0);
      await resolveAs(id, "CORRECTED");
    },
  },
};

/** A deduction of ₦1,000, in a settlement that says another total. */
async function settledAt(totalDeductions: number) {
  await deduct("D-1", 1_000, start);
  await settled(weekly({ totalDeductions }));
}

async function settledTwice() {
  await deduct("D-1", 500, start);
  await settle(weekly({ reference: "S-0", totalDeductions: 500, names: ["D-1"] }));
  await settled(weekly({ totalDeductions: 500, names: ["D-1"] }));
}

const ofSettlements: Record<string, Case> = {
  "figures do not add up": {
    ...{ type: "AMOUNT", about: "figures" },
    arrange: () => settled(weekly({ totalDeductions: 0, netAmount: 75_000 })),
    says: ["less its deductions is ₦100,000.00, and its net amount is ₦75,000.00", correctCall],
    mend: () => correct("S-1", { netAmount: 100_000 }),
  },
  "its first event is missing": {
    ...{ type: "MISSING", about: "created" },
    arrange: async () => {
      await tellSettlement(shop, transferredEvent(shop, weekly({ totalDeductions: 0 }), afterWeek), afterWeek);
      await matchAll(shop.merchantId, late);
    },
    says: ["settlement.created", "with the reference S-1 and a net_amount of ₦100,000.00"],
    mend: () => tellSettlement(shop, createdEvent(shop, weekly({ totalDeductions: 0 }), late), late),
  },
  "deductions of its period are missing": {
    ...{ type: "MISSING", about: "deductions" },
    arrange: () => settledAt(1_500),
    says: [`the missing ₦500.00 as repayment.deducted, with a deducted_at from ${start.toISOString()}`],
    mend: () => deduct("D-2", 500, start, late),
  },
  "its total is too high": {
    ...{ type: "MISSING", about: "deductions" },
    arrange: () => settledAt(1_500),
    says: [`before ${weekEnd.toISOString()}`, `correct its totalDeductions and netAmount ${correctCall}`],
    mend: ({ id }) => correct("S-1", { totalDeductions: 1_000, netAmount: 99_000 }).then(() => decide(id)),
  },
  "deductions that it names were not reported": {
    ...{ type: "MISSING", about: "deductions" },
    arrange: () => settled(weekly({ totalDeductions: 500, names: ["D-7"] })),
    says: ["never reported: D-7. Report them as repayment.deducted"],
    mend: () => deduct("D-7", 500, start, late),
  },
  "it names a deduction that never was": {
    ...{ type: "MISSING", about: "deductions" },
    arrange: async () => {
      await deduct("D-1", 500, start);
      await settled(weekly({ totalDeductions: 500, names: ["D-1", "D-7"] }));
    },
    says: [`correct its deductionReferences ${correctCall}`],
    mend: () => correct("S-1", { deductionReferences: ["D-1"] }),
  },
  "what it names comes to less than its total": {
    ...{ type: "MISSING", about: "deductions" },
    arrange: async () => {
      for (const [name, amount] of [
        ["D-1", 500],
        ["D-2", 200],
      ] as const)
        await deduct(name, amount, start);
      await settled(weekly({ totalDeductions: 700, names: ["D-1"] }));
    },
    says: ["the deductions it names come to ₦500.00. Correct its deductionReferences", correctCall],
    mend: () => correct("S-1", { deductionReferences: ["D-1", "D-2"] }),
  },
  "a reversal of its period is missing": {
    ...{ type: "AMOUNT", about: "total" },
    arrange: async () => {
      await deduct("D-1", 1_000, start);
      await reverse("R-1", 100, later(start, day));
      await settled(weekly({ totalDeductions: 700 }));
    },
    says: ["If ₦200.00 of them was reversed, report that as repayment.reversed"],
    mend: () => reverse("R-2", 200, late),
  },
  "its total is too low": {
    ...{ type: "AMOUNT", about: "total" },
    arrange: () => settledAt(700),
    says: [`correct its totalDeductions and netAmount, or its deductionReferences ${correctCall}`],
    mend: () => correct("S-1", { totalDeductions: 1_000, netAmount: 99_000 }),
  },
  "the ledger has another amount": {
    ...{ type: "AMOUNT", about: "ledger" },
    arrange: async () => {
      const { id } = await deduct("D-1", 1_000, start);
      await db()
        .update(repaymentEvents)
        .set({ amount: kobo(1_100_00) })
        .where(eq(repaymentEvents.id, id));
      await settled(weekly({ totalDeductions: 1_100 }));
    },
    says: ["nothing needs to be sent: an operator closes the break"],
    mend: ({ id }) => decide(id),
  },
  "it names another merchant's deduction": {
    ...{ type: "WRONG_LOAN", about: "other-merchant" },
    arrange: async () => {
      const other = { test: shop.test, ...(await anyMerchant(shop.test)) };
      const { loanId } = await activeLoan(shop.test, other.merchantId, { now: later(start, -day) });
      await tellDeduction(other, { loanId, reference: "D-9", amount: 500, at: start }, start);
      await settled(weekly({ totalDeductions: 500, names: ["D-9"] }));
    },
    says: [`D-9. Correct its deductionReferences ${correctCall}, so that it does not name them`],
    mend: () => correct("S-1", { deductionReferences: [], totalDeductions: 0, netAmount: 100_000 }),
  },
  "it names what another settlement names": {
    ...{ type: "DUPLICATE", about: "settled-twice" },
    arrange: settledTwice,
    says: ["D-1 (S-0)", `correct its deductionReferences ${correctCall}`],
    mend: () => correct("S-1", { deductionReferences: [], totalDeductions: 0, netAmount: 100_000 }),
  },
  "the other one is the wrong one": {
    ...{ type: "DUPLICATE", about: "settled-twice" },
    arrange: settledTwice,
    says: ["or those of the other"],
    mend: () => correct("S-0", { deductionReferences: [], totalDeductions: 0, netAmount: 100_000 }),
  },
  "deductions were reported after its transfer": {
    ...{ type: "LATE", about: "late" },
    arrange: async () => {
      await settle(weekly({ totalDeductions: 0, names: [] }));
      await deduct("D-1", 500, start, late);
      await matchAll(shop.merchantId, late);
    },
    says: ["D-1. They are booked, and nothing needs to be sent", "resolve this break as ACCEPTED"],
    mend: ({ id }) => resolveAs(id, "ACCEPTED"),
  },
};

async function endsAsSaid({ type, about, says, mend }: Case, whose: { merchantId: string }) {
  const broken = await found(whose, type, about);
  expect(broken.status).toBe("OPEN");
  for (const part of says) expect(broken.message).toContain(part);
  await mend(broken);
  await matchAll(shop.merchantId, late);
  expect(await found(whose, type, about)).toMatchObject({ id: broken.id, status: "RESOLVED" });
}

describe("doing what the message says ends the break", () => {
  test.each(Object.entries(ofReports))("about a report: %s", async (_, one) => {
    await endsAsSaid(one, await one.arrange());
  });

  test.each(Object.entries(ofSettlements))("about a settlement: %s", async (_, one) => {
    await one.arrange();
    await endsAsSaid(one, shop);
  });
});
