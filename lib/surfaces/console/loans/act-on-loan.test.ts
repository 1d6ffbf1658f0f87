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
