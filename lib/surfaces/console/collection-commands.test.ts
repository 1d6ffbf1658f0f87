import { beforeAll, expect, test } from "vitest";
import { transaction } from "@/db/client";
import { dateOf, day, later } from "@/lib/kernel/calendar";
import { kobo } from "@/lib/kernel/money";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { closeBreaks } from "@/lib/lending/reconciliation/breaks/close-breaks";
import { raiseBreak } from "@/lib/lending/reconciliation/breaks/raise-breaks";
import { mostDays } from "@/lib/terms/collection/schema";
import { useDatabase } from "@/test/database";
import { keepCollection } from "@/test/factories/collection";
import { disbursedLoan, undisbursedLoan } from "@/test/factories/disbursed-loan";
import { anyMerchant } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { as, run } from "@/test/operator-terminal";
import { now } from "@/test/time";
import { describeCollection } from "./describe-collection";

useDatabase();

let shop: TestMarketplace;
let merchantId: string;
beforeAll(async () => {
  shop = await createMarketplace();
  merchantId = (await anyMerchant(shop.test)).merchantId;
  await run(`operator add ${as} First Reviewer`, {});
});

const dayAgo = (days: number) => dateOf(later(now(), -days * day));

test("a lender's question in the morning: each day with what is wrong and the breaks that wait", async () => {
  const loan = await disbursedLoan(shop.test, { merchantId });
  await keepCollection(
    shop.test,
    loan.id,
    { day: dayAgo(9), agreed: 700, taken: 7, missing: 693 },
    { day: dayAgo(8), agreed: 700, taken: 2_100, excess: 1_400 },
    { day: dayAgo(1), agreed: 50.5, taken: 0, judged: false },
  );
  const about = (type: "SHORT_DEDUCTION" | "OVER_DEDUCTION", of: string) => ({
    ...{ tenant: shop.test, merchantId, loanId: loan.id, type, subject: `collection:${loan.id}:${of}` },
    ...{ expected: kobo(70_000), actual: kobo(700), evidence: {}, now: now() },
  });
  const [short, older] = await transaction(async () => {
    const open = [
      await raiseBreak(about("SHORT_DEDUCTION", dayAgo(9))),
      await raiseBreak(about("SHORT_DEDUCTION", dayAgo(20))),
    ];
    const over = about("OVER_DEDUCTION", dayAgo(8));
    await raiseBreak(over);
    await closeBreaks({ ...over, reach: everyMerchantOf(shop.test), resolution: "COVERED" });
    return open;
  });
  const lines = (await run(`loan collection ${loan.reference}`)).split("\n");
  expect(lines.slice(-5)).toEqual([
    `Collection   ${dayAgo(30)} to ${dayAgo(0)}: agreed ₦1,450.50, taken ₦2,107.00, missing ₦693.00, too much ₦1,400.00, awaited ₦50.50`,
    `${dayAgo(1)}   agreed ₦50.50, taken ₦0.00, payout period not over`,
    `${dayAgo(8)}   agreed ₦700.00, taken ₦2,100.00, too much ₦1,400.00`,
    `${dayAgo(9)}   agreed ₦700.00, taken ₦7.00, missing ₦693.00; SHORT_DEDUCTION OPEN ${short}`,
    `${dayAgo(20)}   SHORT_DEDUCTION OPEN ${older}`,
  ]);
  expect(lines.at(-6)).toContain(loan.reference);
});

test("an offer has nothing to show, and it says when days are left out", async () => {
  const offer = await undisbursedLoan(shop.test, { merchantId }, "APPROVED");
  expect(await run(`loan collection ${offer.id}`)).toContain("Nothing is collected before the money is out.");
  const none = { agreed: 0, taken: 0, missing: 0, excess: 0, changed: 0 };
  const days = Array.from({ length: mostDays }, () => ({ ...none, day: "2026-01-01", judged: true }));
  const totals = { ...none, awaited: 0, from: "2026-01-01", to: "2026-01-01" };
  expect(describeCollection({ ...totals, days }, []).at(-1)).toContain("the last 400 are shown");
});
