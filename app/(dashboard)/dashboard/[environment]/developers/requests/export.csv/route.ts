import { requestListQuery } from "@/lib/dashboard/log-schema";
import { listRequestsForStaff } from "@/lib/dashboard/requests-list";
import { csvExport } from "@/lib/http/csv-export";

export const GET = csvExport({
  name: "requests",
  query: requestListQuery,
  pages: ({ actor, query, page }) => listRequestsForStaff(actor.tenant, query, page),
  columns: [
    { header: "at", moment: ({ at }) => at },
    { header: "request_id", text: ({ requestId }) => requestId },
    { header: "method", text: ({ method }) => method },
    { header: "path", text: ({ path }) => path },
    { header: "operation", text: ({ operation }) => operation },
    { header: "status", number: ({ status }) => status },
    { header: "code", text: ({ code }) => code },
    { header: "duration_ms", number: ({ durationMs }) => durationMs },
    { header: "asked_by", text: ({ askedBy }) => askedBy },
    { header: "credential", text: ({ credential }) => credential },
  ],
});
