import type { Page } from "playwright/test";
import { api, createClient, type Json } from "@/e2e/client";
import { expect, journeyTest as test } from "@/e2e/embed/journey-test";
import { typing } from "./hands";
import { walkIn } from "./walk";

/** What the demo's page shows of itself: the SDK's callbacks, and the webhooks that reached its server. */
function shownBy(page: Page) {
  const attributes = (name: string, ...keys: string[]) =>
    page
      .getByRole("list", { name, exact: true })
      .getByRole("listitem")
      .evaluateAll((items, wanted) => items.map((item) => wanted.map((key) => item.getAttribute(key) ?? "")), keys);
  return {
    callbacks: () => attributes("Callbacks", "data-callback", "data-payload"),
    /** Ids of the events that have arrived. */
    webhooks: async () => (await attributes("Webhooks", "data-event-id")).flat(),
  };
}

const step = (name: string) => ["onStepChange", JSON.stringify({ step: name })];

// Whoever points takes the same way in token.long.spec.ts and budgets.long.spec.ts.
test("from the demo page to an active loan, by keyboard alone, 360 px wide", async ({ page, baseURL, request }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  const hands = typing(page);
  await page.goto(`${baseURL?.replace("localhost", "127.0.0.1")}/demo`);
  await hands.press(page.getByRole("button", { name: "With nothing filled in" }));
  await page.waitForURL(/\?seller=/);
  const seller = new URL(page.url()).searchParams.get("seller") ?? "";
  await hands.press(page.getByRole("button", { name: "Get funding" }));

  const walk = walkIn(page.frameLocator("#financing iframe"), hands);
  await walk.kyc();
  // Nobody helps: the sandbox reviews by itself, and the page tells without being asked.
  await walk.approved();
  await walk.funding({ amount: "150000" });
  await walk.offered();
  await walk.accept();
  await walk.account();
  await walk.confirmAccount();
  const bank = await walk.toBank(page);
  expect(new URL(bank.url()).search + new URL(bank.url()).hash).toBe("");
  await typing(bank).press(bank.getByRole("button", { name: "Agree" }));
  await expect(bank.getByRole("heading", { level: 1 })).toHaveText("You have agreed");
  await bank.close();
  await walk.shows("Your loan");

  const { secretKey } = await (await request.get("/api/sandbox/credentials")).json();
  const client = createClient({ address: baseURL ?? "", secretKey });
  const status = await client.ask("GET", `${api}/merchants/${seller}`);
  const shown = shownBy(page);
  await expect
    .poll(() => shown.callbacks())
    .toEqual([
      ["onReady", ""],
      step("directors"),
      step("documents"),
      step("review"),
      ["onCompleted", JSON.stringify({ merchantId: status.merchantId })],
      step("status"),
      step("funding"),
      step("status"),
      step("offer"),
      step("payout-account"),
      step("mandate"),
      step("done"),
    ]);

  expect(status).toMatchObject({ connectionStatus: "ACTIVE", kyc: { status: "APPROVED", overallProgress: 100 } });
  expect(status.fundingRequests).toEqual([
    expect.objectContaining({ status: "FULFILLED", amountRequested: 150_000, purpose: "Inventory purchase" }),
  ]);
  const [{ loanId, id: requestId }] = status.fundingRequests;
  const events = [
    "merchant.created",
    "kyc.submitted",
    "kyc.approved",
    "funding_request.created",
    "funding_request.fulfilled",
    "loan.approved",
    "loan.disbursed",
  ];
  let sent: { id: string; sequence: number; payload: Json }[] = [];
  // The page is done once the money is on its way; it arrives by itself too.
  const eventsSent = async () => {
    const { data } = await client.ask("GET", `${api}/events?merchantId=${seller}&limit=100`);
    sent = data.sort((one: Json, other: Json) => one.sequence - other.sequence);
    return sent.map(({ payload }) => payload.event);
  };
  await expect.poll(eventsSent).toEqual(events);
  // Deliveries may overtake one another: what has arrived is what was sent, in whatever order.
  const sorted = (ids: readonly string[]) => [...ids].sort();
  await expect.poll(async () => sorted(await shown.webhooks())).toEqual(sorted(sent.map(({ id }) => id)));
  const of = (event: string) => sent.find(({ payload }) => payload.event === event)?.payload;
  const merchant = { service_id: status.merchantId, marketplace_id: seller };
  expect(of("funding_request.fulfilled")).toMatchObject({
    merchant,
    loan_id: loanId,
    funding_request: { id: requestId, amount_requested: 150_000 },
  });
  expect(of("loan.disbursed")).toMatchObject({
    merchant,
    loan: { id: loanId, status: "ACTIVE" },
    disbursement: { amount: 150_000, payout_account_last4: "6789" },
  });
  await expect(page.frameLocator("#financing iframe").getByText("₦150,000.00").first()).toBeVisible();
});
