import { rm } from "node:fs/promises";
import { and, eq, like } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { loans, mandates } from "@/db/schema/loans";
import { auditLog } from "@/db/schema/operations";
import { secondFactors } from "@/db/schema/users";
import { type Environment, type OperatorRole, operatorIn, type Tenant } from "@/lib/kernel/actor";
import { env } from "@/lib/kernel/env";
import { giveMandateByHand } from "@/lib/lending/transfers/mandates/mandate-by-hand";
import { storePayoutAccount } from "@/lib/lending/transfers/payouts/save-payout-account";
import { cancelLoan } from "@/lib/loans/loans/cancel-loan";
import { requireMandateOf } from "@/lib/surfaces/console/treasury/in-environment";
import { readLoanMoney } from "@/lib/surfaces/console/treasury/loan-money";
import { listMandatesToEndAt } from "@/lib/surfaces/console/treasury/money-out";
import { giveRailByHand } from "@/test/by-hand";
import { call, sessionCookie } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { sandboxActor } from "@/test/factories/kyc";
import { lendableMerchant } from "@/test/factories/lendable";
import { createTestLender } from "@/test/factories/lender";
import { acceptedLoan, anyAccount } from "@/test/factories/loan";
import { createMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { GET, POST } from "./route";

useDatabase();
afterAll(() => rm(env().dataDir, { recursive: true, force: true }));

let live: Tenant;
let loanId: string;
let treasurer: Awaited<ReturnType<typeof anyOperator>>;
beforeAll(async () => {
  live = (await createMarketplace({ live: true })).live;
  treasurer = await anyOperator("TREASURER");
  const lenderId = await createTestLender({ environment: "live" });
  await giveRailByHand(lenderId);
  const { merchantId } = await lendableMerchant(live, now());
  ({ loanId } = await acceptedLoan(live, merchantId));
  await db().update(loans).set({ lenderId }).where(eq(loans.id, loanId));
  const input = { actor: sandboxActor(live), loanId, now: now(), input: anyAccount };
  await storePayoutAccount({ ...input, enquiry: "NOT_CHECKED" });
});

const pdf = Buffer.from("%PDF-1.7\nsigned");
const ownPage = { "sec-fetch-site": "same-origin" };

async function send(
  role: OperatorRole,
  { raw, environment = "live", headers = ownPage }: { raw?: Uint8Array; environment?: string; headers?: object } = {},
) {
  const { userId } = role === "TREASURER" ? treasurer.actor : (await anyOperator(role)).actor;
  await db().insert(secondFactors).values({ userId, secret: "x", since: now() }).onConflictDoNothing();
  const cookie = await sessionCookie({ id: userId, kind: "operator" });
  const signedIn = { cookie, "x-socket-address": "192.0.2.1", ...headers };
  const params = { environment, loanId };
  return call((raw ? POST : GET) as never, { params, headers: signedIn, ...(raw && { raw, method: "POST" }) });
}
const at = (environment: Environment = "live") => ({ operator: treasurer.actor, environment, realNow: now() });
const onPaper = async () => (await readLoanMoney(at(), loanId)).onPaper;
const listed = async (environment: Environment) =>
  (await listMandatesToEndAt({ environment }, { limit: 10 })).rows.map((row) => row.loanId);

test("treasurers bring the form that came on paper, from our own page, and look at it, which is noted", async () => {
  expect(await onPaper()).toEqual({ form: null });
  for (const role of ["READ_ONLY", "REVIEWER", "COLLECTOR"] as const) {
    expect((await send(role, { raw: pdf })).json).toMatchObject({ refused: expect.stringContaining("role") });
    expect((await send(role)).json).toMatchObject({ code: "INSUFFICIENT_ROLE" });
  }
  const foreign = await send("TREASURER", { raw: pdf, headers: { "sec-fetch-site": "cross-site" } });
  expect(foreign.json).toMatchObject({ refused: expect.stringContaining("own pages") });
  expect((await send("TREASURER", { raw: pdf, environment: "test" })).json).toHaveProperty("refused");
  expect((await send("TREASURER", { raw: Buffer.from("no form") })).json).toHaveProperty("refused");
  expect(await onPaper()).toEqual({ form: null });
  expect((await send("TREASURER", { raw: pdf })).json).toEqual({ done: true });
  expect(await onPaper()).toMatchObject({
    form: { sentBy: expect.stringMatching(/^Operator/), sentAt: expect.any(Date) },
  });
  expect((await send("TREASURER", { environment: "test" })).status).toBe(404);
  const opened = await send("TREASURER");
  expect(opened.bytes.equals(pdf)).toBe(true);
  expect(opened.headers.get("cache-control")).toBe("no-store");
  expect(opened.headers.get("content-disposition")).toMatch(/^attachment/);
  const about = and(eq(auditLog.subjectId, loanId), like(auditLog.action, "loan.%mandate-form"));
  const noted = await db().select().from(auditLog).where(about).orderBy(auditLog.number);
  expect(noted.map(({ action }) => action)).toEqual(["loan.mandate-form", "loan.open-mandate-form"]);
});

test("one that has ended here is listed in its environment until it has ended at the bank", async () => {
  const actor = operatorIn(live, treasurer.actor);
  await giveMandateByHand({ actor, loanId, now: now(), input: { bankReference: "DD-1", reason: "Lodged." } });
  expect([await onPaper(), await listed("live")]).toEqual([null, []]);
  await cancelLoan({ actor: sandboxActor(live), loanId, input: { reason: "CANCELLED" }, now: now() });
  expect([await listed("live"), await listed("test")]).toEqual([[loanId], []]);
  const { toEnd } = await readLoanMoney(at(), loanId);
  expect(toEnd).toMatchObject([{ bankReference: "DD-1" }]);
  await requireMandateOf(loanId, toEnd[0]?.id ?? "");
  await expect(requireMandateOf("loan_another", toEnd[0]?.id ?? "")).rejects.toMatchObject({ code: "NOT_FOUND" });
  await db().update(mandates).set({ bankEndedAt: now() }).where(eq(mandates.loanId, loanId));
  expect([await listed("live"), (await readLoanMoney(at(), loanId)).toEnd]).toEqual([[], []]);
});
