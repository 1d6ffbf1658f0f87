import { toLook } from "@/lib/edge/http/operator-token";
import { route } from "@/lib/edge/http/route";
import { listMandatesToEnd } from "@/lib/lending/transfers/mandates/list-mandates-to-end";
import { mandatesToEnd } from "@/lib/lending/transfers/mandates/schema";

export const GET = route({
  ...toLook,
  operationId: "listMandatesToEnd",
  summary: "List the mandates that are still to be ended at the bank",
  description:
    "Of lenders that debit by hand: mandates that have ended here, and that nobody has ended at the bank yet; the longest ended first.",
  answers: { 200: { description: "The first thousand of them", body: mandatesToEnd } },
  errors: ["INSUFFICIENT_ROLE"],
  respond: () => listMandatesToEnd(),
});
