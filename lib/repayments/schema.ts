import { repaymentEvent } from "@/lib/data-events/schema";
import { snakeCased } from "@/lib/snake-case";

/** Body of `POST /api/v1/webhooks/marketplace/repayment` (interface document, Events, Inbound). */
export const repaymentWebhook = snakeCased(repaymentEvent);
