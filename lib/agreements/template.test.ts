import { describe, expect, test } from "vitest";
import { sha256 } from "@/lib/crypto";
import { heldPayoutDays } from "@/lib/payouts/constants";
import { anyKeyFacts } from "@/test/factories/key-facts";
import { agreementContentOf, templateVersion } from "./template";

/** Everything that a version says, about a loan with everything and one with as little as possible. */
function wording() {
  const bare = { annualPercentageRate: null, assumedMonthlySales: null, minimumDeduction: 0, forecast: null };
  const said = [{}, bare].map((over) => agreementContentOf(anyKeyFacts(over)));
  return sha256(JSON.stringify(said.map(({ keyFacts, terms }) => ({ keyFacts, terms }))));
}

test("a version's words stay: whoever changes one gives the template another version, and this test its digest", () => {
  expect({ [templateVersion]: wording() }).toEqual({
    "2026-11-22.3": "3ac390c63bb370d34bd9cdb9112e2b881445b61f4ded6899e3c0690e57bc8184",
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
    expect(said).toContain("The fee is 5.2% of what you get, the price of the 92 days it is expected to take");
    expect(said).toContain("sales of ₦3,500,000.00 a month");
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
    expect(rows("When it is due")).toMatchObject({ "1. 22 December 2026": "₦263,000.00" });
  });

  test("says what follows from being late, and where to complain", () => {
    const late = section("If you pay late")?.paragraphs.join(" ");
    expect(late).toContain("Nothing follows from being up to 7 days late.");
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

test("the terms name both parties and the whole sum", () => {
  expect(section("The loan", terms)?.paragraphs.join(" ")).toMatch(/^Sahel Capital lends Ìyá Àdùnní.*₦1,052,000\.00/);
});
