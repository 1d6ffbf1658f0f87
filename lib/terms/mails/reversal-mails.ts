import { type Kobo, kobo } from "@/lib/kernel/money";
import { date, money } from "./formats";
import { loanMail } from "./mail";

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

  DEBIT_REVERSED: loanMail<{ paymentId: string; amount: Kobo; bankName: string; lastFour: string; outstanding: Kobo }>({
    when: "the bank has taken back a payment from the merchant's account",
    once: { per: "payment", fact: ({ paymentId }) => paymentId },
    sample: {
      paymentId: "pmt_1",
      amount: kobo(3_633_350),
      bankName: "GTBank",
      lastFour: "6789",
      outstanding: kobo(10_900_050),
    },
    text: (mail, { lender, marketplace, complaints, reference }) => ({
      subject: `${money(mail.amount)} went back to your account (${reference})`,
      title: "Your bank took a payment back",
      lead: `${lender} had got ${money(mail.amount)} from your account, and your bank has taken it back. You owe it again.`,
      rows: [
        { name: "Taken back", value: money(mail.amount) },
        { name: "To", value: `${mail.bankName}, ending in ${mail.lastFour}` },
        { name: "Left to pay in all", value: money(mail.outstanding) },
      ],
      paragraphs: [
        `Your next sales pay it, or you pay it on ${marketplace}. It costs you nothing more. If it is overdue, we write to ` +
          "you before your account is debited again.",
        `If you did not ask for this, or it is wrong, write to ${complaints}.`,
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
