import { accountToken } from "@/lib/edge/http/account-token";
import { route } from "@/lib/edge/http/route";
import { answerNotification } from "@/lib/platform/messages/mails/answer-notifications";
import { notificationAnswer } from "@/lib/platform/messages/mails/schema";

export const GET = route({
  operationId: "getAccountNotification",
  summary: "Read a notification",
  description: "With its text, as the mail has it. It counts as read only once that is said.",
  auth: accountToken,
  rate: "read",
  answers: { 200: { description: "The notification", body: notificationAnswer } },
  errors: answerNotification.errors,
  respond: ({ actor, params }) => answerNotification(actor.userId, params.notificationId ?? ""),
});
