"use server";

import { z } from "zod";
import { verbAction } from "@/lib/edge/http/actions/dashboard-action";
import { registerEndpoint } from "@/lib/platform/messages/webhooks/register-endpoint";
import { rotateWebhookSecret } from "@/lib/platform/messages/webhooks/rotate-secret";
import { registerEndpointBody } from "@/lib/platform/messages/webhooks/schema";
import { sendTestEvent } from "@/lib/platform/messages/webhooks/send-test-event";
import { rotateSecretBody } from "@/lib/terms/secrets";

export const saveEndpoint = verbAction("registerEndpoint", registerEndpointBody, registerEndpoint);
export const rotateSecret = verbAction("rotateWebhookSecret", rotateSecretBody, rotateWebhookSecret);
export const sendTest = verbAction("sendTestEvent", z.object({}), sendTestEvent);
