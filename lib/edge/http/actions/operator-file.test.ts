import { expect, test } from "vitest";
import { GET } from "@/app/ops/[environment]/loans/[loanId]/agreement/route";
import { sessionCookie } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { anyMerchant } from "@/test/factories/kyc";
import { activeLoan } from "@/test/factories/loan";
import { createMarketplace } from "@/test/factories/marketplace";
import { anyStaff } from "@/test/factories/staff";

useDatabase();

test("every operator takes a file of the environment looked at, with a second factor where that is live; nobody else does", async () => {
  const { test: tenant } = await createMarketplace();
  const { loanId } = await activeLoan(tenant, (await anyMerchant(tenant)).merchantId);
  const ask = async (cookie: string, { environment = "test", loan = loanId } = {}) => {
    const request = new Request("http://localhost/agreement", { headers: { cookie } });
    return GET(request, { params: Promise.resolve({ environment, loanId: loan }) });
  };
  const reader = await sessionCookie({ id: (await anyOperator("READ_ONLY")).userId, kind: "operator" });
  const answer = await ask(reader);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  expect((await ask(reader, { loan: "loan_none" })).status).toBe(404);
  expect((await ask(reader, { environment: "both" })).status).toBe(404);
  expect((await (await ask(reader, { environment: "live" })).json()).detail).toMatch(/second factor/);
  const staff = await sessionCookie({ id: (await anyStaff(tenant, "OWNER")).id, kind: "marketplace" });
  for (const cookie of ["", staff, staff.replace("financing.marketplace", "financing.operator")]) {
    expect((await ask(cookie)).status).toBe(401);
  }
});
