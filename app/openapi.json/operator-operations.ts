import { POST as acceptInvitation } from "@/app/api/invitations/[token]/accept/route";
import { GET as getInvitation } from "@/app/api/invitations/[token]/route";
import { POST as inviteStaff } from "@/app/api/invitations/route";
import { POST as pauseLender } from "@/app/api/lenders/[lenderId]/pause/route";
import { POST as resumeLender } from "@/app/api/lenders/[lenderId]/resume/route";
import { DELETE as archiveLender, PATCH as changeLender, GET as getLender } from "@/app/api/lenders/[lenderId]/route";
import { POST as createLender, GET as listLenders } from "@/app/api/lenders/route";
import { POST as completeRegistration } from "@/app/api/marketplaces/registration/complete/route";
import { GET as getMe } from "@/app/api/me/route";
import {
  DELETE as archiveMerchant,
  PATCH as changeMerchant,
  GET as getMerchantAnywhere,
} from "@/app/api/merchants/[merchant]/route";
import { POST as addMerchant, GET as listMerchants } from "@/app/api/merchants/route";
import { POST as cancelLoan } from "@/app/api/ops/loans/[loanId]/cancel/route";
import { POST as changeLoanTerms } from "@/app/api/ops/loans/[loanId]/change-terms/route";
import { POST as defaultLoan } from "@/app/api/ops/loans/[loanId]/default/route";
import { POST as pauseLoan } from "@/app/api/ops/loans/[loanId]/pause/route";
import { POST as recoverLoan } from "@/app/api/ops/loans/[loanId]/recover/route";
import { POST as resumeLoan } from "@/app/api/ops/loans/[loanId]/resume/route";
import { POST as takeBackLoanDefault } from "@/app/api/ops/loans/[loanId]/take-back-default/route";
import { POST as writeOffLoan } from "@/app/api/ops/loans/[loanId]/write-off/route";
import { POST as logInOperator } from "@/app/api/ops/login/route";
import { POST as approveProposal } from "@/app/api/ops/proposals/[proposalId]/approve/route";
import { POST as rejectProposal } from "@/app/api/ops/proposals/[proposalId]/reject/route";
import { GET as getProposal } from "@/app/api/ops/proposals/[proposalId]/route";
import { GET as listProposals } from "@/app/api/ops/proposals/route";
import type { Operation } from "@/lib/edge/openapi/operation";

const invitations = "/api/invitations";
const lenders = "/api/lenders";
const merchants = "/api/merchants";
const operatedLoan = "/api/ops/loans/{loanId}";
const proposals = "/api/ops/proposals";

/** The operations of the service's own staff, and of people who come to a team, part of the list in operations.ts. */
export const operatorOperations: Operation[] = [
  { method: "get", path: "/api/me", route: getMe },
  { method: "post", path: "/api/marketplaces/registration/complete", route: completeRegistration },
  { method: "post", path: invitations, route: inviteStaff },
  { method: "get", path: `${invitations}/{token}`, route: getInvitation },
  { method: "post", path: `${invitations}/{token}/accept`, route: acceptInvitation },
  { method: "post", path: "/api/ops/login", route: logInOperator },
  { method: "post", path: `${operatedLoan}/pause`, route: pauseLoan },
  { method: "post", path: `${operatedLoan}/resume`, route: resumeLoan },
  { method: "post", path: `${operatedLoan}/change-terms`, route: changeLoanTerms },
  { method: "post", path: `${operatedLoan}/default`, route: defaultLoan },
  { method: "post", path: `${operatedLoan}/take-back-default`, route: takeBackLoanDefault },
  { method: "post", path: `${operatedLoan}/cancel`, route: cancelLoan },
  { method: "post", path: `${operatedLoan}/write-off`, route: writeOffLoan },
  { method: "post", path: `${operatedLoan}/recover`, route: recoverLoan },
  { method: "get", path: proposals, route: listProposals },
  { method: "get", path: `${proposals}/{proposalId}`, route: getProposal },
  { method: "post", path: `${proposals}/{proposalId}/approve`, route: approveProposal },
  { method: "post", path: `${proposals}/{proposalId}/reject`, route: rejectProposal },
  { method: "get", path: lenders, route: listLenders },
  { method: "post", path: lenders, route: createLender },
  { method: "get", path: `${lenders}/{lenderId}`, route: getLender },
  { method: "patch", path: `${lenders}/{lenderId}`, route: changeLender },
  { method: "delete", path: `${lenders}/{lenderId}`, route: archiveLender },
  { method: "post", path: `${lenders}/{lenderId}/pause`, route: pauseLender },
  { method: "post", path: `${lenders}/{lenderId}/resume`, route: resumeLender },
  { method: "get", path: merchants, route: listMerchants },
  { method: "post", path: merchants, route: addMerchant },
  { method: "get", path: `${merchants}/{merchant}`, route: getMerchantAnywhere },
  { method: "patch", path: `${merchants}/{merchant}`, route: changeMerchant },
  { method: "delete", path: `${merchants}/{merchant}`, route: archiveMerchant },
];
