import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { auditLog } from "@/db/schema/operations";
import { findOperator, findSignIn } from "@/lib/parties/people/queries";
import { useDatabase } from "@/test/database";
import { submittedMerchant } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { as, run } from "@/test/operator-terminal";
import { UsageError } from "./command";

useDatabase();

beforeAll(async () => {
  await expect(run(`operator add ${as} First`, { role: "REVIEWER" })).rejects.toThrow("The first operator is an ADMIN");
  await run(`operator add ${as} First`, {});
});

async function operatorOf(address: string) {
  const known = await findSignIn("operator", address);
  return known && findOperator(known.user.id);
}

test("an operator has the role it was added with, ADMIN where none was named", async () => {
  expect(await operatorOf(as)).toMatchObject({ role: "ADMIN" });
  const shown = await run("operator add reader@financing.example A Reader", { as, role: "READ_ONLY" });
  expect(shown).toContain("A Reader <reader@financing.example>, READ_ONLY");
  expect(await operatorOf("reader@financing.example")).toMatchObject({ role: "READ_ONLY" });
  await expect(run("operator add x@financing.example X", { as, role: "BOSS" })).rejects.toThrow("--role is one of");
});

test("a role is changed, once, and the last ADMIN stays one", async () => {
  await run("operator add second@financing.example Second", { as, role: "REVIEWER" });
  const change = (address: string, role: string, by = as) => run(`operator role ${address}`, { as: by, role });
  expect(await change("second@financing.example", "ADMIN")).toMatch(/REVIEWER \(usr_\w+\)\nMake this ADMIN\nDone\.$/);
  const second = await operatorOf("second@financing.example");
  expect(second).toMatchObject({ role: "ADMIN" });
  const audited = await db()
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, second?.id ?? ""));
  expect(audited.at(-1)).toMatchObject({
    action: "operator.change-role",
    detail: { from: "REVIEWER", to: "ADMIN" },
  });
  expect(await change("second@financing.example", "ADMIN")).not.toContain("Make this");
  // Both at the same moment would leave nobody who gives roles.
  const both = await Promise.allSettled([
    change(as, "READ_ONLY", "second@financing.example"),
    change("second@financing.example", "READ_ONLY"),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const left = [as, "second@financing.example"];
  const roles = await Promise.all(left.map(async (one) => (await operatorOf(one))?.role));
  expect(roles.filter((role) => role === "ADMIN")).toHaveLength(1);
  const admin = left[roles.indexOf("ADMIN")] ?? "";
  await expect(change(admin, "REVIEWER", admin)).rejects.toThrow("This is the only ADMIN");
  await expect(change("who@financing.example", "ADMIN", admin)).rejects.toThrow("There is no operator");
  await change(left.find((one) => one !== admin) ?? "", "ADMIN", admin);
});

test("nobody acts beyond their role", async () => {
  const { test: tenant, marketplaceId } = await createMarketplace();
  const { merchantId } = await submittedMerchant(tenant);
  await run("operator add reviewer2@financing.example R", { as, role: "REVIEWER" });
  await run("operator add reader2@financing.example R", { as, role: "READ_ONLY" });
  const [reviewer, reader] = [{ as: "reviewer2@financing.example" }, { as: "reader2@financing.example" }];
  expect(await run(`kyc show ${merchantId}`, reader)).toContain(merchantId);
  await expect(run(`kyc approve ${merchantId}`, reader)).rejects.toThrow(UsageError);
  await expect(run(`marketplace live ${marketplaceId}`, reviewer)).rejects.toThrow("the role ADMIN");
  expect(await run(`kyc approve ${merchantId}`, reviewer)).toMatch(/The KYC is APPROVED\.$/);
});
