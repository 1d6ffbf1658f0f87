import { beforeAll, describe, expect, test } from "vitest";
import { day, later } from "@/lib/kernel/calendar";
import { toKobo } from "@/lib/kernel/money";
import { reachOf } from "@/lib/kernel/reach";
import { defaultLoan } from "@/lib/lending/servicing/default-loan";
import { writeOffLoan } from "@/lib/lending/servicing/write-off-loan";
import { cancelLoan } from "@/lib/loans/loans/cancel-loan";
import { pauseLoan } from "@/lib/loans/loans/changes/pause-loan";
import { readLoanStatuses } from "@/lib/loans/loans/queries";
import { repayLoan } from "@/lib/sandbox/test-helpers/test-loans/repay-loan";
import { readLoanForStaff } from "@/lib/surfaces/dashboard/loan-detail";
import { listLoansForStaff } from "@/lib/surfaces/dashboard/loans-list";
import type { LoanStatusAnswer } from "@/lib/terms/loans/schema";
import { sessionCookie } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { sandboxActor } from "@/test/factories/kyc";
import { lendableMerchant } from "@/test/factories/lendable";
import { acceptedLoan, activeLoan, anyLoan, heldLoan } from "@/test/factories/loan";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { anyStaff } from "@/test/factories/staff";
import { now } from "@/test/time";
import { GET as exported } from "./export.csv/route";

useDatabase();

/** Paid out so long ago that the first of three instalments is 91 days past due today. */
const start = later(now(), -121 * day);
const today = now();
let shop: TestMarketplace;
/** One loan in each state, by what is special about it. */
const made: Record<string, string> = {};
let file: Map<string, Record<string, string>>;

beforeAll(async () => {
  shop = await createMarketplace();
  const actor = sandboxActor(shop.test);
  const { merchantId } = await lendableMerchant(shop.test, start);
  const input = { reason: "Agreed with the merchant" };
  const lent = async (name: string, make = activeLoan) => {
    const { loanId } = await make(shop.test, merchantId, { now: start, defaultAfterDays: 365 });
    made[name] = loanId;
    return { actor, loanId, now: today };
  };
  await lent("an offer", anyLoan);
  await lent("an accepted offer", acceptedLoan);
  await lent("a held payout", heldLoan);
  await cancelLoan({ ...(await lent("an offer called off", anyLoan)), input: { reason: "CANCELLED" } });
  await lent("a loan that is late");
  await repayLoan({ ...(await lent("a loan that is repaid")), input: { amount: 109_000 } });
  await repayLoan({ ...(await lent("a loan that is nearly repaid")), input: { amount: 108_999.99 } });
  await pauseLoan({ ...(await lent("a late loan whose collection is paused")), input });
  await defaultLoan({ ...(await lent("a loan in default")), input: { reason: "DECIDED" } });
  const lost = await lent("a loan that is written off");
  await defaultLoan({ ...lost, input: { reason: "DECIDED" } });
  await writeOffLoan({ ...lost, input });
  await repayLoan({ ...lost, input: { amount: 1_000 } });

  const cookie = await sessionCookie({ id: (await anyStaff(shop.test)).id, kind: "marketplace" });
  const answer = await exported(new Request("http://localhost/x", { headers: { cookie } }), {
    params: Promise.resolve({ environment: "test" }),
  });
  const [head = "", ...lines] = (await answer.text()).replace("\ufeff", "").trimEnd().split("\r\n");
  const rows = lines.map((line) => {
    const cells = line.split(",");
    return Object.fromEntries(head.split(",").map((name, i) => [name, cells[i] ?? ""]));
  });
  file = new Map(rows.map((row) => [row["Loan id"] ?? "", row]));
});

/** What every place says of a loan's health, in kobo. */
function healthOf({ status, totalDue, totalPaid, outstanding, health, deduction }: LoanStatusAnswer) {
  return {
    status,
    due: toKobo(totalDue),
    paid: toKobo(totalPaid),
    outstanding: toKobo(outstanding.total),
    daysPastDue: health.daysPastDue,
    paused: deduction.paused,
  };
}

describe("the API, the list, the page and the file of loans say the same of", () => {
  test.each([
    ...["an offer", "an accepted offer", "a held payout", "an offer called off", "a loan that is late"],
    ...["a loan that is repaid", "a loan that is nearly repaid", "a late loan whose collection is paused"],
    ...["a loan in default", "a loan that is written off"],
  ])("%s", async (name) => {
    const loanId = made[name] ?? "";
    const reach = reachOf(sandboxActor(shop.test));
    const [status] = (await readLoanStatuses(reach, [loanId], today)).results;
    const said = status && healthOf(status);
    const [row] = (await listLoansForStaff(reach, { q: loanId, limit: 1 }, today)).rows;
    expect(row).toMatchObject(said ?? {});
    expect(healthOf(await readLoanForStaff(reach, loanId, today))).toEqual(said);
    const line = file.get(loanId) ?? {};
    expect({
      status: line.State,
      due: toKobo(Number(line["Total due"])),
      paid: toKobo(Number(line.Paid)),
      outstanding: toKobo(Number(line.Outstanding)),
      daysPastDue: Number(line["Days past due"]),
      paused: line["Collection paused"] === "yes",
    }).toEqual(said);
  });

  test("what is late, also once it ages no more", async () => {
    const late = ["a loan that is late", "a late loan whose collection is paused", "a loan in default"];
    for (const name of [...late, "a loan that is written off"]) {
      expect(file.get(made[name] ?? "")?.["Days past due"], name).toBe("91");
    }
  });
});
