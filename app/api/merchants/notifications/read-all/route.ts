import { accountToken } from "@/lib/edge/http/account-token";
import { route } from "@/lib/edge/http/route";
import { markRead } from "@/lib/platform/messages/mails/mark-read";

export const POST = route({
  operationId: "readAllAccountNotifications",
  summary: "Say that all notifications were read",
  description: "Those of every merchant that the account holds.",
  auth: accountToken,
  rate: "write",
  answers: { 204: { description: "Read" } },
  respond: ({ actor: { userId }, realNow }) => markRead({ userId, mailId: null, realNow }),
});
