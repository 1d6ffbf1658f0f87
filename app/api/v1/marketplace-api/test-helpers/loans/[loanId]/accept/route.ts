import { testSecretKey } from "@/lib/http/auth";
import { route } from "@/lib/http/route";
import { acceptLoanBody } from "@/lib/loans/lifecycle-schema";
import { readLoanStatus } from "@/lib/loans/queries";
import { loanStatusAnswer } from "@/lib/loans/schema";
import { acceptLoan } from "@/lib/sandbox/accept-loan";

export const POST = route({
  operationId: "acceptTestLoan",
  summary: "Accept an offer and have it paid out (test)",
  description:
    "Does what the merchant does in the hosted journey: accepts the offer, gives a payout account, agrees to the mandate; then the money is sent, and the loan is ACTIVE. What has happened already is left as it is. Some account numbers have the sandbox's bank do something else: `GET /api/sandbox` lists them.",
  auth: testSecretKey,
  rate: "write",
  body: acceptLoanBody,
  idempotent: true,
  answers: {
    200: { description: "Accepted, and paid out unless the bank is slow or refuses", body: loanStatusAnswer },
  },
  errors: ["TEST_KEY_REQUIRED", "NOT_FOUND", "OFFER_EXPIRED", "LOAN_STATE_CONFLICT", "PAYOUT_ACCOUNT_REFUSED"],
  handle: async ({ actor, body, params, now }) => {
    const { loanId = "" } = params;
    await acceptLoan({ actor, loanId, input: body, now });
    return { status: 200, body: await readLoanStatus(actor.tenant, loanId, now) };
  },
});
