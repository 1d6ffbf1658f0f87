import { csvExport } from "@/lib/edge/http/csv-export";
import { reachOf } from "@/lib/kernel/reach";
import { listDeliveriesForStaff } from "@/lib/surfaces/dashboard/deliveries-list";
import { deliveryListQuery } from "@/lib/surfaces/dashboard/log-schema";

export const GET = csvExport({
  name: "deliveries",
  query: deliveryListQuery,
  pages: async ({ actor, query, page }) => {
    const { data, hasMore } = await listDeliveriesForStaff(reachOf(actor), query, page);
    return { rows: data, hasMore };
  },
  columns: [
    { header: "Delivery id", text: ({ id }) => id },
    { header: "Event id", text: ({ eventId }) => eventId },
    { header: "Event", text: ({ event }) => event },
    { header: "Merchant id", text: ({ merchantId }) => merchantId },
    { header: "Your merchant id", text: ({ thirdPartyCustomerId }) => thirdPartyCustomerId },
    { header: "Happened", moment: ({ occurredAt }) => new Date(occurredAt) },
    { header: "State", text: ({ status }) => status },
    { header: "Attempts", number: ({ attempts }) => attempts },
    { header: "Last attempt", moment: ({ lastAttempt }) => lastAttempt && new Date(lastAttempt.at) },
    { header: "Last answer", number: ({ lastAttempt }) => lastAttempt?.responseStatus ?? null },
    { header: "Last error", text: ({ lastAttempt }) => lastAttempt?.error ?? null },
    { header: "Took (ms)", number: ({ lastAttempt }) => lastAttempt?.durationMs ?? null },
  ],
});
