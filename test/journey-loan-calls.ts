import { POST as accept } from "@/app/api/v1/embed/loans/[loanId]/accept/route";
import { GET as agreement } from "@/app/api/v1/embed/loans/[loanId]/agreement/route";
import { GET as banks } from "@/app/api/v1/embed/loans/[loanId]/banks/route";
import { POST as decline } from "@/app/api/v1/embed/loans/[loanId]/decline/route";
import { GET as keyFacts } from "@/app/api/v1/embed/loans/[loanId]/key-facts/route";
import { POST as mandate } from "@/app/api/v1/embed/loans/[loanId]/mandate/route";
import { POST as pay } from "@/app/api/v1/embed/loans/[loanId]/payments/route";
import { GET as quote } from "@/app/api/v1/embed/loans/[loanId]/payoff-quote/route";
import { PUT as account } from "@/app/api/v1/embed/loans/[loanId]/payout-account/route";
import { GET as read } from "@/app/api/v1/embed/loans/[loanId]/route";
import { GET as statement } from "@/app/api/v1/embed/loans/[loanId]/statement/route";
import { GET as csv } from "@/app/api/v1/embed/loans/[loanId]/statement.csv/route";
import { POST as acceptTerms } from "@/app/api/v1/embed/loans/[loanId]/terms/accept/route";
import { POST as declineTerms } from "@/app/api/v1/embed/loans/[loanId]/terms/decline/route";
import type { Route } from "@/lib/edge/http/route";
import { call } from "@/test/call-route";

/** Every operation on a loan of the journey, with its method and a body that it takes. */
export const operations = {
  read: ["GET", read, undefined],
  accept: ["POST", accept, { termsRead: true }],
  decline: ["POST", decline, undefined],
  acceptTerms: ["POST", acceptTerms, { proposalId: "prp_00000000000000000000000000" }],
  declineTerms: ["POST", declineTerms, { proposalId: "prp_00000000000000000000000000" }],
  banks: ["GET", banks, undefined],
  account: ["PUT", account, { bankCode: "058", accountNumber: "0123456789" }],
  mandate: ["POST", mandate, undefined],
  quote: ["GET", quote, undefined],
  pay: ["POST", pay, { amount: 1_000 }],
  statement: ["GET", statement, undefined],
  csv: ["GET", csv, undefined],
  keyFacts: ["GET", keyFacts, undefined],
  agreement: ["GET", agreement, undefined],
} as const satisfies Record<string, [string, Route, unknown]>;

export type OperationName = keyof typeof operations;

/** Asks for an operation with a merchant's token, on its loan and with the usual body unless others are given. */
export function askAs(merchant: { token: string; loanId: string }, name: OperationName, over: { body?: unknown } = {}) {
  const [method, route, usual] = operations[name];
  const body = "body" in over ? over.body : usual;
  return call(route, { key: merchant.token, method, params: { loanId: merchant.loanId }, body });
}
