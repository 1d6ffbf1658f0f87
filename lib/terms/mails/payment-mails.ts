import { type Kobo, kobo } from "@/lib/kernel/money";
import type { DebitFailure, PaymentSource } from "@/lib/terms/payments/states";
import { date, days, money } from "./formats";
import { loanMail } from "./mail";

/** What a merchant is written about what it pays, or gets back, by its account. Amounts in kobo, days as YYYY-MM-DD. */
export const paymentMails = {
  PAYMENT_OVERDUE: loanMail<{
    /** The day on which it is so. */
    on: string;
    overdue: Kobo;
    daysPastDue: number;
    outstanding: Kobo;
    defaultAfterDays: number;
  }>({
    when: "see [Arrears](#arrears)",
    once: { per: "day", fact: ({ on }) => on },
    sample: {
      on: "2026-04-02",
      overdue: kobo(3_633_350),
      daysPastDue: 1,
      outstanding: kobo(10_900_050),
      defaultAfterDays: 90,
    },
    text: (mail, { lender, marketplace, complaints, reference }) => ({
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
  }),

  DEBIT_ANNOUNCED: loanMail<{ paymentId: string; amount: Kobo; debitOn: string; bankName: string; lastFour: string }>({
    when: "a debit of arrears is announced",
    once: { per: "debit", fact: ({ paymentId }) => paymentId },
    outdated: ({ payment }) => payment === "CANCELLED",
    sample: {
      paymentId: "pmt_1",
      amount: kobo(3_633_350),
      debitOn: "2026-05-04",
      bankName: "GTBank",
      lastFour: "6789",
    },
    text: (mail, { lender, marketplace, complaints, reference }) => ({
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
  }),

  DEBIT_FAILED: loanMail<{
    paymentId: string;
    source: PaymentSource;
    amount: Kobo;
    bankName: string;
    lastFour: string;
    failure: DebitFailure;
  }>({
    when: "the bank refused a debit",
    once: { per: "debit", fact: ({ paymentId }) => paymentId },
    sample: {
      paymentId: "pmt_1",
      source: "MANDATE",
      amount: kobo(3_633_350),
      bankName: "GTBank",
      lastFour: "6789",
      failure: "INSUFFICIENT_FUNDS",
    },
    text: (mail, { lender, marketplace, complaints, reference }) => ({
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
  }),

  PAYMENT_RECEIVED: loanMail<{
    paymentId: string;
    source: PaymentSource;
    amount: Kobo;
    /** The account that was debited; null: the merchant sent the money itself. */
    bankName: string | null;
    lastFour: string | null;
    /** What is left to pay of the loan after it. */
    outstanding: Kobo;
  }>({
    when: "a payment from the merchant's account, or one that it sent to the lender's, has arrived, with the way to its [receipt](payments.md#receipts)",
    once: { per: "payment", fact: ({ paymentId }) => paymentId },
    sample: {
      paymentId: "pmt_1",
      source: "DIRECT",
      amount: kobo(3_633_350),
      bankName: "GTBank",
      lastFour: "6789",
      outstanding: kobo(7_266_700),
    },
    text: (mail, { lender, marketplace, page, reference }) => ({
      subject: `${money(mail.amount)} has arrived (${reference})`,
      title: "Your payment has arrived",
      lead: receivedHow(mail, lender),
      rows: [
        { name: "Paid", value: money(mail.amount) },
        ...fromAccount(mail),
        { name: "Left to pay in all", value: money(mail.outstanding) },
      ],
      paragraphs: page ? [] : [`The receipt is on ${marketplace}, with your loan.`],
      link: { label: "Get the receipt", below: `/receipts/${mail.paymentId}` },
    }),
  }),

  REFUND_ACCOUNT: loanMail<{ amount: Kobo; since: string }>({
    when: "money is owed that [no account](payouts.md#refunds) can get",
    once: { per: "loan, and refused transfer", fact: ({ since }) => since },
    sample: { amount: kobo(777_700), since: "once" },
    text: (mail, { lender, marketplace, complaints, page, reference }) => ({
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
  }),
};

const failures = {
  INSUFFICIENT_FUNDS: "There was not enough money in the account.",
  MANDATE_CANCELLED: "The mandate has been cancelled.",
  ACCOUNT_CLOSED: "The account is closed.",
  REFUSED: "The bank refused it.",
} as const satisfies Record<DebitFailure, string>;

function accountOf({ bankName, lastFour }: { bankName: string; lastFour: string }): string {
  return `${bankName}, ending in ${lastFour}`;
}

type Received = { source: PaymentSource; bankName: string | null; lastFour: string | null };

function receivedHow({ source, bankName }: Received, lender: string): string {
  if (bankName === null) return `${lender} has got the money that you sent to its account.`;
  if (source === "DIRECT") return `${lender} has got the payment that you ordered.`;
  return `${lender} has taken what was overdue from your account.`;
}

function fromAccount({ bankName, lastFour }: Received) {
  if (bankName === null || lastFour === null) return [];
  return [{ name: "From", value: accountOf({ bankName, lastFour }) }];
}
