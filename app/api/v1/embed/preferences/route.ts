import { embedToken } from "@/lib/edge/http/embed-token";
import { route } from "@/lib/edge/http/route";
import { savePreferences } from "@/lib/platform/messages/mails/save-preferences";
import { preferencesBody } from "@/lib/platform/messages/mails/schema";

export const PUT = route({
  operationId: "savePreferences",
  summary: "Say which mails the merchant wants",
  description: "Mails about what it has to know always come; the weekly summary can be switched off.",
  auth: embedToken,
  rate: "write",
  body: preferencesBody,
  answers: { 200: { description: "As they are now", body: preferencesBody } },
  respond: ({ actor, body, now }) => savePreferences({ actor, input: body, now }),
});
