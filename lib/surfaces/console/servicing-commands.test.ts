import { beforeAll, expect, test } from "vitest";
import type { Tenant } from "@/lib/kernel/actor";
import { useDatabase } from "@/test/database";
import { createTestLender, giveRail } from "@/test/factories/lender";
import { createMarketplace } from "@/test/factories/marketplace";
import { servicedLoan } from "@/test/factories/serviced-loan";
import { as, run } from "@/test/operator-terminal";
import { loanRow, paidOutOver, takeBack } from "@/test/reversed";
import { now } from "@/test/time";

useDatabase();

const other = "second@financing.example";
let live: Tenant;
let tenant: Tenant;
beforeAll(async () => {
  await run(`operator add ${as} First`, {});
  await run(`operator add ${other} Second`, { as });
  ({ live, test: tenant } = await createMarketplace({ live: true }));
});

const reason = "Nothing more is expected.";

test("a live loan is paused, resumed, defaulted and, by two, written off and recovered", async () => {
  const loan = await servicedLoan(live);
  const { id, reference } = loan.loan;
  const command = (line: string, more: Record<string, string> = {}, by = as) => run(line, { as: by, reason, ...more });
  expect(await command(`loan pause ${reference}`)).toMatch(
    /paused: false.*Pause a loan's collection: Nothing.*Done\./s,
  );
  expect((await loan.row()).pausedAt).not.toBeNull();
  await command(`loan resume ${id}`);
  expect(await command(`loan change-terms ${id}`, { minimum: "0" })).toContain("Done. The loan is ACTIVE.");
  expect(await command(`loan default ${id}`)).toContain("Done. The loan is DEFAULTED.");
  const proposed = await command(`loan write-off ${id}`);
  const [, proposal = ""] = /Proposed as (ppl_\w+): another operator decides/.exec(proposed) ?? [];
  expect(await run("proposal list")).toContain(`${proposal}  LOAN_WRITE_OFF of ${id} (live)`);
  await expect(run(`proposal approve ${proposal}`)).rejects.toThrow("You proposed this");
  expect(await run(`proposal approve ${proposal}`, { as: other })).toMatch(/outstanding: \d+.*Approved and done\./s);
  expect((await loan.row()).status).toBe("WRITTEN_OFF");
  const money = { amount: "1000.5", reference: "FT-1" };
  const found = /ppl_\w+/.exec(await command(`loan recover ${id}`, money, other))?.[0];
  expect(await run(`proposal reject ${found}`, { as, reason: "It is not on the statement." })).toContain("Rejected.");
  expect((await loan.row()).received).toBe(0);
  expect(await run("proposal list")).toBe("Nothing is proposed.");
});

test("a plan is typed as dates and amounts, and read by whoever decides", async () => {
  const loan = await servicedLoan(live);
  const { id } = loan.loan;
  const command = (instalments: string) => run(`loan plan ${id}`, { as, reason, instalments });
  await expect(command("2027-06-01 9000, 2027-05-01 100000")).rejects.toThrow("--instalments, entry 2: Must be later");
  const proposal = /ppl_\w+/.exec(await command("2027-05-01 9000,2027-06-01 100000"))?.[0];
  expect(await run("proposal list")).toContain("installments: 2027-05-01 9000, 2027-06-01 100000");
  await run(`proposal approve ${proposal}`, { as: other });
  expect((await loan.row()).dueDate).toBe("2027-06-01");
});

test("a loan whose payout came back is listed until two have decided", async () => {
  const { loanId, payoutId } = await paidOutOver(
    await giveRail(await createTestLender({ environment: "live" })),
    tenant,
  );
  await takeBack(payoutId, now());
  for (const command of ["payout list", "work list"])
    expect(await run(command, {})).toMatch(new RegExp(`\\(${loanId}\\).*ACTIVE\nCame back .*propose .loan pay-again`));
  const resumed = run(`loan resume ${loanId}`, { as, reason });
  await expect(resumed).rejects.toThrow("came back");
  const again = await run(`loan pay-again ${loanId}`, { as, reason });
  expect(again).toMatch(/payoutCameBackAt: 20.*Proposed as ppl_/s);
  const ended = /ppl_\w+/.exec(await run(`loan never-paid-out ${loanId}`, { as, reason }))?.[0];
  await expect(run(`proposal approve ${ended}`, { as })).rejects.toThrow("You proposed this");
  await run(`proposal approve ${ended}`, { as: other });
  expect((await loanRow(loanId)).status).toBe("CANCELLED");
  const lapsed = run(`proposal approve ${/ppl_\w+/.exec(again)?.[0]}`, { as: other });
  await expect(lapsed).rejects.toThrow("What the proposal rests on has changed");
  expect(await run("payout list", {})).not.toContain(loanId);
});

test("what is wrong is named by its option, and nothing is done to a loan that changed while the question stood", async () => {
  const loan = await servicedLoan(live);
  const { id } = loan.loan;
  await expect(run(`loan pause ${id}`, { as })).rejects.toThrow("--reason is missing");
  await expect(run(`loan recover ${id}`, { as, reason, amount: "many", reference: "FT" })).rejects.toThrow("--amount");
  await expect(run(`loan pause ${id}`, { as, reason, amount: "1" })).rejects.toThrow("takes no --amount");
  const meanwhile = () => loan.deduct(100_00);
  await expect(run(`loan pause ${id}`, { as, reason }, meanwhile)).rejects.toThrow("The loan has changed");
  expect((await loan.row()).pausedAt).toBeNull();
});
