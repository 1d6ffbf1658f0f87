import { accountToken } from "@/lib/edge/http/account-token";
import { route } from "@/lib/edge/http/route";
import { readNotification } from "@/lib/platform/messages/mails/answer-notifications";

export const POST = route({
  operationId: "readAccountNotification",
  summary: "Say that a notification was read",
  description: "It keeps the moment when that was first said.",
  auth: accountToken,
  rate: "write",
  answers: { 204: { description: "Read" } },
  errors: readNotification.errors,
  respond: ({ actor: { userId }, params: { notificationId: mailId = "" }, realNow }) =>
    readNotification({ userId, mailId, realNow }),
});
