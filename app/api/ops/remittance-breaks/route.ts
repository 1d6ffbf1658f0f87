import { z } from "zod";
import { toLook } from "@/lib/edge/http/operator-token";
import { pageQuery } from "@/lib/edge/http/pagination";
import { route } from "@/lib/edge/http/route";
import { listRemittanceBreaks } from "@/lib/lending/remittances/breaks";
import { remittanceBreakFilters, remittanceBreakList } from "@/lib/lending/remittances/schema";

export const GET = route({
  ...toLook,
  operationId: "listRemittanceBreaks",
  summary: "List what did not come as it should",
  description: "Money that marketplaces deducted and lenders have not received, or that came without a reason.",
  query: z.object({ ...pageQuery.shape, ...remittanceBreakFilters }),
  answers: { 200: { description: "A page of them, newest first", body: remittanceBreakList } },
  respond: ({ query: { closed, ...query } }) => listRemittanceBreaks({ ...query, all: closed === "true" }),
});
