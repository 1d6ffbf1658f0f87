import { nairaText } from "@/lib/kernel/money";
import { leastPricedDays } from "@/lib/parties/lenders/price";
import type { AgreementContent, DocumentSection, KeyFacts } from "@/lib/terms/agreements";
import { largestShareOfSale } from "@/lib/terms/deductions";
import { foreseenAsOne } from "@/lib/terms/loans/constants";
import { coolingOffDays, debitAfterDays, debitEveryDays, noticeDays } from "@/lib/terms/payments/constants";
import { heldPayoutDays } from "@/lib/terms/payouts";
import { counted, dateInWords, percentInWords } from "./words";

/** A changed word needs a new version: a test compares them. */
export const templateVersion = "2026-11-26.1";

/** Days late from which nothing follows, since real sales come in lumps (docs/servicing.md#late-fees). */
const graceDays = 7;

/** What a merchant agrees to by accepting a loan with these facts. Every sentence is true of what the service does. */
export function agreementContentOf(facts: KeyFacts): AgreementContent {
  return { templateVersion, facts, keyFacts: keyFactsSheet(facts), terms: termsOfAgreement(facts) };
}

function keyFactsSheet(facts: KeyFacts): DocumentSection[] {
  return [
    cost(facts),
    repayment(facts),
    dueDates(facts),
    coolingOff(facts),
    earliness(facts),
    lateness(facts),
    contact(facts),
  ];
}

function cost(facts: KeyFacts): DocumentSection {
  const { annualPercentageRate: estimated, scheduledAnnualPercentageRate: scheduled } = facts;
  const { principalAmount, fee, totalRepayment, assumedMonthlySales, expectedDays, deductionPercentage } = facts;
  const assumed =
    estimated === null || assumedMonthlySales === null
      ? []
      : [
          `We assume sales of ${nairaText(assumedMonthlySales)} a month, a cautious figure, with ` +
            `${percentInWords(deductionPercentage)} of them taken day by day until the loan is paid back. The estimated APR, ` +
            "what the money costs in a year, assumes the same.",
        ];
  return {
    title: "What it costs",
    rows: rowsOf({
      "You get": nairaText(principalAmount),
      Fee: nairaText(fee),
      "You pay back": nairaText(totalRepayment),
      "Estimated APR": estimated === null ? null : percentInWords(estimated, 2),
      "APR if paid on the due dates": scheduled === null ? null : percentInWords(scheduled, 2),
    }),
    paragraphs: [
      `The fee is ${percentInWords(facts.interestRate)} of what you get${pricedTime(expectedDays)}. It is fixed, and there ` +
        "are no other charges.",
      ...assumed,
    ],
  };
}

/** The days come from the sales assumed, the forecast from sales as they are: only the latter is called likely. */
function pricedTime(days: number | null): string {
  if (days === null) return "";
  if (days <= leastPricedDays) return `: the price of ${counted(days, "day")}, the fewest that count`;
  return `: the price of the ${counted(days, "day")} for which we assume you have the money`;
}

function repayment(facts: KeyFacts): DocumentSection {
  const { marketplace, totalRepayment, deductionPercentage, minimumDeduction, forecast } = facts;
  const range = forecast && !foreseenAsOne(forecast) ? forecast : null;
  const foreseen = (date: string | null) => (date === null ? "more than ten years away" : dateInWords(date));
  return {
    title: "How you pay it back",
    rows: rowsOf({
      "From each sale": percentInWords(deductionPercentage),
      "At least, per sale": minimumDeduction > 0 ? nairaText(minimumDeduction) : null,
      "Paid back, if sales go up": range && foreseen(range.early),
      [range ? "Most likely" : "Most likely paid back"]: forecast && foreseen(forecast.likely),
      "If sales drop": range && foreseen(range.late),
    }),
    paragraphs: [
      `${marketplace} takes this share of each of your sales until ${nairaText(totalRepayment)} is paid back. ` +
        exampleOf(facts),
      ...(forecast
        ? [
            `${range ? "The dates are a forecast" : "The date is a forecast"} from your sales on ${marketplace} as they are` +
              `${range ? ". They are not due dates." : ". It is not a due date."} It may take ` +
              "more or fewer days than the fee is for; the fee stays the same.",
          ]
        : []),
    ],
  };
}

function exampleOf({ deductionPercentage, minimumDeduction }: KeyFacts): string {
  const sale = 10_000;
  const taken = Math.min(sale * largestShareOfSale, Math.max((sale * deductionPercentage) / 100, minimumDeduction));
  return `From a sale of ${nairaText(sale)} it takes ${nairaText(taken)}, and you keep ${nairaText(sale - taken)}.`;
}

function dueDates({ lender, schedule, startDate, tenorDays }: KeyFacts): DocumentSection {
  return {
    title: "When it is due",
    rows: schedule.map(({ installment, dueDate, amount }) => ({
      name: `${installment}. ${dateInWords(dueDate)}`,
      value: nairaText(amount),
    })),
    paragraphs: [
      `These are the dates for a payout on ${dateInWords(startDate)}. The dates that count run from the day the money ` +
        `reaches you: the last is ${counted(tenorDays, "day")} after it. What you and your sales have paid counts ` +
        "towards the oldest date first.",
      `${lender} may pause the deductions, for example while your shop is closed. Nothing falls due meanwhile. When they ` +
        "start again, every date that had not passed before the pause moves by as many days as it lasted; a part of a " +
        "day counts as a day.",
    ],
  };
}

function lateness({ lender, marketplace, defaultAfterDays }: KeyFacts): DocumentSection {
  return {
    title: "If you pay late",
    rows: [],
    paragraphs: [
      "There are no late fees, and the fee does not grow.",
      `An amount that is not paid by its date is overdue. We remind you of it; nothing else follows from being up to ` +
        `${graceDays} days late. After that neither you nor another business of your directors gets a new loan until it ` +
        "is paid.",
      `We record how late a loan is, and ${marketplace} can see it: watch (1 to 30 days), substandard (31 to 60), ` +
        "doubtful (61 to 90), lost (more than 90, or in default).",
      `More than ${debitAfterDays} days late, we debit what is overdue from your account under the mandate. We write to ` +
        `you ${noticeDays} days before, and there are at least ${debitEveryDays} days between two such debits.`,
      `More than ${defaultAfterDays} days late, the loan is in default, and ${marketplace} is told so. ` +
        `${lender} may also decide that it is. Then, too, there is no new loan.`,
      "While the deductions are paused, the days do not count, and we debit nothing that you have not ordered.",
    ],
  };
}

function coolingOff({ marketplace, principalAmount }: KeyFacts): DocumentSection {
  return {
    title: "If you change your mind",
    rows: [],
    paragraphs: [
      `Within ${coolingOffDays} days of the money reaching you, you can end the loan, and there is no fee. On ` +
        `${marketplace} you order the payment of ${nairaText(principalAmount)} from your account, less what you and your ` +
        "sales have paid already. The loan is over when your bank has made it. You need not say why.",
    ],
  };
}

function earliness({ marketplace }: KeyFacts): DocumentSection {
  return {
    title: "If you pay early",
    rows: [],
    paragraphs: [
      `On ${marketplace} you can at any time pay what is overdue, some of the rest or all of it, from the account that ` +
        "your money was sent to. We charge nothing for that.",
      `When you or your sales pay it back sooner, the fee stays the same: after the ${coolingOffDays} days there is no ` +
        "rebate.",
    ],
  };
}

function contact({ lender, reference, complaints, marketplace }: KeyFacts): DocumentSection {
  return {
    title: "Who lends, and how to complain",
    rows: rowsOf({ Lender: lender, "Offered through": marketplace, Loan: reference, Complaints: complaints }),
    paragraphs: ["Write to that address and name the loan."],
  };
}

function termsOfAgreement(facts: KeyFacts): DocumentSection[] {
  const { lender, borrower, marketplace, purpose, offerExpiresAt } = facts;
  const [amount, fee, total] = [facts.principalAmount, facts.fee, facts.totalRepayment].map(nairaText);
  return [
    {
      title: "The loan",
      rows: [],
      paragraphs: [
        `${lender} lends ${borrower} ${amount}, for this purpose: ${purpose}. ${borrower} pays back ${total}: that ` +
          `amount and a fee of ${fee}. The key facts are part of this agreement.`,
      ],
    },
    {
      title: "The payout",
      rows: [],
      paragraphs: [
        `The whole ${amount} is sent to a bank account that you name, after you have given a mandate to debit it.`,
        `If you have not named an account and given the mandate by ${dateInWords(offerExpiresAt.slice(0, 10))}, this ` +
          "agreement ends and you owe nothing. If your bank refuses a transfer, or we refuse the account, you have at " +
          "least 7 days from then to name another.",
        "Before it is sent we look again at what the offer rests on. If you could not get this loan any more, it is " +
          "cancelled and you owe nothing. An account in a name that is neither the business's nor a director's holds the " +
          `payout until we release it. If we have not within ${heldPayoutDays} days, the loan is cancelled and you owe nothing.`,
      ],
    },
    {
      title: "The deductions",
      rows: [],
      paragraphs: [
        "From one sale no more than half is due, for all your loans together, and never more than what is left to pay: " +
          "even where that is below the least amount per sale.",
        "When a deduction is reversed, as for a sale that was refunded, you owe that much again.",
        "What is taken beyond what you owe is owed back to you.",
      ],
    },
    {
      title: "Changes",
      rows: [],
      paragraphs: [
        "A change that takes more of each sale holds only when you have agreed to it. One that makes it easier holds at once.",
      ],
    },
    {
      title: "The mandate",
      rows: [],
      paragraphs: [
        `The mandate lets ${lender} debit that account for this loan, for no more than ${total} in all. Giving it debits ` +
          `nothing: the loan is paid back from your sales on ${marketplace}.`,
        `It is used for the payments that you order yourself, and for what is overdue once that is more than ` +
          `${debitAfterDays} days late. Such a debit takes no more than we wrote to you ${noticeDays} days before, and no ` +
          "more than is overdue on its day. When you pay what is overdue before then, there is no debit.",
        "We charge nothing for a debit, also when it fails. Your bank may.",
        "You can end the mandate at your bank at any time. You still owe what you owe, and to pay from the account " +
          "yourself you give another mandate first.",
      ],
    },
    {
      title: "What we write to you",
      rows: [],
      paragraphs: [
        "We write to the business's email address when the money has been sent, when a payment is overdue, before we debit " +
          "what is overdue, when that fails, when the loan is in default and when it is paid back.",
        "While the loan runs we also write once a week how it stands. You can switch that off.",
      ],
    },
  ];
}

function rowsOf(named: Record<string, string | null>): DocumentSection["rows"] {
  return Object.entries(named).flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));
}
