import { type Kobo, kobo, zero } from "@/lib/kernel/money";
import { date, money } from "./formats";
import { type AboutLoan, loanMail } from "./mail";

/** What a merchant is written when money that was sent to it did not stay in its account. Amounts in kobo. */
export const reversalMails = {
  PAYOUT_REVERSED: loanMail<{ payoutId: string; amount: Kobo; lastFour: string }>({
    when: "a payout has come back to the lender",
    once: { per: "payout", fact: ({ payoutId }) => payoutId },
    sample: { payoutId: "pay_1", amount: kobo(10_000_000), lastFour: "6789" },
    text: (mail, { lender, marketplace, complaints, reference }) => ({
      subject: `Your money came back (${reference})`,
      title: "Your money came back",
      lead: `The ${money(mail.amount)} that ${lender} had sent to your account ending in ${mail.lastFour} came back to it.`,
      paragraphs: [
        "From now on nothing is taken for this loan, neither from your sales nor from your account, and nothing gets late.",
        `${lender} now either sends the money again or ends the loan. If it ends, it costs you nothing, and what was ` +
          "taken for it is paid back to you.",
        `If you know what is wrong with your account, or the money is there after all, write to ${complaints}. ` +
          `Your loan on ${marketplace} shows how things stand.`,
      ],
    }),
  }),

  DEBIT_REVERSED: loanMail<TakenBack>({
    when: "the bank has taken back a payment from the merchant's account",
    once: { per: "payment", fact: ({ paymentId }) => paymentId },
    sample: {
      ...{ paymentId: "pmt_1", amount: kobo(3_633_350), bankName: "GTBank", lastFour: "6789" },
      ...{ left: kobo(10_900_050), refunded: zero, fee: zero, collection: "RUNS" },
    },
    text: (mail, about) => ({
      subject: `${money(mail.amount)} went back to your account (${about.reference})`,
      title: "Your bank took a payment back",
      lead:
        `${about.lender} had got ${money(mail.amount)} from your account, and your bank has taken it back. ` +
        owedAgain(mail),
      rows: [
        { name: "Taken back", value: money(mail.amount) },
        { name: "To", value: `${mail.bankName}, ending in ${mail.lastFour}` },
        ...(mail.left > 0 ? [{ name: "Left to pay in all", value: money(mail.left) }] : []),
        ...(mail.refunded > 0 ? [{ name: "Refunded to you before", value: money(mail.refunded) }] : []),
      ],
      paragraphs: [
        ...nowPaid(mail, about),
        `If you did not ask for this, or it is wrong, write to ${about.complaints}.`,
      ],
    }),
  }),

  PAID_AGAIN: loanMail<{ payoutId: string; amount: Kobo; lastFour: string; dueDate: string }>({
    when: "money that had come back has been sent again",
    once: { per: "payout", fact: ({ payoutId }) => payoutId },
    sample: { payoutId: "pay_2", amount: kobo(10_000_000), lastFour: "6789", dueDate: "2026-06-04" },
    text: (mail, { lender, marketplace, reference }) => ({
      subject: `${money(mail.amount)} has been sent again (${reference})`,
      title: "Your money has been sent again",
      lead: `${lender} has sent ${money(mail.amount)} to your account ending in ${mail.lastFour} again.`,
      rows: [
        { name: "You got", value: money(mail.amount) },
        { name: "All due by", value: date(mail.dueDate) },
      ],
      paragraphs: [
        `You owe it once, and what you pay back stays as agreed. The dates moved by as long as the money was missing. ` +
          `Your loan on ${marketplace} shows them.`,
      ],
    }),
  }),

  NEVER_PAID_OUT: loanMail<{ owed: Kobo }>({
    when: "a loan has ended because its money never arrived",
    once: { per: "loan" },
    sample: { owed: kobo(250_000) },
    text: (mail, { lender, marketplace, complaints, reference }) => ({
      subject: `Your loan has ended, and you owe nothing (${reference})`,
      title: "Your loan has ended",
      lead: `The money came back to ${lender}, and the loan has ended. You owe nothing for it, and it costs you nothing.`,
      rows: mail.owed > 0 ? [{ name: "You get back", value: money(mail.owed) }] : [],
      paragraphs: [
        `Nothing more is taken from your sales on ${marketplace} for this loan. What was taken is paid back to you.`,
        `You can apply again, with another account. If you have questions, write to ${complaints}.`,
      ],
    }),
  }),
};

/** A payment that went back, and how the loan stands after it. */
type TakenBack = {
  paymentId: string;
  amount: Kobo;
  bankName: string;
  lastFour: string;
  /** What is to be paid of the loan, or of what was written off. Nothing while its money is back with the lender. */
  left: Kobo;
  /** Owed besides: refunds of money that is gone now. */
  refunded: Kobo;
  /** What the loan costs again, since it did not end within cooling-off after all. */
  fee: Kobo;
  collection: "RUNS" | "PAUSED" | "WRITTEN_OFF" | "MONEY_CAME_BACK";
};

function owedAgain({ amount, left, refunded, collection }: TakenBack): string {
  if (left >= amount) return "You owe it again.";
  if (left > 0) return `You owe ${money(left)} of it again; the rest was more than you owed.`;
  if (refunded > 0) return `${money(refunded)} had been refunded to you, and you owe that again.`;
  if (collection === "MONEY_CAME_BACK") return "You owe nothing now, since the money of the loan came back, too.";
  return "You owe nothing for it.";
}

function nowPaid({ left, refunded, fee, collection }: TakenBack, { lender, marketplace, complaints }: AboutLoan) {
  const paid = `You can pay it on ${marketplace}, also in parts`;
  const costs =
    fee > 0
      ? `Without this payment the loan did not end in time to cost nothing: its fee of ${money(fee)} is owed again, too.`
      : "It costs you nothing more.";
  const debited = "we write to you before your account is debited again.";
  const besides = refunded > 0 ? ["What was refunded to you before is owed besides: it was paid from this money."] : [];
  if (collection === "MONEY_CAME_BACK") {
    return [
      `Nothing is taken for this loan until ${lender} has sent its money again. Then it is paid back as agreed, without ` +
        "this payment. If the loan ends instead, it costs you nothing.",
      ...besides,
    ];
  }
  if (left === 0) {
    if (refunded > 0) return [`Write to ${complaints} to agree on how you give it back.`];
    return ["It was more than you owed. There is nothing for you to do."];
  }
  switch (collection) {
    case "PAUSED":
      return [`${paid}. While the deductions are paused, nothing is taken from your sales. ${costs}`, ...besides];
    case "WRITTEN_OFF":
      return [`${paid}. The loan was written off, but this is still owed. ${costs} Here, too, ${debited}`, ...besides];
    default:
      return [
        `Your next sales pay it, or you pay it on ${marketplace}. ${costs} If it is overdue, ${debited}`,
        ...besides,
      ];
  }
}
