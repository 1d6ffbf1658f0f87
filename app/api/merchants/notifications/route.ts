import { accountToken } from "@/lib/edge/http/account-token";
import { pageQuery } from "@/lib/edge/http/pagination";
import { route } from "@/lib/edge/http/route";
import { answerNotifications } from "@/lib/platform/messages/mails/answer-notifications";
import { notificationFilters, notificationList } from "@/lib/platform/messages/mails/schema";

export const GET = route({
  operationId: "listAccountNotifications",
  summary: "List what was written to the account's merchants",
  description: "All that went to them by mail, of every merchant that the account holds, newest first, for 90 days.",
  auth: accountToken,
  rate: "read",
  query: pageQuery.extend(notificationFilters),
  answers: { 200: { description: "A page of notifications", body: notificationList } },
  respond: ({ actor, query }) => answerNotifications(actor.userId, query),
});
