import { beforeAll, beforeEach, expect, test } from "vitest";
import type { OperatorUser, Tenant } from "@/lib/kernel/actor";
import { dateOf, day, later } from "@/lib/kernel/calendar";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { readLoanStatus } from "@/lib/loans/loans/queries";
import { useDatabase } from "@/test/database";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { disbursedLoan } from "@/test/factories/disbursed-loan";
import { anyMerchant } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { tenantRows } from "@/test/factories/snapshot";
import { now } from "@/test/time";
import { approveProposal } from "./decide-proposal";
import type { LoanOperationName } from "./loan-operations";
import { operateLoan } from "./operate-loan";
import { previewOperation } from "./preview-operation";

useDatabase();

let tenant: Tenant;
let first: OperatorUser;
let second: OperatorUser;
beforeAll(async () => {
  tenant = (await createMarketplace()).test;
  [first, second] = [(await anyOperator()).actor, (await anyOperator()).actor];
});

let loanId: string;
beforeEach(async () => {
  const { merchantId } = await anyMerchant(tenant);
  loanId = (await disbursedLoan(tenant, { merchantId, disbursedAt: later(now(), -100 * day) })).id;
});

const call = (name: LoanOperationName, input: object = {}) => {
  const reasoned = { reason: "As agreed.", ...input };
  return { name, operator: first, loanId, input: reasoned, realNow: now() };
};
const loanNow = () => readLoanStatus(everyMerchantOf(tenant), loanId, now());
/** What a clock says meanwhile is not compared. */
const lasting = ({ forecast: _, health, ...loan }: Awaited<ReturnType<typeof loanNow>>) => ({
  ...loan,
  overdue: health.overdueAmount,
});

test("what is shown is what is done afterwards, and showing it changes nothing", async () => {
  const inDays = (days: number) => dateOf(later(now(), days * day));
  const acts: [LoanOperationName, object?][] = [
    ["pause"],
    ["resume"],
    ["change-terms", { minimumDeduction: 50 }],
    ["default"],
    ["change-terms", { dueDate: inDays(40) }],
    [
      "plan",
      {
        installments: [
          { dueDate: inDays(41), amount: 9_000 },
          { dueDate: inDays(50), amount: 100_000 },
        ],
      },
    ],
    ["write-off"],
    ["recover", { amount: 9_000, reference: "FT26330XK1" }],
  ];
  const shown: string[] = [];
  for (const [name, input] of acts) {
    const before = await tenantRows(tenant);
    const preview = await previewOperation(call(name, input));
    expect(await tenantRows(tenant), name).toEqual(before);
    expect(lasting(preview.before)).toEqual(lasting(await loanNow()));

    const { proposal } = await operateLoan(call(name, input));
    expect(proposal !== null, name).toBe(preview.takesTwo);
    if (proposal) {
      const decision = { proposalId: proposal.id, input: { evidenceDigest: proposal.evidenceDigest } };
      await approveProposal({ operator: second, ...decision, realNow: now() });
    }
    expect(lasting(await loanNow()), name).toEqual(lasting(preview.after));
    shown.push(`${name}: ${preview.journals.map(({ type }) => type).join()}`);
    for (const { entries } of preview.journals) expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
  }
  expect(shown.filter((line) => !line.endsWith(": "))).toEqual(["write-off: WRITE_OFF", "recover: RECOVERY"]);
});

test("what would be refused is refused", async () => {
  await expect(previewOperation(call("write-off"))).rejects.toMatchObject({ code: "LOAN_STATE_CONFLICT" });
  await expect(previewOperation({ ...call("pause"), loanId: "loan_none" })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
});
