import { type Kobo, kobo, negated, zero } from "@/lib/kernel/money";
import { type BusinessTime, businessTimeOf } from "@/lib/kernel/time";
import { foreseenAsOne } from "@/lib/terms/loans/constants";
import type { DefaultReason } from "@/lib/terms/loans/states";
import { date, moment, money, percent, rate } from "./formats";
import { loanMail, type Since } from "./mail";

/** An instalment to come: its day (YYYY-MM-DD) and what is not paid of it yet. */
type NextInstallment = { dueDate: string; amount: Kobo };

export type Week = {
  /** First and last day of the week. */
  from: string;
  to: string;
  /** Sales of the week that the marketplace has reported; null when it reported none. */
  sold: Kobo | null;
  /** Paid back in the week, less reversals. */
  paid: Kobo;
  /** The day on which it is written: what follows is as it stands then, a day or more after the week. */
  on: string;
  outstanding: Kobo;
  next: NextInstallment | null;
  /** Paid ahead of (positive) or behind (negative) what was due. */
  aheadBehind: Kobo;
  paused: boolean;
  /** When it is likely to be paid off, and the bounds; null beyond the horizon, and without figures. */
  forecast: { early: string | null; likely: string | null; late: string | null } | null;
};

const notOpen = ({ loan }: Since) => loan !== "APPROVED";

/** What a merchant is written about its loan. Amounts in kobo, shares in basis points, days as YYYY-MM-DD. */
export const loanMails = {
  OFFER_READY: loanMail<{
    amount: Kobo;
    fee: Kobo;
    total: Kobo;
    deductionBasisPoints: number;
    annualPercentageBasisPoints: number | null;
    expiresAt: BusinessTime;
  }>({
    when: "a loan is approved",
    once: { per: "loan" },
    outdated: notOpen,
    sample: {
      amount: kobo(10_000_000),
      fee: kobo(900_050),
      total: kobo(10_900_050),
      deductionBasisPoints: 1_250,
      annualPercentageBasisPoints: 20_630,
      expiresAt: businessTimeOf("2026-03-31T23:30:00Z"),
    },
    text: (mail, { lender, marketplace, reference }) => ({
      subject: `Your offer of ${money(mail.amount)} is ready (${reference})`,
      title: "Your offer is ready",
      lead: `${lender} offers you ${money(mail.amount)}. Open ${marketplace} to read the terms and to accept or decline them.`,
      rows: [
        { name: "You get", value: money(mail.amount) },
        { name: "Fee", value: money(mail.fee) },
        { name: "You pay back", value: money(mail.total) },
        { name: "From each sale", value: percent(mail.deductionBasisPoints) },
        ...(mail.annualPercentageBasisPoints === null
          ? []
          : [{ name: "Estimated APR", value: rate(mail.annualPercentageBasisPoints) }]),
        { name: "Open until", value: moment(mail.expiresAt) },
      ],
      paragraphs: ["You owe nothing unless you accept. If you do nothing, the offer ends by itself."],
    }),
  }),

  OFFER_ENDING: loanMail<{ amount: Kobo; total: Kobo; expiresAt: BusinessTime }>({
    when: "3 days before the offer ends (`offerEndingDays`), unless it has been accepted or declined",
    once: { per: "loan" },
    outdated: notOpen,
    sample: { amount: kobo(10_000_000), total: kobo(10_900_050), expiresAt: businessTimeOf("2026-03-31T23:30:00Z") },
    text: (mail, { lender, marketplace, reference }) => ({
      subject: `Your offer of ${money(mail.amount)} ends soon (${reference})`,
      title: "Your offer ends soon",
      lead: `${lender} has offered you ${money(mail.amount)}, and you have not answered yet.`,
      rows: [
        { name: "Open until", value: moment(mail.expiresAt) },
        { name: "You get", value: money(mail.amount) },
        { name: "You pay back", value: money(mail.total) },
      ],
      paragraphs: [
        `If you want it, open ${marketplace} and accept it before then. If not, do nothing: you owe nothing.`,
      ],
    }),
  }),

  MANDATE_AGREED: loanMail<{ mandateId: string; lastFour: string }>({
    when: "its holder has agreed to a mandate that the bank [has yet to confirm](payouts.md#mandates); live only",
    once: { per: "mandate", fact: ({ mandateId }) => mandateId },
    outdated: ({ loan }) => loan !== "ACCEPTED",
    sample: { mandateId: "mnd_01k", lastFour: "6789" },
    text: ({ lastFour }, { lender, marketplace, reference }) => ({
      subject: `Your bank is confirming what you agreed to (${reference})`,
      title: "Your bank is confirming it",
      lead: `You have agreed that ${lender} may debit your account ending in ${lastFour}. Your bank has yet to confirm that, which can take a day.`,
      paragraphs: [
        "If its page asked you for a small transfer, make it from that account: your bank confirms nothing before.",
        `The money is sent by itself once it has. We write to you then, and you see it on ${marketplace}.`,
      ],
    }),
  }),

  MONEY_SENT: loanMail<{
    amount: Kobo;
    /** Last digits of the account paid. */
    lastFour: string;
    total: Kobo;
    deductionBasisPoints: number;
    first: NextInstallment | null;
    dueDate: string;
    /** Until when it can be given back without the fee. */
    coolingOffUntil: BusinessTime;
  }>({
    when: "the bank has confirmed the payout; never while it is held",
    once: { per: "loan" },
    sample: {
      amount: kobo(10_000_000),
      lastFour: "6789",
      total: kobo(10_900_050),
      deductionBasisPoints: 1_000,
      first: { dueDate: "2026-04-01", amount: kobo(3_633_350) },
      dueDate: "2026-05-31",
      coolingOffUntil: businessTimeOf("2026-03-05T09:00:00Z"),
    },
    text: (mail, { lender, marketplace, reference }) => ({
      subject: `${money(mail.amount)} is in your account (${reference})`,
      title: "Your money has been sent",
      lead: `${lender} has sent ${money(mail.amount)} to your account ending in ${mail.lastFour}.`,
      rows: [
        { name: "You got", value: money(mail.amount) },
        { name: "You pay back", value: money(mail.total) },
        { name: "From each sale", value: percent(mail.deductionBasisPoints) },
        ...(mail.first ? [{ name: `First due by ${date(mail.first.dueDate)}`, value: money(mail.first.amount) }] : []),
        { name: "All due by", value: date(mail.dueDate) },
      ],
      paragraphs: [
        `From now on ${marketplace} takes this share of each of your sales until it is paid back. You see every ` +
          `deduction on ${marketplace}.`,
        `If you change your mind, you can give it back on ${marketplace} until ${moment(mail.coolingOffUntil)}. Then there ` +
          "is no fee.",
      ],
    }),
  }),

  DEFAULTED: loanMail<{ at: BusinessTime; reason: DefaultReason; overdue: Kobo; outstanding: Kobo; paused: boolean }>({
    when: "the loan is in default, for either reason",
    once: { per: "default", fact: ({ at }) => at.toISOString() },
    sample: {
      at: businessTimeOf("2026-07-01T07:00:00Z"),
      reason: "OVERDUE",
      overdue: kobo(7_266_700),
      outstanding: kobo(10_900_050),
      paused: false,
    },
    text: (mail, { lender, marketplace, complaints, reference }) => ({
      subject: `Your loan is in default (${reference})`,
      title: "Your loan is in default",
      lead:
        mail.reason === "OVERDUE"
          ? `What is due to ${lender} has been late for too long.`
          : `${lender} has declared your loan in default.`,
      rows: [
        { name: "Since", value: date(mail.at.toISOString().slice(0, 10)) },
        ...(mail.overdue > 0 ? [{ name: "Overdue", value: money(mail.overdue) }] : []),
        { name: "Left to pay in all", value: money(mail.outstanding) },
      ],
      paragraphs: [
        mail.reason === "OVERDUE"
          ? `Pay what is overdue on ${marketplace}, and the loan is no longer in default.`
          : `You can pay on ${marketplace} at any time.`,
        mail.paused
          ? "While the deductions are paused, nothing is taken from your sales."
          : "The deductions from your sales go on until it is paid.",
        `Until then you cannot borrow again. There are no late fees. If you cannot pay, write to ${complaints}.`,
      ],
    }),
  }),

  REPAID: loanMail<{
    at: BusinessTime;
    paid: Kobo;
    /** Given back within the cooling-off period, without the fee. */
    coolingOff: boolean;
  }>({
    when: "everything is paid back, however",
    once: { per: "time it happens: a reversal opens a loan again", fact: ({ at }) => at.toISOString() },
    sample: { at: businessTimeOf("2026-05-20T10:00:00Z"), paid: kobo(10_900_050), coolingOff: false },
    text: (mail, { lender, marketplace, reference }) => ({
      subject: `Your loan is paid back (${reference})`,
      title: "Your loan is paid back",
      lead: mail.coolingOff
        ? `You have given the money back to ${lender} in time, so there is no fee.`
        : `You have paid back everything to ${lender}. Thank you.`,
      rows: [
        { name: "Paid back", value: money(mail.paid) },
        { name: "On", value: date(mail.at.toISOString().slice(0, 10)) },
        { name: "Left to pay", value: money(zero) },
      ],
      paragraphs: [
        `Nothing more is taken from your sales on ${marketplace} for this loan. What was taken beyond it is owed back to you.`,
      ],
    }),
  }),

  WEEKLY_SUMMARY: loanMail<Week>({
    when: "see [Weekly summary](#weekly-summary)",
    once: { per: "week", fact: ({ to }) => to },
    optional: true,
    sample: {
      from: "2026-03-02",
      to: "2026-03-08",
      sold: kobo(70_000_000),
      paid: kobo(7_000_000),
      on: "2026-03-09",
      outstanding: kobo(3_900_050),
      next: { dueDate: "2026-04-01", amount: kobo(12_345) },
      aheadBehind: negated(kobo(5_000)),
      paused: false,
      forecast: { early: "2026-04-10", likely: "2026-04-20", late: "2026-05-15" },
    },
    text: (mail, { lender, reference }) => ({
      subject: `Your week: ${money(mail.paid)} paid back (${reference})`,
      title: "Your week",
      lead: `What happened to your loan from ${lender} from ${date(mail.from)} to ${date(mail.to)}.`,
      rows: [
        ...(mail.sold === null ? [] : [{ name: "Your sales", value: money(mail.sold) }]),
        { name: "Paid back in the week", value: money(mail.paid) },
        { name: `Left to pay on ${date(mail.on)}`, value: money(mail.outstanding) },
        ...(mail.next ? [{ name: dueName(mail), value: money(mail.next.amount) }] : []),
        positionOf(mail),
      ],
      paragraphs: [
        ...(mail.paused
          ? [
              "The deductions are paused: nothing is taken from your sales, and nothing gets later. What was still to come " +
                "is due later, by as long as the pause lasts.",
            ]
          : forecastOf(mail)),
      ],
    }),
  }),
};

/** Whether it is due or was; while a pause moves the dates to come, nobody knows when. */
function dueName({ next, to, paused }: Week): string {
  const dueDate = next?.dueDate ?? to;
  if (dueDate <= to) return `Was due by ${date(dueDate)}`;
  return paused ? "Next instalment" : `Due by ${date(dueDate)}`;
}

function positionOf({ aheadBehind }: Week) {
  if (aheadBehind < 0) return { name: "Behind what was due", value: money(negated(aheadBehind)) };
  return { name: "Ahead of what was due", value: money(aheadBehind) };
}

function forecastOf({ forecast }: Week): string[] {
  if (!forecast?.likely) return [];
  const { early, likely, late } = forecast;
  if (early && late && !foreseenAsOne(forecast)) {
    return [
      `At the usual pace of your sales it is paid back about ${date(likely)}: ${date(early)} if sales go up, ${date(late)} if they drop. ` +
        "This is a forecast, not a due date.",
    ];
  }
  return [`At the usual pace of your sales it is paid back about ${date(likely)}. This is a forecast, not a due date.`];
}
