import { beforeAll, expect, test, vi } from "vitest";
import { log } from "@/lib/kernel/log";
import { kobo } from "@/lib/kernel/money";
import { useDatabase } from "@/test/database";
import { disbursedLoan, setLoan } from "@/test/factories/disbursed-loan";
import { anyMerchant } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { as, run } from "@/test/operator-terminal";

useDatabase();

beforeAll(() => run(`operator add ${as} First Reviewer`, {}));

test("books that are found wrong are listed, shown by account, and gone once they are right", async () => {
  const said = vi.spyOn(log, "error").mockImplementation(() => {});
  const { live } = await createMarketplace();
  const { merchantId } = await anyMerchant(live);
  const { id: loanId, reference } = await disbursedLoan(live, { merchantId });
  await expect(run(`loan check ${loanId}`, {})).rejects.toThrow("Say who acts");
  expect(await run(`loan check ${reference}`)).toMatch(/The books are right\.$/);
  expect(await run("finding list", {})).toBe("No books are known to be wrong.");

  await setLoan(live, loanId, { received: kobo(10_900_000) });
  const differs = "CASH: -10000000 kobo by the entries, -10000000 by the facts, 900000 by the running totals";
  const checked = await run(`loan check ${reference}`);
  expect(checked).toContain(`The books are wrong.\n${differs}`);
  expect(checked).toMatch(/\nSTATE_FITS_BALANCE: .+\.$/);
  const listed = await run("finding list", {});
  expect(listed).toContain(`loan ${loanId}: CASH, PRINCIPAL, INTEREST, STATE_FITS_BALANCE; found 20`);
  const [id = ""] = /^fnd_\w+/.exec(listed) ?? [];
  const shown = await run(`finding show ${id}`);
  expect(shown).toContain(`(${merchantId}, there `);
  expect(shown).toContain(differs);

  await setLoan(live, loanId, { received: kobo(0) });
  await run(`loan check ${loanId}`);
  expect(await run("finding list", {})).toBe("No books are known to be wrong.");
  expect(await run(`finding show ${id}`)).toContain(", cleared 20");
  await expect(run("finding show fnd_none")).rejects.toThrow("No such finding.");
  said.mockRestore();
});
