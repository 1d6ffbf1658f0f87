import { negated, zero } from "@/lib/kernel/money";
import { foreseenAsOne } from "@/lib/terms/loans/constants";
import type { Catalogue } from "./catalogue";
import type { Formats } from "./formats";
import type { About, MailFacts } from "./merchant-mail";

/** The mails in English. */
export const english: Catalogue = {
  mails: {
    OFFER_READY: (mail, { lender, marketplace, reference }, { money, percent, rate, moment }) => ({
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

    OFFER_ENDING: (mail, { lender, marketplace, reference }, { money, moment }) => ({
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

    MONEY_SENT: (mail, { lender, marketplace, reference }, { money, percent, date, moment }) => ({
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

    PAYMENT_OVERDUE: (mail, { lender, marketplace, complaints, reference }, { money, date }) => ({
      subject: `${money(mail.overdue)} is overdue (${reference})`,
      title: "A payment is overdue",
      lead: `Your sales have not paid back as much as was due to ${lender}.`,
      rows: [
        { name: `Overdue on ${date(mail.on)}`, value: money(mail.overdue) },
        { name: "Late by", value: days(mail.daysPastDue) },
        { name: "Left to pay in all", value: money(mail.outstanding) },
      ],
      paragraphs: [
        `You can pay it on ${marketplace}, or your next sales pay it. There are no late fees, and the fee does not grow.`,
        `If you cannot pay, write to ${complaints} before it gets later. More than ${days(mail.defaultAfterDays)} late, ` +
          "the loan is in default.",
        "If you have paid meanwhile, there is nothing to do.",
      ],
    }),

    DEBIT_ANNOUNCED: (mail, { lender, marketplace, complaints, reference }, { money, date }) => ({
      subject: `Up to ${money(mail.amount)} will be debited on ${date(mail.debitOn)} (${reference})`,
      title: "We will debit your account",
      lead: `What is overdue will be taken from your account under the mandate that you gave ${lender}.`,
      rows: [
        { name: "At most", value: money(mail.amount) },
        { name: "On", value: date(mail.debitOn) },
        { name: "From", value: accountOf(mail) },
      ],
      paragraphs: [
        `To avoid it, pay what is overdue on ${marketplace} before that day. What your sales pay meanwhile is not debited.`,
        `If you cannot pay, or the amount is wrong, write to ${complaints} before that day.`,
        `You can stop it by cancelling the mandate at ${mail.bankName}. What you owe stays the same.`,
      ],
    }),

    DEBIT_FAILED: (mail, { lender, marketplace, complaints, reference }, { money }) => ({
      subject: `We could not debit ${money(mail.amount)} (${reference})`,
      title: "Your account could not be debited",
      lead:
        mail.source === "DIRECT"
          ? `${lender} could not take the payment that you ordered. ${failures[mail.failure]}`
          : `${lender} could not take what is overdue. ${failures[mail.failure]}`,
      rows: [
        { name: "Not taken", value: money(mail.amount) },
        { name: "From", value: accountOf(mail) },
      ],
      paragraphs: [
        `You can pay on ${marketplace} yourself. If you cannot pay, write to ${complaints}.`,
        `${mail.source === "DIRECT" ? "" : "We write to you before it is debited again. "}We charge nothing for this; your bank may.`,
      ],
    }),

    DEFAULTED: (mail, { lender, marketplace, complaints, reference }, { money, date }) => ({
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

    REPAID: (mail, { lender, marketplace, reference }, { money, date }) => ({
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

    PAYMENT_RECEIVED: (mail, { lender, marketplace, page, reference }, { money }) => ({
      subject: `${money(mail.amount)} has arrived (${reference})`,
      title: "Your payment has arrived",
      lead:
        mail.source === "DIRECT"
          ? `${lender} has got the payment that you ordered.`
          : `${lender} has taken what was overdue from your account.`,
      rows: [
        { name: "Paid", value: money(mail.amount) },
        { name: "From", value: accountOf(mail) },
        { name: "Left to pay in all", value: money(mail.outstanding) },
      ],
      paragraphs: page ? [] : [`The receipt is on ${marketplace}, with your loan.`],
      link: { label: "Get the receipt", below: `/receipts/${mail.paymentId}` },
    }),

    REFUND_ACCOUNT: (mail, { lender, marketplace, complaints, page, reference }, { money }) => ({
      subject: `${money(mail.amount)} is owed to you (${reference})`,
      title: "Money is waiting for you",
      lead: `More was taken from your sales than you owed ${lender}. We need a bank account to send it to.`,
      rows: [{ name: "Owed to you", value: money(mail.amount) }],
      paragraphs: [
        page
          ? "Give an account of your business or of one of its directors. We ask the bank whose it is before we send anything."
          : `Open ${marketplace} and give an account of your business or of one of its directors, or sign up with us with this ` +
            "address and give it there. We ask the bank whose it is before we send anything.",
        `If you cannot, write to ${complaints}. What is owed to you stays yours until it is paid.`,
      ],
      link: { label: "Give an account" },
    }),

    WEEKLY_SUMMARY: (mail, { lender, reference }, { money, date }) => ({
      subject: `Your week: ${money(mail.paid)} paid back (${reference})`,
      title: "Your week",
      lead: `What happened to your loan from ${lender} from ${date(mail.from)} to ${date(mail.to)}.`,
      rows: [
        ...(mail.sold === null ? [] : [{ name: "Your sales", value: money(mail.sold) }]),
        { name: "Paid back in the week", value: money(mail.paid) },
        { name: `Left to pay on ${date(mail.on)}`, value: money(mail.outstanding) },
        ...(mail.next ? [{ name: dueName(mail, { date }), value: money(mail.next.amount) }] : []),
        positionOf(mail, { money }),
      ],
      paragraphs: [
        ...(mail.paused
          ? [
              "The deductions are paused: nothing is taken from your sales, and nothing gets later. What was still to come " +
                "is due later, by as long as the pause lasts.",
            ]
          : forecastOf(mail, { date })),
      ],
    }),
  },

  contact: (about: About) => ({
    title: "Who lends, and how to complain",
    rows: [
      { name: "Lender", value: about.lender },
      { name: "Offered through", value: about.marketplace },
      { name: "Lent to", value: about.business },
      { name: "Loan", value: about.reference },
      { name: "Complaints", value: about.complaints },
    ],
    paragraph: "Write to that address and name the loan. We never ask for a password or a PIN.",
  }),

  test: "This is about test data: no money moves.",

  switchOff: { paragraph: "You get this once a week while the loan runs.", link: "Switch it off" },
};

const failures = {
  INSUFFICIENT_FUNDS: "There was not enough money in the account.",
  MANDATE_CANCELLED: "The mandate has been cancelled.",
  ACCOUNT_CLOSED: "The account is closed.",
  REFUSED: "The bank refused it.",
} as const satisfies Record<MailFacts["DEBIT_FAILED"]["failure"], string>;

function days(count: number): string {
  return count === 1 ? "1 day" : `${count.toLocaleString("en-NG")} days`;
}

function accountOf({ bankName, lastFour }: { bankName: string; lastFour: string }): string {
  return `${bankName}, ending in ${lastFour}`;
}

/** Whether it is due or was; while a pause moves the dates to come, nobody knows when. */
function dueName({ next, to, paused }: MailFacts["WEEKLY_SUMMARY"], { date }: Pick<Formats, "date">): string {
  const dueDate = next?.dueDate ?? to;
  if (dueDate <= to) return `Was due by ${date(dueDate)}`;
  return paused ? "Next instalment" : `Due by ${date(dueDate)}`;
}

function positionOf({ aheadBehind }: MailFacts["WEEKLY_SUMMARY"], { money }: Pick<Formats, "money">) {
  if (aheadBehind < 0) return { name: "Behind what was due", value: money(negated(aheadBehind)) };
  return { name: "Ahead of what was due", value: money(aheadBehind) };
}

function forecastOf({ forecast }: MailFacts["WEEKLY_SUMMARY"], { date }: Pick<Formats, "date">): string[] {
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
