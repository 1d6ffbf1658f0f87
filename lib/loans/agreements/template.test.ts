import { describe, expect, test } from "vitest";
import { sha256 } from "@/lib/kernel/crypto";
import { coolingOffDays, debitAfterDays, debitEveryDays, noticeDays } from "@/lib/terms/payments/constants";
import { heldPayoutDays } from "@/lib/terms/payouts";
import { anyKeyFacts } from "@/test/factories/key-facts";
import { agreementContentOf, templateVersion } from "./template";

/** Everything that a version says, about a loan with everything one with as little as possible, and one with a forecast of one date. */
function wording() {
  const bare = { annualPercentageRate: null, assumedMonthlySales: null, minimumDeduction: 0, forecast: null };
  const asOne = { forecast: { early: "2027-02-24", likely: "2027-02-25", late: "2027-02-26" } };
  const said = [{}, bare, asOne].map((over) => agreementContentOf(anyKeyFacts(over)));
  return sha256(JSON.stringify(said.map(({ keyFacts, terms }) => ({ keyFacts, terms }))));
}

test("a version's words stay: whoever changes one gives the template another version, and this test its digest", () => {
  expect({ [templateVersion]: wording() }).toEqual({
    "2026-11-26.1": "2a749de1600efca998c9f31c12a280ca1ff297dbcdb028c90c289bc9a6d46ac7",
  });
});

const { keyFacts, terms } = agreementContentOf(anyKeyFacts());
const section = (title: string, of = keyFacts) => of.find((one) => one.title === title);
const rows = (title: string, of = keyFacts) =>
  Object.fromEntries(section(title, of)?.rows.map(({ name, value }) => [name, value]) ?? []);

describe("the key facts sheet", () => {
  test("says what the loan costs, and what the APR assumes", () => {
    expect(rows("What it costs")).toEqual({
      "You get": "₦1,000,000.00",
      Fee: "₦52,000.00",
      "You pay back": "₦1,052,000.00",
      "Estimated APR": "31.42%",
      "APR if paid on the due dates": "29.90%",
    });
    const said = section("What it costs")?.paragraphs.join(" ");
    expect(said).toContain("5.2% of what you get: the price of the 92 days for which we assume you have the money.");
    expect(said).toContain("We assume sales of ₦3,500,000.00 a month, a cautious figure, with 10.5% of them taken");
  });

  test("keeps the days that the fee is for apart from the forecast", () => {
    const priced = (expectedDays: number) =>
      agreementContentOf(anyKeyFacts({ expectedDays })).keyFacts[0]?.paragraphs[0]?.split(": ")[1];
    expect(priced(31)).toMatch(/^the price of the 31 days for which we assume you have the money\./);
    expect(priced(30)).toMatch(/^the price of 30 days, the fewest that count\./);
    const forecast = section("How you pay it back")?.paragraphs[1];
    expect(forecast).toContain("It may take more or fewer days than the fee is for");
  });

  test("gives an example in which no more than half of a sale is taken", () => {
    const said = (minimumDeduction: number) =>
      agreementContentOf(anyKeyFacts({ minimumDeduction }))
        .keyFacts.flatMap(({ paragraphs }) => paragraphs)
        .join(" ");
    expect(said(100)).toContain("From a sale of ₦10,000.00 it takes ₦1,050.00, and you keep ₦8,950.00.");
    expect(said(6_000)).toContain("From a sale of ₦10,000.00 it takes ₦5,000.00, and you keep ₦5,000.00.");
  });

  test("says nothing of an APR that nobody has computed", () => {
    const unknown = {
      annualPercentageRate: null,
      scheduledAnnualPercentageRate: null,
      assumedMonthlySales: null,
      expectedDays: null,
    };
    const bare = agreementContentOf(anyKeyFacts(unknown)).keyFacts;
    expect(Object.keys(rows("What it costs", bare))).toEqual(["You get", "Fee", "You pay back"]);
    expect(JSON.stringify(bare)).not.toContain("APR");
  });

  test("says how it is paid back, with a range of dates, and when it is due", () => {
    expect(rows("How you pay it back")).toEqual({
      "From each sale": "10.5%",
      "At least, per sale": "₦100.00",
      "Paid back, if sales go up": "10 February 2027",
      "Most likely": "25 February 2027",
      "If sales drop": "more than ten years away",
    });
    const days = { early: "2027-02-24", likely: "2027-02-25", late: "2027-02-26" };
    expect(rows("How you pay it back", agreementContentOf(anyKeyFacts({ forecast: days })).keyFacts)).toEqual({
      "From each sale": "10.5%",
      "At least, per sale": "₦100.00",
      "Most likely paid back": "25 February 2027",
    });
    expect(rows("When it is due")).toMatchObject({ "1. 22 December 2026": "₦263,000.00" });
  });

  test("says how long it can be ended without a fee, and that paying early costs nothing and saves nothing", () => {
    const ending = section("If you change your mind")?.paragraphs.join(" ");
    expect(ending).toContain(`Within ${coolingOffDays} days of the money reaching you, you can end the loan`);
    expect(ending).toContain("the payment of ₦1,000,000.00 from your account, less what you and your sales have paid");
    const early = section("If you pay early")?.paragraphs.join(" ");
    expect(early).toContain("We charge nothing for that.");
    expect(early).toContain(`after the ${coolingOffDays} days there is no rebate`);
  });

  test("says that a pause moves the dates", () => {
    expect(section("When it is due")?.paragraphs.at(-1)).toContain("moves by as many days as it lasted");
  });

  test("says what follows from being late, and where to complain", () => {
    const late = section("If you pay late")?.paragraphs.join(" ");
    expect(late).toContain("nothing else follows from being up to 7 days late.");
    expect(late).toContain(`More than ${debitAfterDays} days late, we debit what is overdue from your account`);
    expect(late).toContain(`${noticeDays} days before, and there are at least ${debitEveryDays} days between`);
    expect(late).toContain("More than 90 days late, the loan is in default");
    expect(rows("Who lends, and how to complain")).toMatchObject({
      Lender: "Sahel Capital",
      Complaints: "complaints@example.com",
    });
  });
});

test("the terms end the agreement when the service does: for want of an account or mandate, or of a release", () => {
  const payout = section("The payout", terms)?.paragraphs.join(" ");
  expect(payout).toMatch(
    /If you have not named an account and given the mandate by \d+ \w+ \d{4}, this agreement ends/,
  );
  expect(payout).toContain(`If we have not within ${heldPayoutDays} days, the loan is cancelled`);
});

test("the terms bound what is debited, and say how that is stopped and who is written to", () => {
  const mandate = section("The mandate", terms)?.paragraphs.join(" ");
  expect(mandate).toContain("for no more than ₦1,052,000.00 in all");
  expect(mandate).toContain(`once that is more than ${debitAfterDays} days late`);
  expect(mandate).toContain("You can end the mandate at your bank at any time.");
  expect(section("What we write to you", terms)?.paragraphs.join(" ")).toContain("before we debit what is overdue");
});

test("the terms name both parties and the whole sum", () => {
  expect(section("The loan", terms)?.paragraphs.join(" ")).toMatch(/^Sahel Capital lends Ìyá Àdùnní.*₦1,052,000\.00/);
});
