import { beforeAll, expect, test } from "vitest";
import type { Tenant } from "@/lib/kernel/actor";
import { useDatabase } from "@/test/database";
import { createMarketplace } from "@/test/factories/marketplace";
import { servicedLoan } from "@/test/factories/serviced-loan";
import { as, run } from "@/test/operator-terminal";

useDatabase();

const other = "second@financing.example";
let live: Tenant;
beforeAll(async () => {
  await run(`operator add ${as} First`, {});
  await run(`operator add ${other} Second`, { as });
  live = (await createMarketplace({ live: true })).live;
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
