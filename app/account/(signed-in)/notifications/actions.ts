"use server";

import { z } from "zod";
import { accountAction, merchantAction } from "@/lib/edge/http/actions/account-action";
import { markRead } from "@/lib/platform/messages/mails/mark-read";
import { savePreferences } from "@/lib/platform/messages/mails/save-preferences";
import { preferencesBody, readNotificationInput } from "@/lib/platform/messages/mails/schema";

export const readNotification = accountAction({
  name: "readNotification",
  input: readNotificationInput,
  work: ({ user, input, realNow }) => markRead({ userId: user.userId, mailId: input.mailId, realNow }),
});

export const readAllNotifications = accountAction({
  name: "readAllNotifications",
  input: z.object({}),
  work: ({ user, realNow }) => markRead({ userId: user.userId, mailId: null, realNow }),
});

export const saveMailPreferences = merchantAction({
  name: "saveMailPreferences",
  input: preferencesBody,
  work: ({ actor, input, now }) => savePreferences({ actor, input, now }),
});
