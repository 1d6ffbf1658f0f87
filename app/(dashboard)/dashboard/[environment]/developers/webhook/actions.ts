"use server";

import { z } from "zod";
import { dashboardAction } from "@/lib/edge/http/dashboard-action";
import { registerEndpoint } from "@/lib/platform/messages/webhooks/register-endpoint";
import { rotateWebhookSecret } from "@/lib/platform/messages/webhooks/rotate-secret";
import { registerEndpointBody } from "@/lib/platform/messages/webhooks/schema";
import { sendTestEvent } from "@/lib/platform/messages/webhooks/send-test-event";
import { rotateSecretBody } from "@/lib/terms/secrets";

export const saveEndpoint = dashboardAction({
  name: "registerEndpoint",
  permission: registerEndpoint.permission,
  input: registerEndpointBody,
  work: registerEndpoint,
});

export const rotateSecret = dashboardAction({
  name: "rotateWebhookSecret",
  permission: rotateWebhookSecret.permission,
  input: rotateSecretBody,
  work: rotateWebhookSecret,
});

export const sendTest = dashboardAction({
  name: "sendTestEvent",
  permission: sendTestEvent.permission,
  input: z.object({}),
  work: sendTestEvent,
});
