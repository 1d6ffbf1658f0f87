import { snakeCased } from "@/lib/kernel/snake-case";
import { repaymentEvent } from "@/lib/sales/data-events/schema";

/** Body of `POST /api/v1/webhooks/marketplace/repayment` (docs/webhooks.md#inbound-webhooks). */
export const repaymentWebhook = snakeCased(repaymentEvent);
