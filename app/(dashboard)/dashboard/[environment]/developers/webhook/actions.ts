"use server";

import { z } from "zod";
import { dashboardAction } from "@/lib/http/dashboard-action";
import { rotateSecretBody } from "@/lib/marketplaces/rotation-schema";
import { registerEndpoint } from "@/lib/webhooks/outbound/register-endpoint";
import { rotateWebhookSecret } from "@/lib/webhooks/outbound/rotate-secret";
import { registerEndpointBody } from "@/lib/webhooks/outbound/schema";
import { sendTestEvent } from "@/lib/webhooks/outbound/send-test-event";

export const saveEndpoint = dashboardAction({
  name: "registerEndpoint",
  permission: "change",
  input: registerEndpointBody,
  work: registerEndpoint,
});

export const rotateSecret = dashboardAction({
  name: "rotateWebhookSecret",
  permission: "change",
  input: rotateSecretBody,
  work: rotateWebhookSecret,
});

export const sendTest = dashboardAction({
  name: "sendTestEvent",
  permission: "change",
  input: z.object({}),
  work: sendTestEvent,
});
