import { snakeCased } from "@/lib/kernel/snake-case";
import { repaymentEvent } from "@/lib/sales/data-events/schema";

export const repaymentWebhook = snakeCased(repaymentEvent).meta({
  sample: {
    event: "repayment.deducted",
    event_id: "evt-2026-11-20-0042",
    timestamp: "2026-11-20T22:00:00Z",
    marketplace: { id: "mkt_01m82hrc1fakhffkrrj1st6mbf" },
    merchant: { marketplace_id: "seller-1042", service_id: "mer_01m82hrt3ef6vfbkazd94vg40h" },
    loan: { service_id: "loan_01m82hrt9d1xj6v389have7akt" },
    deduction: { reference: "D-1042", amount: 1500.5, currency: "NGN", deducted_at: "2026-11-20T21:59:58Z" },
  },
});
