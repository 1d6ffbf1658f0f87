import { type ListedFunding, listFunding } from "@/lib/dashboard/funding-list";
import { fundingListQuery } from "@/lib/dashboard/funding-list-schema";
import { type CsvColumn, csvExport } from "@/lib/http/csv-export";
import { reachOf } from "@/lib/reach";

const columns: CsvColumn<ListedFunding>[] = [
  { header: "id", text: ({ id }) => id },
  { header: "merchant", text: ({ merchantId }) => merchantId },
  { header: "business name", text: ({ businessName }) => businessName },
  { header: "amount requested", money: ({ amountRequested }) => amountRequested },
  { header: "tenor in days", number: ({ tenorDays }) => tenorDays },
  { header: "purpose", text: ({ purpose }) => purpose },
  { header: "state", text: ({ status }) => status },
  { header: "refused because", text: ({ failureReason }) => failureReason },
  { header: "loan", text: ({ loanId }) => loanId },
  { header: "asked", moment: ({ createdAt }) => createdAt },
  { header: "decided", moment: ({ decidedAt }) => decidedAt },
];

export const GET = csvExport({
  name: "funding-requests",
  query: fundingListQuery,
  columns,
  pages: ({ actor, query, page }) =>
    listFunding(reachOf(actor), { ...query, limit: page.limit, startingAfter: page.startingAfter }),
});
