import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { kycRecords } from "@/db/schema/kyc";
import { lenderProducts, lenders } from "@/db/schema/lenders";
import { payouts } from "@/db/schema/loans";
import { merchants } from "@/db/schema/merchants";
import { auditLog } from "@/db/schema/operations";
import { now } from "@/lib/kernel/clock";
import { businessTime } from "@/lib/kernel/time";
import { useDatabase } from "@/test/database";
import { anyMerchant, submittedMerchant } from "@/test/factories/kyc";
import { lendableMerchant } from "@/test/factories/lendable";
import { activeLoan, heldLoan } from "@/test/factories/loan";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { as, files, run } from "@/test/operator-terminal";

useDatabase();

let shop: TestMarketplace;
beforeAll(async () => {
  shop = await createMarketplace();
  await run(`operator add ${as} First Reviewer`, {});
});

async function statusOf(merchantId: string) {
  const [row] = await db().select().from(kycRecords).where(eq(kycRecords.merchantId, merchantId));
  return row?.status;
}

test("only the first operator adds itself", async () => {
  await expect(run("operator add stranger@financing.example A Stranger", {})).rejects.toThrow("Say who acts");
});

test("what a command does not take is not passed over", async () => {
  const { merchantId } = await submittedMerchant(shop.test);
  await expect(run(`kyc approve ${merchantId} mer_other`)).rejects.toThrow('"mer_other" is too much');
  await expect(run(`kyc approve ${merchantId}`, { as, reason: "Not theirs." })).rejects.toThrow("takes no --reason");
  await expect(run("lender list all", {})).rejects.toThrow("nothing more");
  await expect(run("constructor", {})).rejects.toThrow('There is no command "constructor". Without a command');
  await expect(run("lender chang", {})).rejects.toThrow("There are: lender list, lender show, lender create, lender");
  expect(await statusOf(merchantId)).toBe("SUBMITTED");
});

test("a command happens when it is confirmed, not when it was typed", async () => {
  const typed = now();
  let confirmed = now();
  await run(`marketplace live ${shop.marketplaceId}`, { as }, () => {
    while (confirmed.getTime() === typed.getTime()) confirmed = now();
  });
  const [entry] = await db().select().from(auditLog).where(eq(auditLog.action, "marketplace.take-live"));
  expect(entry?.at.getTime()).toBeGreaterThanOrEqual(confirmed.getTime());
});

describe("KYC", () => {
  const asked = { as, step: "directors", item: "address", code: "ADDRESS_UNCLEAR", message: "Which street?" };

  test("is not decided once it is no longer what was shown", async () => {
    const { merchantId } = await submittedMerchant(shop.test);
    const submitAgain = async () => {
      await db()
        .update(kycRecords)
        .set({ submittedAt: businessTime(now(), 1) })
        .where(eq(kycRecords.merchantId, merchantId));
    };
    await expect(run(`kyc approve ${merchantId}`, { as }, submitAgain)).rejects.toThrow("has changed since");
    const reject = () => run(`kyc reject ${merchantId}`, { as, reason: "Not theirs." });
    await expect(run(`kyc ask ${merchantId}`, asked, reject)).rejects.toThrow("is REJECTED. Nothing was done");
    expect(await statusOf(merchantId)).toBe("REJECTED");
  });

  test("is reopened only by that name", async () => {
    const { merchantId } = await submittedMerchant(shop.test);
    await expect(run(`kyc reopen ${merchantId}`, asked)).rejects.toThrow("no rejection to take back");
    await run(`kyc reject ${merchantId}`, { as, reason: "Not theirs." });
    await expect(run(`kyc ask ${merchantId}`, asked)).rejects.toThrow("say `kyc reopen`");
    expect(await statusOf(merchantId)).toBe("REJECTED");
  });

  test("is decided only while it waits for a decision", async () => {
    const { merchantId } = await anyMerchant(shop.test);
    await expect(run(`kyc approve ${merchantId}`)).rejects.toThrow("PENDING: it waits for the merchant to submit it.");
    const { merchantId: decided } = await submittedMerchant(shop.test);
    await run(`kyc approve ${decided}`);
    await expect(run(`kyc ask ${decided}`, asked)).rejects.toThrow("APPROVED: it is decided.");
  });

  test("is asked about in words that name the option that is wrong", async () => {
    const { merchantId } = await submittedMerchant(shop.test);
    const { item: _, ...incomplete } = asked;
    await expect(run(`kyc ask ${merchantId}`, incomplete)).rejects.toThrow("--item is missing.");
    const wrong = { ...asked, step: "hobbies", code: "unclear" };
    await expect(run(`kyc ask ${merchantId}`, wrong)).rejects.toThrow(/^--step: Must be one of .*\n--code: Must be/);
  });

  test("is rejected with a reason as short as the API's", async () => {
    const { merchantId } = await submittedMerchant(shop.test);
    const long = { as, reason: "x".repeat(501) };
    await expect(run(`kyc reject ${merchantId}`, long)).rejects.toThrow("--reason: Must be at most 500 characters.");
  });
});

test("a held payout is released to the account that was shown, and no other", async () => {
  const { merchantId } = await lendableMerchant(shop.test);
  const { loanId } = await heldLoan(shop.test, merchantId);
  const release = `payout release ${loanId}`;
  const another = async () => {
    const [held] = await db().select().from(payouts).where(eq(payouts.loanId, loanId));
    if (!held) throw new Error("Nothing is held.");
    await db().update(payouts).set({ status: "REFUSED" }).where(eq(payouts.id, held.id));
    await db()
      .insert(payouts)
      .values({ ...held, id: `${held.id}x`, reference: null });
  };
  await expect(run(release, { as }, another)).rejects.toThrow("Another account or name is held now");
  const shown =
    /\nAccount of {3}.* \(.* …\d{4}\), held since .*Z, until .*Z\nKnown names {2}Shop \d+\nRelease the payout/;
  expect(await run(release)).toMatch(shown);
});

test("a payout that is not held is neither released nor refused, and nobody is told that it was", async () => {
  const { merchantId } = await lendableMerchant(shop.test);
  const { loanId, reference } = await activeLoan(shop.test, merchantId);
  const refused = `No payout of ${reference} is held: the loan is ACTIVE.`;
  await expect(run(`payout release ${loanId}`)).rejects.toThrow(refused);
  await expect(run(`payout refuse ${loanId}`, { as, reason: "Not yours." })).rejects.toThrow(refused);
  const held = await heldLoan(shop.test, merchantId);
  const release = `payout release ${held.loanId}`;
  await expect(run(release, { as }, () => run(release))).rejects.toThrow("The payout is no longer held.");
});

test("what moves the cursor or turns the text around is shown, not done", async () => {
  const { merchantId } = await anyMerchant(shop.test);
  const businessName = "Ada\u001b[2K\rKYC APPROVED \u202eLtd";
  await db().update(merchants).set({ businessName }).where(eq(merchants.id, merchantId));
  const shown = await run(`kyc show ${merchantId}`);
  expect(shown).toContain("Ada\\u{1b}[2K\\u{d}KYC APPROVED \\u{202e}Ltd (mer_");
});

describe("a lender", () => {
  const rates = { lowestDeduction: 5, highestDeduction: 20, ratePer30Days: 1 };
  const product = { riskTier: "A", ...rates, defaultAfterDays: 90, recoversFromSales: true };
  const lender = {
    environment: "test",
    name: "Careful Lender",
    minimumPrincipal: 5_000,
    maximumPrincipal: 2_000_000,
    minimumDeduction: 100,
    tenors: [30, 90],
    products: [product],
  };
  let id: string;
  beforeAll(async () => {
    files["lender.json"] = lender;
    files["other.json"] = { ...lender, maximumPrincipal: 3_000_000 };
    id = /lnd_\w+/.exec(await run("lender create lender.json"))?.[0] ?? "";
  });

  test("of a name that is taken is added only after that was said", async () => {
    const shown = await run("lender create lender.json", { as }, () => false);
    expect(shown).toContain(`${id} has this name already: \`lender change\` changes it.`);
  });

  test("that somebody else has changed meanwhile is not changed back", async () => {
    const change = () => run(`lender change ${id} other.json`);
    await expect(run(`lender change ${id} lender.json`, { as }, change)).rejects.toThrow("Somebody else has changed");
    expect(JSON.parse(await run(`lender show ${id}`, {}))).toEqual(files["other.json"]);
  });

  test("that no file can say is shown as it is, and can be replaced", async () => {
    await db().update(lenderProducts).set({ rateBasisPoints: 333 }).where(eq(lenderProducts.tenorDays, 90));
    const shown = await run(`lender show ${id}`, {});
    expect(shown).toMatch(/1% for 30 days, .* for 30 days\n.*3\.33% for 30 days, .* for 90 days\nNo file says this/);
    await db().delete(lenderProducts).where(eq(lenderProducts.lenderId, id));
    expect(await run(`lender show ${id}`, {})).toContain("No file says this");
    expect(await run(`lender change ${id} lender.json`)).toContain("Changed.");
    expect(JSON.parse(await run(`lender show ${id}`, {}))).toEqual(lender);
  });

  test("that is archived is none", async () => {
    await db().update(lenders).set({ archivedAt: now() }).where(eq(lenders.id, id));
    for (const line of [`lender show ${id}`, `lender change ${id} lender.json`]) {
      await expect(run(line)).rejects.toThrow("No such lender.");
    }
  });
});
