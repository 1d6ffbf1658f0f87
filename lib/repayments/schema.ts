import { repaymentEvent } from "@/lib/data-events/schema";
import { snakeCased } from "@/lib/snake-case";

/** Body of `POST /api/v1/webhooks/marketplace/repayment` (docs/webhooks.md#inbound-webhooks). */
export const repaymentWebhook = snakeCased(repaymentEvent);
