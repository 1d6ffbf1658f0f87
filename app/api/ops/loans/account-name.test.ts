import { and, eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { POST as approve } from "@/app/api/ops/proposals/[proposalId]/approve/route";
import { db } from "@/db/client";
import { rails } from "@/db/schema/lenders";
import { loans, payoutAccounts, payouts } from "@/db/schema/loans";
import { auditLog } from "@/db/schema/operations";
import type { Tenant } from "@/lib/kernel/actor";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { serviceLoan } from "@/lib/lending/servicing/service-loan";
import { activateMandate } from "@/lib/lending/transfers/mandates/activate-mandate";
import { orderMandate } from "@/lib/lending/transfers/mandates/prepare-mandate";
import { releasePayout } from "@/lib/lending/transfers/payouts/release-payout";
import { savePayoutAccount, storePayoutAccount } from "@/lib/lending/transfers/payouts/save-payout-account";
import { merchantNames } from "@/lib/merchants/merchants/merchant-names";
import { readJourneyLoan } from "@/lib/surfaces/journey/read-journey-loan";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { sandboxActor } from "@/test/factories/kyc";
import { lendableMerchant } from "@/test/factories/lendable";
import { giveRail, lenderOf } from "@/test/factories/lender";
import { acceptedLoan, anyAccount } from "@/test/factories/loan";
import { createMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { POST as name } from "./[loanId]/account-name/route";
import { POST as show } from "./[loanId]/show-account/route";

useDatabase();

let live: Tenant;
let merchantId: string;
let loanId: string;
let first: string;
let second: string;
beforeAll(async () => {
  live = (await createMarketplace({ live: true })).live;
  [first, second] = [(await anyOperator()).token, (await anyOperator()).token];
});
beforeEach(async () => {
  merchantId = (await lendableMerchant(live, now())).merchantId;
  ({ loanId } = await acceptedLoan(live, merchantId));
  await db().update(rails).set({ state: "RETIRED" });
});

const own = () => ({ actor: sandboxActor(live), loanId, now: now() });
const loanNow = async () => (await db().select().from(loans).where(eq(loans.id, loanId)))[0];
const accountNow = async () =>
  (await db().select().from(payoutAccounts).where(eq(payoutAccounts.merchantId, merchantId)))[0];
const payoutsNow = async () =>
  (await db().select().from(payouts).where(eq(payouts.loanId, loanId)).orderBy(payouts.id)).map(({ status }) => status);
const journey = () => readJourneyLoan(own());

const save = () => savePayoutAccount({ ...own(), input: anyAccount });

async function mandated() {
  const { mandateId } = await orderMandate(own());
  await activateMandate({ ...own(), asked: { mandateId, outcome: { status: "ACTIVE", reference: "M1" } } });
  await giveRail(await lenderOf(live), loanId);
  await serviceLoan(loanId, now());
}

const propose = (input: object) =>
  call(name, { key: first, params: { loanId }, body: { reason: "As online banking shows it.", ...input } });

async function named(input: object) {
  const { json } = await propose(input);
  const decision = { params: { proposalId: String(json.id) }, body: { evidenceDigest: json.evidenceDigest } };
  expect((await call(approve, { key: first, ...decision })).json.code).toBe("OWN_PROPOSAL");
  expect((await call(approve, { key: second, ...decision })).status).toBe(200);
}

test("an account that nobody could be asked about is kept, and its payout waits until two have named its holder", async () => {
  expect(await save()).toMatchObject({ accountName: null, nameMatches: false });
  await mandated();
  expect(await loanNow()).toMatchObject({ status: "PAYOUT_HELD" });
  expect(await journey()).toMatchObject({ payoutHeld: true, payoutAccount: { accountName: null } });
  await expect(releasePayout(own())).rejects.toMatchObject({ message: expect.stringContaining("whose account") });

  const [business = ""] = await merchantNames(everyMerchantOf(live), merchantId);
  await named({ holder: "NAMED", accountName: business.toUpperCase() });
  expect(await accountNow()).toMatchObject({ accountName: business.toUpperCase(), nameMatches: true });
  await serviceLoan(loanId, now());
  expect(await loanNow()).toMatchObject({ status: "DISBURSING" });
  expect(await payoutsNow()).toEqual(["CANCELLED", "PENDING"]);
});

test("in another name it stays held, for one operator to release", async () => {
  await save();
  await mandated();
  await named({ holder: "NAMED", accountName: "SOMEBODY ELSE" });
  await serviceLoan(loanId, now());
  expect(await loanNow()).toMatchObject({ status: "PAYOUT_HELD" });
  await releasePayout(own());
  expect(await payoutsNow()).toEqual(["PENDING"]);
});

test("one that the bank does not know takes the merchant back to the choice, before and after the mandate", async () => {
  await save();
  await named({ holder: "UNKNOWN" });
  const refused = { stage: "payout-account", payoutRefusal: expect.stringContaining("does not know") };
  expect(await journey()).toMatchObject(refused);
  await save();
  await mandated();
  await named({ holder: "UNKNOWN" });
  expect(await journey()).toMatchObject(refused);
  expect(await payoutsNow()).toEqual(["REFUSED", "REFUSED"]);
});

test("given again while somebody can be asked, it is the same account under its name, and keeps its mandate", async () => {
  const { id } = await save();
  const again = { ...own(), input: anyAccount };
  expect(await storePayoutAccount({ ...again, enquiry: { accountName: "SOMEBODY ELSE" } })).toMatchObject({ id });
  expect(await accountNow()).toMatchObject({ accountName: "SOMEBODY ELSE", verifiedAt: expect.any(Date) });
  expect(await storePayoutAccount({ ...again, enquiry: "NOT_CHECKED" })).toMatchObject({ id });
  expect((await propose({ holder: "UNKNOWN" })).json.code).toBe("LOAN_STATE_CONFLICT");
});

test("its number is shown to whoever looks it up, each time audited, and only while it waits for its name", async () => {
  await save();
  const shown = () => call(show, { key: first, params: { loanId } });
  expect((await shown()).json).toMatchObject(anyAccount);
  const audited = await db()
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, loanId), eq(auditLog.action, "loan.account-show")));
  expect(audited).toHaveLength(1);
  expect(JSON.stringify(await propose({ holder: "UNKNOWN" }))).not.toContain(anyAccount.accountNumber);
  await named({ holder: "UNKNOWN" });
  expect((await shown()).json.code).toBe("LOAN_STATE_CONFLICT");
});
