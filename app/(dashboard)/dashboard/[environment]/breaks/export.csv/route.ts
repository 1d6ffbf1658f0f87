import { csvExport } from "@/lib/edge/http/csv-export";
import { reachOf } from "@/lib/kernel/reach";
import { listBreaksForStaff } from "@/lib/surfaces/dashboard/breaks-list";
import { breakQuery } from "@/lib/surfaces/dashboard/loans-schema";

export const GET = csvExport({
  name: "breaks",
  query: breakQuery,
  pages: ({ actor, query, page }) => listBreaksForStaff(reachOf(actor), { ...query, ...page }),
  columns: [
    { header: "Break id", text: ({ id }) => id },
    { header: "Kind", text: ({ type }) => type },
    { header: "State", text: ({ status }) => status },
    { header: "Resolution", text: ({ resolution }) => resolution },
    { header: "Merchant id", text: ({ merchantId }) => merchantId },
    { header: "Business name", text: ({ businessName }) => businessName },
    { header: "Loan reference", text: ({ loanReference }) => loanReference },
    { header: "Settlement reference", text: ({ settlementReference }) => settlementReference },
    { header: "Expected", money: ({ expected }) => expected },
    { header: "Actual", money: ({ actual }) => actual },
    { header: "Found", moment: ({ detectedAt }) => detectedAt },
  ],
});
