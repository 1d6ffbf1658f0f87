import { beforeAll, expect, test } from "vitest";
import { day, later } from "@/lib/kernel/calendar";
import { changeTerms } from "@/lib/lending/servicing/change-terms";
import { defaultLoan } from "@/lib/lending/servicing/default-loan";
import { serviceLoan } from "@/lib/lending/servicing/service-loan";
import { writeOffLoan } from "@/lib/lending/servicing/write-off-loan";
import { pauseLoan } from "@/lib/loans/loans/changes/pause-loan";
import { resumeLoan } from "@/lib/loans/loans/changes/resume-loan";
import { daysPastDueSince } from "@/lib/terms/loans/delinquency";
import { useDatabase } from "@/test/database";
import { reloadLoan, setLoan } from "@/test/factories/disbursed-loan";
import { anyMerchant, sandboxActor } from "@/test/factories/kyc";
import { activeLoan } from "@/test/factories/loan";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { deductedEvent, report, reversedEvent } from "@/test/factories/repayment";
import { instant } from "@/test/time";
import { pausesOf } from "./load-loans";
import { delinquencyIn } from "./performance";

useDatabase();

const start = instant("2026-03-02T09:00:00Z");
const at = (days: number) => later(start, days * day);
const kobo = 100;
let marketplace: TestMarketplace;
beforeAll(async () => {
  marketplace = await createMarketplace();
});

/** A loan with instalments of 36,333.33 naira on days 30, 60 and 90, and what can be done with it. */
async function runningLoan() {
  const { merchantId } = await anyMerchant(marketplace.test);
  const { loanId } = await activeLoan(marketplace.test, merchantId, { now: start });
  const { reference, thirdPartyCustomerId } = await reloadLoan(marketplace.test, loanId);
  const named = { id: loanId, reference, thirdPartyCustomerId, marketplaceId: marketplace.test.marketplaceId };
  const on = (now: ReturnType<typeof at>) => ({ actor: sandboxActor(marketplace.test), loanId, now });
  const tell = { kind: "webhook", tenant: marketplace.test } as const;
  return {
    on,
    deduct: (name: string, naira: number, now: ReturnType<typeof at>) =>
      report(tell, deductedEvent(named, { reference: name, amount: naira * kobo, at: now, timestamp: now }), now),
    reverse: (name: string, naira: number, now: ReturnType<typeof at>) => {
      const told = { reference: `r-${name}`, originalReference: name, amount: naira * kobo, at: now, timestamp: now };
      return report(tell, reversedEvent(named, told), now);
    },
    /** The row's moment says what the rule says, now and at any later time. */
    expectAging: async (now: ReturnType<typeof at>) => {
      const loan = await reloadLoan(marketplace.test, loanId);
      const pauses = await pausesOf(loan);
      for (const ahead of [0, 1, 17, 44, 91, 400]) {
        const then = later(now, ahead * day);
        const { daysPastDue } = delinquencyIn(loan, pauses, then);
        expect(daysPastDueSince(loan.agingSince, then), `${ahead} days on`).toBe(daysPastDue);
      }
      return loan.agingSince;
    },
  };
}

test("since when a debt ages follows the oldest unpaid instalment, whatever moves it", async () => {
  const { on, deduct, reverse, expectAging } = await runningLoan();
  expect(await expectAging(at(0))).toEqual(instant("2026-04-01T00:00:00Z"));

  await deduct("D-1", 30_000, at(10));
  expect(await expectAging(at(10))).toEqual(instant("2026-04-01T00:00:00Z"));
  await deduct("D-2", 10_000, at(20));
  expect(await expectAging(at(20))).toEqual(instant("2026-05-01T00:00:00Z"));
  await reverse("D-1", 30_000, at(40));
  expect(await expectAging(at(40))).toEqual(instant("2026-04-01T00:00:00Z"));

  await pauseLoan({ ...on(at(45)), input: { reason: "Closed." } });
  expect(await reloadAging(on(at(45)).loanId)).toBeNull();
  await resumeLoan({ ...on(at(50)), input: { reason: "Open." } });
  expect(await expectAging(at(50))).toEqual(instant("2026-04-06T00:00:00Z"));
  await changeTerms({ ...on(at(51)), input: { dueDate: "2026-06-20", reason: "Agreed." } });
  await expectAging(at(51));

  await defaultLoan({ ...on(at(95)), input: { reason: "DECIDED" } });
  await expectAging(at(95));
  await deduct("D-3", 99_000, at(96));
  expect(await expectAging(at(96))).toBeNull();
  await reverse("D-3", 50_000, at(97));
  expect(await expectAging(at(97))).not.toBeNull();
});

test("servicing a loan from before this was kept makes up for it", async () => {
  const { on, expectAging } = await runningLoan();
  await setLoan(marketplace.test, on(start).loanId, { agingSince: null });
  await serviceLoan(on(start).loanId, at(2));
  expect(await expectAging(at(2))).toEqual(instant("2026-04-01T00:00:00Z"));
});

test("nothing of what was written off ages, recoveries or not", async () => {
  const { on, deduct } = await runningLoan();
  const { loanId } = on(start);
  await defaultLoan({ ...on(at(95)), input: { reason: "DECIDED" } });
  await writeOffLoan({ ...on(at(96)), input: { reason: "Closed down." } });
  expect(await reloadAging(loanId)).toBeNull();
  await deduct("D-1", 50_000, at(97));
  expect(await reloadAging(loanId)).toBeNull();
});

test("deductions booked in one batch move it too", async () => {
  const made = await Promise.all(Array.from({ length: 12 }, runningLoan));
  await Promise.all(made.map(({ deduct }, i) => deduct(`D-${i}`, i % 2 === 0 ? 40_000 : 20_000, at(5))));
  for (const [i, { expectAging }] of made.entries()) {
    expect(await expectAging(at(5))).toEqual(instant(i % 2 === 0 ? "2026-05-01T00:00:00Z" : "2026-04-01T00:00:00Z"));
  }
});

async function reloadAging(loanId: string) {
  return (await reloadLoan(marketplace.test, loanId)).agingSince;
}
