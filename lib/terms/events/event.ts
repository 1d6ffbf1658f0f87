import { z } from "zod";
import { environments } from "@/lib/kernel/actor";
import { isWholeKobo } from "@/lib/kernel/money";
import { eventApiVersion } from "@/lib/terms/outbound-webhooks";

export function event<Payload extends z.ZodObject>(entry: {
  summary: string;
  description: string;
  payload: Payload;
  sample: z.input<Payload>;
}) {
  return entry;
}

export function id(prefix: string) {
  return z.string().regex(new RegExp(`^${prefix}_`));
}

/** An amount in naira, whole kobo. */
export const naira = z.number().min(0).refine(isWholeKobo, "Has more than two decimals");

/** A share in percent. */
export const percent = z.number().min(0).max(100);

export const moment = z.iso.datetime();

export const date = z.iso.date();

export const commonFields = {
  event_id: id("evt")
    .describe("The same each time the event is sent: ignore an event that you have received before")
    .meta({ id: "EventId" }),
  timestamp: moment
    .describe("When it happened, by the marketplace's clock: in test the one that can be advanced")
    .meta({ id: "EventTime" }),
  api_version: z
    .literal(eventApiVersion)
    .describe("Version of these bodies. Ignore fields that you do not know")
    .meta({ id: "EventApiVersion" }),
  environment: z.enum(environments),
  sequence: z
    .int()
    .min(1)
    .describe("Counts the merchant's events, which may arrive in another order")
    .meta({ id: "EventSequence" }),
  merchant: z
    .object({
      service_id: id("mer"),
      marketplace_id: z.string().nullable().describe("thirdPartyCustomerId; null until the marketplace has given one"),
    })
    .meta({ id: "EventMerchant" }),
};
export type CommonFields = z.input<z.ZodObject<typeof commonFields>>;

/** When the examples happen. */
export const at = "2026-11-22T21:14:40.183Z";

export const commonSample: CommonFields = {
  event_id: "evt_01m82hrwpbdz32e2dgbq0yt962",
  timestamp: at,
  api_version: eventApiVersion,
  environment: "test",
  sequence: 7,
  merchant: { service_id: "mer_01m82hrwp8fgjnsbtzjt6fe16c", marketplace_id: "seller-1042" },
};
