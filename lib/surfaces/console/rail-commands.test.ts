import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { paystackDesk } from "@/lib/platform/providers/paystack/desk";
import { useDatabase } from "@/test/database";
import { createTestLender, giveRail } from "@/test/factories/lender";
import { as, passwords, run } from "@/test/operator-terminal";

useDatabase();
beforeAll(async () => {
  await run(`operator add ${as} First`, {});
});
afterEach(() => vi.restoreAllMocks());

const secretKey = "sk_live_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";

test("the key is asked for, never shown, and the account that it belongs to is proposed", async () => {
  const lenderId = await createTestLender({ environment: "live" });
  vi.spyOn(paystackDesk, "identify").mockResolvedValue({ integration: 100_777, domain: "live" });
  const typed = [secretKey, passwords[as] ?? ""];
  const said = await run(`rail set ${lenderId} paystack`, { as, reason: "Agreed." }, () => true, typed);
  expect(said).toMatch(/Proposed as ppl_\w+ \(account 100777, key ending aaaa\)/);
  expect(said).not.toContain(secretKey);
  expect(await run(`rail show ${lenderId}`)).toContain("none: it makes no offers");
});

test("an account is shown and its end proposed; nothing is under way", async () => {
  const lenderId = await createTestLender({ environment: "live" });
  await giveRail(lenderId, "100778");
  expect(await run(`rail show ${lenderId}`)).toMatch(/PAYSTACK, account 100778, key ending 4567, since /);
  expect(await run(`rail end ${lenderId}`, { as, reason: "Closing." })).toMatch(/Proposed as ppl_/);
  expect(await run("rail waiting")).toContain("Nothing is under way.");
  await expect(run(`rail set ${lenderId} other`, { as, reason: "x" })).rejects.toThrow("one of PAYSTACK");
});

test("the banks that merchants choose from are held against the provider's own list", async () => {
  const lenderId = await createTestLender({ environment: "live" });
  await giveRail(lenderId, "100779");
  const bank = {
    code: "058",
    name: "Guaranty Trust Bank",
    nipCode: null,
    active: true,
    transfers: true,
    directDebit: true,
  };
  vi.spyOn(paystackDesk, "listBanks").mockResolvedValue([bank]);
  const said = await run(`rail check ${lenderId}`);
  expect(said).toMatch(/^\d+ banks agree, \d+ do not, and \d+ of theirs we do not know\./);
  expect(said).toContain("NOT_LISTED");
  expect(said).not.toContain("058  Guaranty");
});
