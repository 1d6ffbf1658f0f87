import { createTransport } from "nodemailer";
import { second } from "@/lib/calendar";
import { env } from "@/lib/env";
import { outside } from "./outside";

/** A message to one person, in plain text. */
export type Mail = { recipient: string; subject: string; body: string };

/** The server will not take this mail, however often it is offered. */
export class MailRefused extends Error {}

/** Sends mail. */
export type MailSender = {
  /** Throws MailRefused when it is of no use to try again. */
  send: (mail: Mail) => Promise<void>;
  /** Tries the sign-in without sending anything; throws when the server is not there or refuses it. */
  verify: () => Promise<unknown>;
};

/** The longest that sending one mail may take: well under the lease under which it is sent (`db/due.ts`). */
const sendWithin = 40 * second;

/** The longest wait for any one answer. Servers that scan a mail before they accept it are slow at the last one. */
const timeouts = { connectionTimeout: 10 * second, greetingTimeout: 10 * second, socketTimeout: 30 * second };

let sender: MailSender | null | undefined;

/** The configured way to send mail, or null: then mail stays in the mailbox page. */
export function mailSender(): MailSender | null {
  if (sender !== undefined) return sender;
  const { smtpUrl, mailFrom } = env();
  if (!smtpUrl) {
    sender = null;
    return sender;
  }
  sender = outside("mail", smtpSender({ url: smtpUrl, from: mailFrom }));
  return sender;
}

/** Sends through the SMTP server at an address. `within` is for the whole of one mail, in milliseconds. */
export function smtpSender({
  url,
  from,
  within = sendWithin,
}: {
  url: string;
  from: string;
  within?: number;
}): MailSender {
  const transport = createTransport({ url, ...timeouts }, { from });
  return {
    send: async ({ recipient, subject, body }) => {
      try {
        await transport.sendMail({ to: recipient, subject, text: body, signal: AbortSignal.timeout(within) });
      } catch (error) {
        throw isRefusal(error) ? new MailRefused("The mail server refuses this mail.", { cause: error }) : error;
      }
    },
    verify: () => transport.verify(),
  };
}

/** A 5xx answer to the addresses or to the message. One to the sign-in is about us: once that is set right, it will pass. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, responseCode } = error as Error & { code?: unknown; responseCode?: unknown };
  const permanent = typeof responseCode === "number" && responseCode >= 500 && responseCode < 600;
  return permanent && (code === "EENVELOPE" || code === "EMESSAGE");
}
