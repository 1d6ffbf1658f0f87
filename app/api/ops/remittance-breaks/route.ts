import { z } from "zod";
import { toLook } from "@/lib/edge/http/operator-token";
import { route } from "@/lib/edge/http/route";
import { listRemittanceBreaks } from "@/lib/lending/remittances/breaks";
import { remittanceBreakList } from "@/lib/lending/remittances/schema";

export const GET = route({
  ...toLook,
  operationId: "listRemittanceBreaks",
  summary: "List what did not come as it should",
  description: "Money that marketplaces deducted and lenders have not received, or that came without a reason.",
  query: z.object({
    lenderId: z.string().optional().describe("Only those of this lender"),
    closed: z.enum(["true", "false"], "Must be true or false").optional().describe("true: also those that are closed"),
  }),
  answers: { 200: { description: "The newest 200 at most", body: remittanceBreakList } },
  respond: async ({ query: { lenderId, closed } }) => ({
    data: await listRemittanceBreaks({ lenderId, all: closed === "true" }),
  }),
});
