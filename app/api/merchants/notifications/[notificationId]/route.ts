import { accountToken } from "@/lib/http/account-token";
import { route } from "@/lib/http/route";
import { answerNotification } from "@/lib/notifications/answer-notifications";
import { notificationAnswer } from "@/lib/notifications/schema";

export const GET = route({
  operationId: "getAccountNotification",
  summary: "Read a notification",
  description: "With its text, as the mail has it. It counts as read only once that is said.",
  auth: accountToken,
  rate: "read",
  answers: { 200: { description: "The notification", body: notificationAnswer } },
  errors: ["NOT_FOUND"],
  respond: ({ actor, params }) => answerNotification(actor.userId, params.notificationId ?? ""),
});
