import { accountToken } from "@/lib/http/account-token";
import { pageQuery } from "@/lib/http/pagination";
import { route } from "@/lib/http/route";
import { answerNotifications } from "@/lib/notifications/answer-notifications";
import { notificationFilters, notificationList } from "@/lib/notifications/schema";

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
