import { minute } from "@/lib/kernel/calendar";
import { processWide } from "@/lib/kernel/process-wide";
import { type MailSender, mailSender } from "@/lib/platform/providers/mail";
import { logRecovery, logTrouble } from "./log-trouble";

type MailState = "none" | "unknown" | "ok" | "failed" | "uncertified";

const last: { state: MailState } = processWide("mail", () => ({ state: "unknown" }));

/** `none`: no mail server is configured. `unknown`: the first sign-in has not ended yet. */
export function mailState(): MailState {
  return mailSender() ? last.state : "none";
}

/** Again every minute, so that nobody who asks after our health makes us do it. Returns what stops it. */
export function watchMail(
  sender: Pick<MailSender, "verify"> | null = mailSender(),
  every: number = minute,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  let stopped = sender === null;
  async function look(): Promise<void> {
    try {
      await sender?.verify();
      last.state = "ok";
      logRecovery("mail", "the mail server accepts our sign-in again");
    } catch (error) {
      if (!stopped) logTrouble("mail", "the mail server does not accept our sign-in", error);
      // The library has a code of its own for whatever becomes of a socket.
      last.state = /certificate|altname/i.test(String(error)) ? "uncertified" : "failed";
    }
    // Does not keep a process that is about to end.
    if (!stopped) timer = setTimeout(look, every).unref();
  }
  if (!stopped) void look();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
