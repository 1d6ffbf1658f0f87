import { listDeliveriesForStaff } from "@/lib/dashboard/deliveries-list";
import { deliveryListQuery } from "@/lib/dashboard/log-schema";
import { csvExport } from "@/lib/http/csv-export";
import { reachOf } from "@/lib/reach";

export const GET = csvExport({
  name: "deliveries",
  query: deliveryListQuery,
  pages: async ({ actor, query, page }) => {
    const { data, hasMore } = await listDeliveriesForStaff(reachOf(actor), query, page);
    return { rows: data, hasMore };
  },
  columns: [
    { header: "delivery_id", text: ({ id }) => id },
    { header: "event_id", text: ({ eventId }) => eventId },
    { header: "event", text: ({ event }) => event },
    { header: "merchant_id", text: ({ merchantId }) => merchantId },
    { header: "third_party_customer_id", text: ({ thirdPartyCustomerId }) => thirdPartyCustomerId },
    { header: "occurred_at", moment: ({ occurredAt }) => new Date(occurredAt) },
    { header: "status", text: ({ status }) => status },
    { header: "attempts", number: ({ attempts }) => attempts },
    { header: "last_attempt_at", moment: ({ lastAttempt }) => lastAttempt && new Date(lastAttempt.at) },
    { header: "last_status", number: ({ lastAttempt }) => lastAttempt?.responseStatus ?? null },
    { header: "last_error", text: ({ lastAttempt }) => lastAttempt?.error ?? null },
    { header: "last_duration_ms", number: ({ lastAttempt }) => lastAttempt?.durationMs ?? null },
  ],
});
