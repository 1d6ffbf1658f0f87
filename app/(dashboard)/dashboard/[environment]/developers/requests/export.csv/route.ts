import { csvExport } from "@/lib/edge/http/csv-export";
import { requestListQuery } from "@/lib/surfaces/dashboard/log-schema";
import { listRequestsForStaff } from "@/lib/surfaces/dashboard/requests-list";

export const GET = csvExport({
  name: "requests",
  query: requestListQuery,
  pages: ({ actor, query, page }) => listRequestsForStaff(actor.tenant, query, page),
  columns: [
    { header: "When", moment: ({ at }) => at },
    { header: "Request id", text: ({ requestId }) => requestId },
    { header: "Method", text: ({ method }) => method },
    { header: "Path", text: ({ path }) => path },
    { header: "Operation", text: ({ operation }) => operation },
    { header: "Status", number: ({ status }) => status },
    { header: "Reason", text: ({ code }) => code },
    { header: "Took (ms)", number: ({ durationMs }) => durationMs },
    { header: "Asked by", text: ({ askedBy }) => askedBy },
    { header: "Credential id", text: ({ credential }) => credential },
  ],
});
