import type { KycStep } from "@/lib/terms/kyc/constants";
import type { ApplicationMail, ApplicationMailAbout } from "./application-mail";
import type { MailContent, MailText } from "./catalogue";

/** A mail about an application, in English. `label`: of the link to the application. */
export function englishApplicationText(
  mail: ApplicationMail,
  { marketplace, page }: ApplicationMailAbout,
): MailText & { label: string } {
  const where = page === null ? `on ${marketplace}` : `in your account or on ${marketplace}`;
  switch (mail.kind) {
    case "APPLICATION_APPROVED":
      return {
        subject: "Your application is approved",
        title: "You are approved",
        lead: `Everything in your application is in order. You can now ask for funding on ${marketplace}.`,
        label: "See what to do next",
        rows: [],
        paragraphs: [
          "If you have already asked for funding, we are deciding on it now and will let you know when an offer is ready.",
          "You owe nothing unless you accept an offer.",
        ],
      };
    case "APPLICATION_REJECTED":
      return {
        subject: "We could not approve your application",
        title: "We could not approve your application",
        lead: "We are sorry about that. The reason is below.",
        label: "See your application",
        rows: [],
        paragraphs: [
          mail.reason,
          `If this is a mistake, or something has changed, contact the support team at ${marketplace}. They can have your ` +
            "application reopened. Everything you filled in will still be there.",
        ],
      };
    case "APPLICATION_SENT_BACK":
      return {
        subject: mail.reopened ? "Your application is open again" : "Your application needs a change",
        title: mail.reopened ? "Your application is open again" : "We need a little more from you",
        lead: `Please change this ${where}, and send your application again. Everything else stays as it is.`,
        label: "Change it now",
        rows: [],
        paragraphs: mail.asked.map(({ step, message }) => `${steps[step]}: ${message}`),
      };
  }
}

const steps: Record<KycStep, string> = {
  "business-info": "Your business",
  directors: "Directors",
  documents: "Documents",
  review: "In general",
};

/** Whose application it is, and how to complain. */
export function englishApplicationContact(about: ApplicationMailAbout): MailContent["contact"] {
  const { business, marketplace, complaints } = about;
  return {
    title: "What this is about, and how to complain",
    rows: [
      { name: "Application of", value: business },
      { name: "On", value: marketplace },
      { name: "Complaints", value: complaints },
    ],
    paragraph: "Write to that address and name your business. We never ask for a password or a PIN.",
  };
}
