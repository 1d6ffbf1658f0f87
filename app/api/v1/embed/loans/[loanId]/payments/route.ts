import { embedToken } from "@/lib/edge/http/embed-token";
import { route } from "@/lib/edge/http/route";
import { orderPayment } from "@/lib/lending/transfers/payments/order-payment";
import { orderPaymentBody, paymentAnswer } from "@/lib/lending/transfers/payments/schema";

export const POST = route({
  operationId: "orderPayment",
  summary: "Pay a loan, in part or in full",
  description:
    "Debits the payout account under its mandate. The loan shows what becomes of the payment. Within the cooling-off period an amount that is enough ends the loan without interest, and no more than that is debited. An announced debit of arrears stays, and takes no more than is overdue on its day.",
  auth: embedToken,
  rate: "write",
  body: orderPaymentBody,
  answers: { 200: { description: "The payment; amounts in naira", body: paymentAnswer } },
  errors: orderPayment.errors,
  respond: ({ actor, params, body, now }) => orderPayment({ actor, loanId: params.loanId ?? "", input: body, now }),
});
