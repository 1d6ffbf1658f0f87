import { merchantToken } from "@/lib/edge/http/account-token";
import { route } from "@/lib/edge/http/route";
import { readPreferences, savePreferences } from "@/lib/platform/messages/mails/save-preferences";
import { preferencesBody } from "@/lib/platform/messages/mails/schema";

export const GET = route({
  operationId: "getAccountPreferences",
  summary: "Which mails a merchant wants",
  description: "What can be switched off. What the law or a loan calls for is sent in any case.",
  auth: merchantToken,
  rate: "read",
  answers: { 200: { description: "What it wants", body: preferencesBody } },
  respond: ({ actor }) => readPreferences(actor),
});

export const PUT = route({
  operationId: "saveAccountPreferences",
  summary: "Choose which mails a merchant wants",
  description: "From the next mail on. The same as the hosted journey and the links in the mails change.",
  auth: merchantToken,
  rate: "write",
  body: preferencesBody,
  answers: { 200: { description: "What it wants now", body: preferencesBody } },
  respond: ({ actor, body, now }) => savePreferences({ actor, input: body, now }),
});
