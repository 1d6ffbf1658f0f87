import { mails } from "@/db/schema/operations";
import { taskOver } from "@/lib/jobs/task";
import { sendMail } from "@/lib/notifications/send-mail";

/** Sends queued mail. */
export const sendMailTask = taskOver(mails, { name: "send-mail", concurrency: 4, run: (id, now) => sendMail(id, now) });
