import { masked } from "@/lib/kernel/mask";
import { type BusinessTime, businessTimeOf } from "@/lib/kernel/time";
import type { KycStep } from "@/lib/terms/kyc/constants";
import { moment } from "./formats";
import { merchantMail, readable } from "./mail";

const application = { called: "Application of", page: (merchantId: string) => `/kyc/${merchantId}` };
const complaint = { called: "Complaint of", page: () => "/complaints" };

/** What a merchant is written about itself (docs/notifications.md#applications). */
export const merchantMails = {
  APPLICATION_APPROVED: merchantMail<object>({
    ...application,
    when: "the [KYC record](kyc.md#review) is approved",
    sample: {},
    text: (_, { marketplace }) => ({
      subject: "Your application is approved",
      title: "You are approved",
      lead: `Everything in your application is in order. You can now ask for funding on ${marketplace}.`,
      label: "See what to do next",
      paragraphs: [
        "If you have already asked for funding, we are deciding on it now and will let you know when an offer is ready.",
        "You owe nothing unless you accept an offer.",
      ],
    }),
  }),

  APPLICATION_REJECTED: merchantMail<{ reason: string }>({
    ...application,
    when: "it is rejected, with the reason",
    outdated: ({ kyc }) => kyc !== "REJECTED",
    sample: { reason: "The documents do not show who owns the business." },
    text: ({ reason }, { marketplace }) => ({
      subject: "We could not approve your application",
      lead: "We are sorry about that. The reason is below.",
      label: "See your application",
      paragraphs: [
        told(reason),
        `If this is a mistake, or something has changed, contact the support team at ${marketplace}. They can have your ` +
          "application reopened. Everything you filled in will still be there.",
      ],
    }),
  }),

  /** `reopened`: it had been rejected. */
  APPLICATION_SENT_BACK: merchantMail<{ reopened: boolean; asked: readonly { step: KycStep; message: string }[] }>({
    ...application,
    when: "it needs an update, with what is asked for; also when a rejected record is opened again",
    outdated: ({ kyc }) => kyc !== "REQUIRES_UPDATE",
    sample: { reopened: false, asked: [{ step: "documents", message: "The certificate cannot be read." }] },
    text: ({ reopened, asked }, { marketplace, page }) => {
      const where = page === null ? `on ${marketplace}` : `in your account or on ${marketplace}`;
      return {
        subject: reopened ? "Your application is open again" : "Your application needs a change",
        title: reopened ? "Your application is open again" : "We need a little more from you",
        lead: `Please change this ${where}, and send your application again. Everything else stays as it is.`,
        label: "Change it now",
        paragraphs: asked.map(({ step, message }) => `${steps[step]}: ${told(message)}`),
      };
    },
  }),

  COMPLAINT_RECEIVED: merchantMail<{ number: string; answerBy: BusinessTime }>({
    ...complaint,
    when: "it has [complained](complaints.md), with the number and the deadline",
    sample: { number: "CP-2026-7K2M9Q4C", answerBy: businessTimeOf("2026-12-08T22:59:59.999Z") },
    text: ({ number, answerBy }) => ({
      subject: `We have your complaint ${number}`,
      lead: "Thank you for telling us. Somebody looks into it and answers you.",
      label: "See your complaint",
      rows: [
        { name: "Number", value: number },
        { name: "Answered by", value: moment(answerBy) },
      ],
      paragraphs: ["If you call or write about it, give the number. What you owe and when stays as it is meanwhile."],
    }),
  }),

  COMPLAINT_ANSWERED: merchantMail<{ number: string; answer: string }>({
    ...complaint,
    when: "its complaint is answered, with the answer",
    sample: { number: "CP-2026-7K2M9Q4C", answer: "You are right: the second deduction goes back to you today." },
    text: ({ number, answer }, { complaints }) => ({
      subject: `Our answer to your complaint ${number}`,
      lead: "We have looked into it. This is our answer:",
      label: "See your complaint",
      paragraphs: [
        ...answer.split(/\n+/).map(told),
        `If you do not agree, write to ${complaints} and give the number. You may also turn to the Central Bank of Nigeria, ` +
          "Consumer Protection Department: cpd@cbn.gov.ng.",
      ],
    }),
  }),
};

const steps: Record<KycStep, string> = {
  "business-info": "Your business",
  directors: "Directors",
  documents: "Documents",
  review: "In general",
};

/** A BVN or NIN; a phone number has as many digits, and may have to be called. */
const identityNumber = /(?<!\d)(?!0[789])\d{11}(?!\d)/g;

/** What a reviewer has written, without the whole of any identity number: mails pass through many hands. */
function told(words: string): string {
  return readable(words).replace(identityNumber, masked);
}
