import { z } from "zod";
import { disabledReasons } from "@/lib/terms/outbound-webhooks";
import { endpointAnswer, endpointRegistered, registerEndpointBody } from "./schema";

// As the Marketplace API's; in the OpenAPI document each operation has a schema of its own.
export const webhookSettingsBody = z
  .object(registerEndpointBody.shape)
  .meta({ sample: { url: "https://hooks.market.example/", events: ["loan.disbursed"] } });
export const webhookSettingsSaved = z.object(endpointRegistered.shape);

/** The endpoint as its marketplace's staff see it. `failingSince` is of the environment's clock. */
export const webhookSettings = endpointAnswer.extend({
  disabledReason: z.enum(disabledReasons).nullable().describe("Why nothing is sent any more"),
  failingSince: z.iso.datetime().nullable().describe("Since when every attempt has failed"),
  answeredAt: z.iso.datetime().nullable().describe("When this address last acknowledged a test event"),
  rotatedAt: z.iso.datetime().nullable().describe("When the secret was last rotated"),
  previousValidUntil: z.iso
    .datetime()
    .nullable()
    .describe("Until when deliveries carry the signature of the previous secret too"),
});
export type WebhookSettings = z.output<typeof webhookSettings>;

export const webhookSecretRotated = z.object({
  secret: z.string().describe("Shown only once"),
  previousValidUntil: z.iso.datetime().nullable().describe("Null when deliveries carry this secret's signature only"),
});
export type WebhookSecretRotated = z.output<typeof webhookSecretRotated>;
