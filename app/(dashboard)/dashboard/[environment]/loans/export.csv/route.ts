import { csvExport } from "@/lib/edge/http/csv-export";
import { reachOf } from "@/lib/kernel/reach";
import { listLoansForStaff } from "@/lib/surfaces/dashboard/loans-list";
import { loanQuery } from "@/lib/surfaces/dashboard/loans-schema";

export const GET = csvExport({
  name: "loans",
  query: loanQuery,
  pages: ({ actor, query, page, now }) => listLoansForStaff(reachOf(actor), { ...query, ...page }, now),
  columns: [
    { header: "Loan id", text: ({ id }) => id },
    { header: "Loan reference", text: ({ reference }) => reference },
    { header: "Merchant id", text: ({ merchantId }) => merchantId },
    { header: "Your merchant id", text: ({ thirdPartyCustomerId }) => thirdPartyCustomerId },
    { header: "Business name", text: ({ businessName }) => businessName },
    { header: "State", text: ({ status }) => status },
    { header: "Days past due", number: ({ daysPastDue }) => daysPastDue },
    { header: "Collection paused", text: ({ paused }) => (paused ? "yes" : "no") },
    { header: "Principal", money: ({ principal }) => principal },
    { header: "Total due", money: ({ due }) => due },
    { header: "Paid", money: ({ paid }) => paid },
    { header: "Outstanding", money: ({ outstanding }) => outstanding },
    { header: "Approved", moment: ({ approvedAt }) => approvedAt },
    { header: "Paid out", moment: ({ disbursedAt }) => disbursedAt },
    { header: "Due date", text: ({ dueDate }) => dueDate },
  ],
});
