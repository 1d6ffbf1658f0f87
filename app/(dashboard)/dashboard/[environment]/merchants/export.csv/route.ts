import { type CsvColumn, csvExport } from "@/lib/edge/http/csv-export";
import { type ListedMerchant, listMerchants } from "@/lib/surfaces/dashboard/merchant-list";
import { merchantListQuery } from "@/lib/surfaces/dashboard/merchant-list-schema";

const columns: CsvColumn<ListedMerchant>[] = [
  { header: "Merchant id", text: ({ id }) => id },
  { header: "Your merchant id", text: ({ thirdPartyCustomerId }) => thirdPartyCustomerId },
  { header: "Business name", text: ({ businessName }) => businessName },
  { header: "Connection", text: ({ connection }) => connection },
  { header: "KYC", text: ({ kyc }) => kyc },
  { header: "Score", number: ({ score }) => score?.total ?? null },
  { header: "Tier", text: ({ score }) => score?.tier ?? null },
  { header: "Lending cap", money: ({ score }) => score?.cap ?? null },
  { header: "Loans", text: ({ loans }) => loans.join(" ") },
  { header: "Since", moment: ({ createdAt }) => createdAt },
];

export const GET = csvExport({
  name: "merchants",
  query: merchantListQuery,
  columns,
  pages: ({ actor, query, page }) =>
    listMerchants(actor.tenant, { ...query, limit: page.limit, startingAfter: page.startingAfter }),
});
