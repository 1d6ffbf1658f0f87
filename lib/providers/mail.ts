import { createTransport } from "nodemailer";
import { env } from "@/lib/env";

/** A message to one person, in plain text. */
export type Mail = { recipient: string; subject: string; body: string };

/** Sends mail. */
export type MailSender = {
  send: (mail: Mail) => Promise<void>;
  /** Tries the sign-in without sending anything; throws when the server is not there or refuses it. */
  verify: () => Promise<unknown>;
};

let sender: MailSender | null | undefined;

/** The configured way to send mail, or null: then mail stays in the mailbox page. */
export function mailSender(): MailSender | null {
  if (sender !== undefined) return sender;
  const { smtpUrl, mailFrom } = env();
  if (!smtpUrl) {
    sender = null;
    return sender;
  }
  const transport = createTransport(smtpUrl, { from: mailFrom });
  sender = {
    send: async ({ recipient, subject, body }) => {
      await transport.sendMail({ to: recipient, subject, text: body });
    },
    verify: () => transport.verify(),
  };
  return sender;
}
