import { beforeAll, expect, test, vi } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { log } from "@/lib/kernel/log";
import { sessionCookie } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyMerchant } from "@/test/factories/kyc";
import { activeLoan } from "@/test/factories/loan";
import { createMarketplace } from "@/test/factories/marketplace";
import { anyStaff } from "@/test/factories/staff";
import { agreementFile } from "./agreement-route";
import { dashboardFile } from "./page-file";

useDatabase();

const handler = dashboardFile(({ actor, params }) => agreementFile(actor, params.loanId));
const cookies: Record<"own" | "strange", string> = { own: "", strange: "" };
let loanId = "";
beforeAll(async () => {
  const marketplace = await createMarketplace();
  ({ loanId } = await activeLoan(marketplace.test, (await anyMerchant(marketplace.test)).merchantId));
  const signIn = async ({ test: tenant }: typeof marketplace) =>
    sessionCookie({ id: (await anyStaff(tenant, "VIEWER")).id, kind: "marketplace" });
  cookies.own = await signIn(marketplace);
  cookies.strange = await signIn(await createMarketplace());
});

function ask(cookie: string, { environment = "test", loan = loanId } = {}) {
  const request = new Request("http://localhost/agreement", { headers: { cookie } });
  return handler(request, { params: Promise.resolve({ environment, loanId: loan }) });
}

test("staff take a loan's agreement as a file", async () => {
  const answer = await ask(cookies.own);
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "application/pdf",
    "content-disposition": expect.stringMatching(/^attachment; filename="agreement-LN-.+\.pdf"$/),
    "cache-control": "no-store",
  });
  expect(await answer.text()).toMatch(/^%PDF/);
});

test("a fault is logged once, with the request's id", async () => {
  const logged = vi.spyOn(log, "error").mockImplementation(() => {});
  const fault = new Error("out of paper");
  const failing = dashboardFile(() => Promise.reject(fault));
  const request = new Request("http://localhost/agreement", {
    headers: { cookie: cookies.own, "x-request-id": "req_1" },
  });
  expect((await failing(request, { params: Promise.resolve({ environment: "test" }) })).status).toBe(500);
  expect(logged.mock.calls).toEqual([["request failed", fault, { requestId: "req_1" }]]);
  logged.mockRestore();
});

test.each([
  ["without a session", 401, () => ask("")],
  ["with another marketplace's", 404, () => ask(cookies.strange)],
  ["of a loan of the other data set", 404, () => ask(cookies.own, { environment: "live" })],
  ["of a loan that does not exist", 404, () => ask(cookies.own, { loan: newId("loan") })],
  ["in an environment that does not exist", 400, () => ask(cookies.own, { environment: "other" })],
])("nobody takes it %s", async (_, status, attempt) => {
  expect((await attempt()).status).toBe(status);
});
