import { type CsvColumn, csvExport } from "@/lib/edge/http/csv-export";
import { reachOf } from "@/lib/kernel/reach";
import { type ListedFunding, listFunding } from "@/lib/surfaces/dashboard/funding-list";
import { fundingListQuery } from "@/lib/surfaces/dashboard/funding-list-schema";

const columns: CsvColumn<ListedFunding>[] = [
  { header: "Funding request id", text: ({ id }) => id },
  { header: "Merchant id", text: ({ merchantId }) => merchantId },
  { header: "Business name", text: ({ businessName }) => businessName },
  { header: "Amount requested", money: ({ amountRequested }) => amountRequested },
  { header: "Tenor in days", number: ({ tenorDays }) => tenorDays },
  { header: "Purpose", text: ({ purpose }) => purpose },
  { header: "State", text: ({ status }) => status },
  { header: "Rejected because", text: ({ failureReason }) => failureReason },
  { header: "Loan id", text: ({ loanId }) => loanId },
  { header: "Asked on", moment: ({ createdAt }) => createdAt },
  { header: "Decided on", moment: ({ decidedAt }) => decidedAt },
];

export const GET = csvExport({
  name: "funding-requests",
  query: fundingListQuery,
  columns,
  pages: ({ actor, query, page }) =>
    listFunding(reachOf(actor), { ...query, limit: page.limit, startingAfter: page.startingAfter }),
});
