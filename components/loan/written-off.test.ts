import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { createElement as element } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { LoanView } from "@/components/account/money/loan-view";
import { type Journey, JourneyContext } from "@/components/journey/context";
import { Ended } from "@/components/journey/loan/loan-views";
import { day, later } from "@/lib/kernel/calendar";
import { defaultLoan } from "@/lib/lending/servicing/default-loan";
import { writeOffLoan } from "@/lib/lending/servicing/write-off-loan";
import { collectPayment } from "@/lib/lending/transfers/payments/collect-payment";
import type { EmbedSession, JourneyLoan } from "@/lib/surfaces/journey/schema";
import { useDatabase } from "@/test/database";
import { embedTokenOf } from "@/test/factories/embed";
import { sandboxActor } from "@/test/factories/kyc";
import { lendableMerchant } from "@/test/factories/lendable";
import { activeLoan } from "@/test/factories/loan";
import { createMarketplace } from "@/test/factories/marketplace";
import { journeyWith } from "@/test/journey-calls";
import { askAs } from "@/test/journey-loan-calls";
import { now } from "@/test/time";

useDatabase();

test("a written-off loan says what it is, and is paid where a running one is, until the loss is made good", async () => {
  const { test: tenant } = await createMarketplace();
  const { merchantId } = await lendableMerchant(tenant);
  const { loanId } = await activeLoan(tenant, merchantId, { now: later(now(), -40 * day) });
  const merchant = { loanId, token: await embedTokenOf(tenant, merchantId) };
  const { session } = journeyWith(merchant.token);
  const read = async () => (await askAs(merchant, "read")).json as unknown as JourneyLoan;
  const pay = async (amount: number) => {
    const { json } = await askAs(merchant, "pay", { body: { amount } });
    // The page reads the session again, and so hears what the bank says.
    expect(await session()).toMatchObject({ refreshAfterSeconds: 2 });
    await collectPayment(String(json.id), now());
  };
  const shown = async () => {
    const loan = await read();
    return { account: inAccount(loan), journey: inJourney(loan, (await session()) as unknown as EmbedSession) };
  };
  const by = { actor: sandboxActor(tenant), loanId, now: now() };

  await pay(4_000);
  await defaultLoan({ ...by, input: { reason: "DECIDED" } });
  await writeOffLoan({ ...by, input: { reason: "Nothing more is expected." } });
  await pay(5_000);
  const { journey, account } = await shown();
  for (const page of [journey, account]) {
    expect(factsIn(page)).toMatchObject({
      "You got": "₦100,000.00",
      "You paid back before": "₦4,000.00",
      "Written off": "₦105,000.00",
      "Paid of that since": "₦5,000.00",
      "Left to pay": "₦100,000.00",
    });
    expect(page).toContain("Pay from your account");
    expect(page).toContain("Once nothing is left, it no longer keeps you from new funding.");
  }
  expect(journey).toContain("₦5,000.00 from your account has arrived");
  expect(journey).toContain("₦100,000.00 is left to pay.");
  expect(account).toContain("https://shop.example/pay");

  await pay(100_000);
  for (const page of Object.values(await shown())) {
    expect(factsIn(page)).toMatchObject({ "Written off": "₦105,000.00", "Left to pay": "₦0.00" });
    expect(page).toContain("All of it has been paid since.");
    expect(page).not.toContain("Pay from your account");
  }
});

function inAccount(loan: JourneyLoan): string {
  const place = { marketplace: { marketplaceId: "mkt_1", name: "Market" }, businessName: "Ada Foods" };
  const held = { asOf: now().toISOString(), environment: "test" as const, ...place, loan };
  const view = { held, site: "https://shop.example/pay", pace: [], give: async () => null };
  return renderToStaticMarkup(element(AppRouterContext, { value: {} as never }, element(LoanView, view)));
}

function inJourney(loan: JourneyLoan, session: EmbedSession): string {
  const journey = { session, pays: null, item: loan.loanId } as unknown as Journey;
  return renderToStaticMarkup(element(JourneyContext, { value: journey }, element(Ended, { loan })));
}

function factsIn(page: string): Record<string, string> {
  const found = page.matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/g);
  return Object.fromEntries([...found].map(([, name = "", value = ""]) => [name, value]));
}
