import { heldCsvExport } from "@/lib/edge/http/csv-export";
import { listHeldMovements } from "@/lib/surfaces/account/loans/list-held-movements";
import { movementQuery } from "@/lib/surfaces/account/loans/schema";

export const GET = heldCsvExport({
  name: "payments",
  query: movementQuery,
  pages: ({ holding, query, page }) => listHeldMovements(holding, { ...query, ...page }),
  columns: ({ merchants }) => {
    const shopOf = (row: { merchantId: string }) => merchants.find((one) => one.merchantId === row.merchantId);
    return [
      { header: "When", moment: ({ at }) => at },
      { header: "What", text: ({ kind }) => kind },
      { header: "Amount", money: ({ amount }) => amount },
      { header: "Reference", text: ({ reference }) => reference },
      { header: "Order", text: ({ orderId }) => orderId },
      { header: "Order amount", money: ({ orderAmount }) => orderAmount },
      { header: "Gives back", text: ({ reverses }) => reverses },
      { header: "Given back later", money: ({ kind, reversed }) => (kind === "DEDUCTION" ? reversed : null) },
      { header: "Ordered by", text: ({ source }) => source },
      { header: "Outcome", text: ({ status }) => status },
      { header: "Why it failed", text: ({ failure }) => failure },
      { header: "Loan", text: ({ loanReference }) => loanReference },
      { header: "Shop", text: (row) => shopOf(row)?.businessName ?? null },
      { header: "Marketplace", text: (row) => shopOf(row)?.marketplace.name ?? null },
      { header: "Data", text: (row) => shopOf(row)?.environment ?? null },
    ];
  },
});
