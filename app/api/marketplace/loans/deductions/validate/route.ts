import { accessToken } from "@/lib/edge/http/access-token";
import { route } from "@/lib/edge/http/route";
import { reachOf } from "@/lib/kernel/reach";
import { quoteDeductions } from "@/lib/loans/loans/deduction-quotes/quote-deductions";
import { validateDeductionsAnswer, validateDeductionsBody } from "@/lib/loans/loans/deduction-quotes/schema";

export const POST = route({
  operationId: "validateDeductions",
  summary: "Validate deductions before they are made",
  description:
    "A quote for each, in order; nothing is booked or reserved. Entries for the same loan build on one another: each is quoted as if the valid ones before it had been made, so a list of valid entries can be deducted as a whole. Together a merchant's loans take at most half of a sale: entries with the same orderId, or without one with the same saleAmount for different loans, are about the same sale. An invalid entry does not affect the others.",
  auth: accessToken("loans.read"),
  rate: "read",
  body: validateDeductionsBody,
  answers: { 200: { description: "The quotes; amounts in naira", body: validateDeductionsAnswer } },
  respond: ({ actor, body, now }) => quoteDeductions({ reach: reachOf(actor), deductions: body.deductions, now }),
});
