import { createTransport } from "nodemailer";
import { second } from "@/lib/kernel/calendar";
import { env } from "@/lib/kernel/env";
import { outside } from "./outside";

export type Mail = {
  recipient: string;
  subject: string;
  body: string;
  /** `body`, which is plain text, as HTML; null: there is only text. */
  html: string | null;
  /** Where a POST alone ends such mails (RFC 8058); null: they cannot be ended. */
  unsubscribe: string | null;
};

/** The server will never accept this mail. */
export class MailRefused extends Error {}

export type MailSender = {
  /** @throws MailRefused when retrying is pointless. */
  send: (mail: Mail) => Promise<void>;
  /** Tries the sign-in without sending anything. @throws when the server is unreachable or refuses it */
  verify: () => Promise<unknown>;
};

/** Well under the lease under which a mail is sent (`db/due.ts`). */
const sendWithin = 40 * second;

/** Servers that scan a mail before they accept it are slow with the last answer. */
const timeouts = { connectionTimeout: 10 * second, greetingTimeout: 10 * second, socketTimeout: 30 * second };

let sender: MailSender | null = null;

/** Null when no mail server is configured: then mail only shows in the mailbox page. */
export function mailSender(): MailSender | null {
  const { smtpUrl, mailFrom } = env();
  sender ??= smtpUrl ? outside("mail", smtpSender({ url: smtpUrl, from: mailFrom })) : null;
  return sender;
}

/** @param server.within the longest that one mail may take, in milliseconds. */
export function smtpSender(server: { url: string; from: string; within?: number }): MailSender {
  const { url, from, within = sendWithin } = server;
  const transport = createTransport({ url, ...timeouts }, { from });
  return {
    send: async ({ recipient, subject, body, html, unsubscribe }) => {
      const message = {
        to: recipient,
        subject,
        text: body,
        ...(html ? { html } : {}),
        headers: headersOf(unsubscribe),
      };
      try {
        await transport.sendMail({ ...message, signal: AbortSignal.timeout(within) });
      } catch (error) {
        throw isRefusal(error) ? new MailRefused("The mail server refuses this mail.", { cause: error }) : error;
      }
    },
    verify: () => transport.verify(),
  };
}

function headersOf(unsubscribe: string | null): Record<string, string> {
  if (!unsubscribe) return {};
  return { "List-Unsubscribe": `<${unsubscribe}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}

/** A 5xx answer to the addresses or the message. One to the sign-in is our fault, and passes once corrected. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, responseCode } = error as Error & { code?: unknown; responseCode?: unknown };
  const permanent = typeof responseCode === "number" && responseCode >= 500 && responseCode < 600;
  return permanent && (code === "EENVELOPE" || code === "EMESSAGE");
}
