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
