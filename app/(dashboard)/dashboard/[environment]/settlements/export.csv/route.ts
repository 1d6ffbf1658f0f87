import { csvExport } from "@/lib/edge/http/csv-export";
import { reachOf } from "@/lib/kernel/reach";
import { settlementQuery } from "@/lib/surfaces/dashboard/loans-schema";
import { listSettlementsForStaff } from "@/lib/surfaces/dashboard/settlements-list";

export const GET = csvExport({
  name: "settlements",
  query: settlementQuery,
  pages: ({ actor, query, page }) => listSettlementsForStaff(reachOf(actor), { ...query, ...page }),
  columns: [
    { header: "Settlement id", text: ({ id }) => id },
    { header: "Settlement reference", text: ({ reference }) => reference },
    { header: "Merchant id", text: ({ merchantId }) => merchantId },
    { header: "Your merchant id", text: ({ thirdPartyCustomerId }) => thirdPartyCustomerId },
    { header: "Business name", text: ({ businessName }) => businessName },
    { header: "Period from", moment: ({ periodStart }) => periodStart },
    { header: "Period to", moment: ({ periodEnd }) => periodEnd },
    { header: "Gross", money: ({ grossAmount }) => grossAmount },
    { header: "Deductions", money: ({ totalDeductions }) => totalDeductions },
    { header: "Net", money: ({ netAmount }) => netAmount },
    { header: "Matching", text: ({ matchStatus }) => matchStatus },
    { header: "Deductions found", money: ({ matchedAmount }) => matchedAmount },
    { header: "Open breaks", number: ({ openBreaks }) => openBreaks },
    { header: "Transferred", moment: ({ transferredAt }) => transferredAt },
    { header: "First reported", moment: ({ createdAt }) => createdAt },
  ],
});
