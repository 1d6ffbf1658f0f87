import { type ListedMerchant, listMerchants } from "@/lib/dashboard/merchant-list";
import { merchantListQuery } from "@/lib/dashboard/merchant-list-schema";
import { type CsvColumn, csvExport } from "@/lib/http/csv-export";

const columns: CsvColumn<ListedMerchant>[] = [
  { header: "id", text: ({ id }) => id },
  { header: "your id", text: ({ thirdPartyCustomerId }) => thirdPartyCustomerId },
  { header: "business name", text: ({ businessName }) => businessName },
  { header: "connection", text: ({ connection }) => connection },
  { header: "kyc", text: ({ kyc }) => kyc },
  { header: "score", number: ({ score }) => score?.total ?? null },
  { header: "tier", text: ({ score }) => score?.tier ?? null },
  { header: "lending cap", money: ({ score }) => score?.cap ?? null },
  { header: "loans", text: ({ loans }) => loans.join(" ") },
  { header: "created", moment: ({ createdAt }) => createdAt },
];

export const GET = csvExport({
  name: "merchants",
  query: merchantListQuery,
  columns,
  pages: ({ actor, query, page }) =>
    listMerchants(actor.tenant, { ...query, limit: page.limit, startingAfter: page.startingAfter }),
});
