import { beforeAll, expect, it, vi } from "vitest";
import * as settings from "@/lib/kernel/env";
import { requestMandate } from "@/lib/lending/transfers/mandates/request-mandate";
import { savePayoutAccount } from "@/lib/lending/transfers/payouts/save-payout-account";
import { readJourneyLoan } from "@/lib/surfaces/journey/read-journey-loan";
import { useDatabase } from "@/test/database";
import { linkIdIn } from "@/test/factories/journey-loan";
import { sandboxActor } from "@/test/factories/kyc";
import { lendableMerchant } from "@/test/factories/lendable";
import { acceptedLoan, anyAccount } from "@/test/factories/loan";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { storedState } from "@/test/factories/snapshot";
import { now } from "@/test/time";
import { answerMandate } from "./actions";

useDatabase();

let marketplace: TestMarketplace;
beforeAll(async () => {
  marketplace = await createMarketplace();
});

/** A loan that waits for its mandate, with a link to it. */
async function waiting() {
  const { merchantId } = await lendableMerchant(marketplace.test);
  const { loanId } = await acceptedLoan(marketplace.test, merchantId);
  const call = { actor: sandboxActor(marketplace.test), loanId, now: now() };
  await savePayoutAccount({ ...call, input: anyAccount });
  const { url } = await requestMandate({ ...call, realNow: now() });
  const journey = () => readJourneyLoan(call);
  const mandate = async () => (await journey()).mandate;
  return { call, linkId: linkIdIn(url), journey, mandate };
}

it("agrees, and says so to every later answer, whatever it is", async () => {
  const { linkId, mandate } = await waiting();
  expect(await answerMandate({ linkId, agreed: true })).toEqual({ done: true });
  expect(await mandate()).toBe("ACTIVE");
  for (const agreed of [true, false]) {
    expect(await answerMandate({ linkId, agreed })).toMatchObject({ closed: { title: "You have agreed already" } });
  }
  expect(await mandate()).toBe("ACTIVE");
});

it("declines, and the link is used up", async () => {
  const { linkId, mandate } = await waiting();
  expect(await answerMandate({ linkId, agreed: false })).toEqual({ done: true });
  expect(await answerMandate({ linkId, agreed: true })).toMatchObject({ closed: { title: "This link has been used" } });
  expect(await mandate()).toBe("PENDING");
});

it("declines, which the waiting journey is told until the holder agrees", async () => {
  const { call, linkId, journey } = await waiting();
  expect(await journey()).toMatchObject({ stage: "mandate", mandateDeclinedAt: null });
  await answerMandate({ linkId, agreed: false });
  expect(await journey()).toMatchObject({ stage: "mandate", mandateDeclinedAt: expect.stringMatching(/T.*Z$/) });
  const { url } = await requestMandate({ ...call, realNow: now() });
  expect(await journey()).toMatchObject({ mandateDeclinedAt: expect.any(String) });
  await answerMandate({ linkId: linkIdIn(url), agreed: true });
  expect(await journey()).toMatchObject({ mandate: "ACTIVE", mandateDeclinedAt: null });
});

it("declines for one account: another starts anew", async () => {
  const { call, linkId, journey } = await waiting();
  await answerMandate({ linkId, agreed: false });
  await savePayoutAccount({ ...call, input: { ...anyAccount, accountNumber: "0123456780" } });
  expect(await journey()).toMatchObject({ mandateDeclinedAt: null });
  await requestMandate({ ...call, realNow: now() });
  expect(await journey()).toMatchObject({ mandate: "PENDING", mandateDeclinedAt: null });
});

it("treats an unknown link as one that does not work", async () => {
  expect(await answerMandate({ linkId: "x", agreed: true })).toMatchObject({
    closed: { title: "This link does not work" },
  });
});

it("is there for test data without the sandbox too, production included", async () => {
  const on = settings.env();
  const off = vi.spyOn(settings, "env").mockReturnValue({ ...on, sandbox: false, production: true });
  const { linkId, mandate } = await waiting();
  expect(await answerMandate({ linkId, agreed: true })).toEqual({ done: true });
  off.mockRestore();
  expect(await mandate()).toBe("ACTIVE");
});

it.each([
  [null],
  ["agree"],
  [{}],
  [{ linkId: 7, agreed: true }],
  [{ linkId: "x", agreed: "true" }],
  [{ linkId: ["x"], agreed: true }],
  [{ linkId: "x".repeat(65), agreed: true }],
])("refuses %j", async (given) => {
  const stored = await storedState();
  expect(await answerMandate(given)).toMatchObject({ refused: expect.stringContaining("not valid") });
  expect(await storedState()).toEqual(stored);
});
