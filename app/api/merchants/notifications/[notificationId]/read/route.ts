import { accountToken } from "@/lib/http/account-token";
import { route } from "@/lib/http/route";
import { readNotification } from "@/lib/notifications/answer-notifications";

export const POST = route({
  operationId: "readAccountNotification",
  summary: "Say that a notification was read",
  description: "It keeps the moment when that was first said.",
  auth: accountToken,
  rate: "write",
  answers: { 204: { description: "Read" } },
  errors: ["NOT_FOUND"],
  respond: ({ actor: { userId }, params: { notificationId: mailId = "" }, realNow }) =>
    readNotification({ userId, mailId, realNow }),
});
