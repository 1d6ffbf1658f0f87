import { beforeAll, expect, test } from "vitest";
import type { OperatorUser, Tenant } from "@/lib/kernel/actor";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { operateLoan } from "@/lib/lending/proposals/operate-loan";
import { listProposals } from "@/lib/lending/proposals/queries";
import { readLoanStatus } from "@/lib/loans/loans/queries";
import { useDatabase } from "@/test/database";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { createMarketplace } from "@/test/factories/marketplace";
import { servicedLoan } from "@/test/factories/serviced-loan";
import { now } from "@/test/time";
import { doAct, previewAct } from "./act-on-loan";
import type { ActInput } from "./acts-schema";

useDatabase();

let tenant: Tenant;
let operator: OperatorUser;
beforeAll(async () => {
  tenant = (await createMarketplace()).test;
  operator = (await anyOperator("COLLECTOR")).actor;
});

test("what is done, or proposed, is on the loan that was shown, and on no other", async () => {
  const loan = await servicedLoan(tenant);
  const loanId = loan.loan.id;
  const on = { operator, realNow: now() };
  const act = (name: ActInput["act"]): ActInput => ({ loanId, act: name, reason: "Flood." });
  const shown = async (name: ActInput["act"]) => {
    const input = { ...act(name), seen: (await previewAct({ ...on, input: act(name) })).seen };
    return () => doAct({ ...on, input });
  };
  const status = () => readLoanStatus(everyMerchantOf(tenant), loanId, now());

  const pause = await shown("pause");
  // Money that came and went again leaves the same balance, but not the same loan.
  await loan.deduct(100_000, { reference: "d-1" });
  await loan.reverse("d-1", 100_000);
  await expect(pause()).rejects.toMatchObject({ code: "EVIDENCE_CHANGED" });
  expect((await status()).deduction.paused).toBe(false);
  await (await shown("pause"))();
  expect((await status()).deduction.paused).toBe(true);

  await (await shown("default"))();
  const writeOff = await shown("write-off");
  await operateLoan({ ...on, name: "resume", loanId, input: { reason: "Open again." } });
  await expect(writeOff()).rejects.toMatchObject({ code: "EVIDENCE_CHANGED" });
  const open = () => listProposals({ subjectId: loanId, status: "OPEN", limit: 5 }, on);
  expect((await open()).data).toEqual([]);
  expect(await (await shown("write-off"))()).toEqual({ proposalId: (await open()).data[0]?.id ?? "none" });
});

test("a plan is filled in as texts, and each error names its line", async () => {
  const loanId = (await servicedLoan(tenant)).loan.id;
  const on = { operator, realNow: now() };
  const plan = (first: string): ActInput => ({
    ...{ loanId, act: "plan", reason: "Flood.", dueDate: "", amount: "" },
    installments: [
      { dueDate: first, amount: "9000.50" },
      { dueDate: "2027-06-01", amount: "99999.5" },
    ],
  });
  const shown = await previewAct({ ...on, input: plan("2027-05-01") });
  expect(shown).toMatchObject({
    takesTwo: true,
    after: { overdue: 0, dueDate: "2027-06-01" },
    journals: [],
    mails: [],
  });
  expect(shown.after.schedule.map(({ number, amount }) => [number, amount])).toEqual([
    [1, 9_000.5],
    [2, 99_999.5],
  ]);
  const late = previewAct({ ...on, input: plan("2027-06-01") });
  await expect(late).rejects.toMatchObject({ fields: [{ field: "installments.1.dueDate" }] });
});
