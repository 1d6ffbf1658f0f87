import type { ProposalKindName } from "@/lib/terms/proposals/states";
import { lenderAccountEnd, lenderAccountKind } from "./account-kinds";
import { batchRecall } from "./batch-kinds";
import type { ProposalKind } from "./kind";
import { kycApprove, kycReject, kycReopen } from "./kyc-kinds";
import {
  loanAccountName,
  loanCloseOrder,
  loanMandate,
  loanNeverPaidOut,
  loanPayAgain,
  loanPlan,
  loanRecovery,
  loanTerms,
  loanWriteOff,
} from "./loan-kinds";
import { operatorAdd, operatorRole } from "./operator-kinds";
import { lenderRail, lenderRailEnd } from "./rail-kinds";
import { remittanceReceivedKind } from "./remittance-kind";
import { statementImport, statementLineBook, statementLineDismiss, statementLinesDismiss } from "./statement-kinds";

export const kinds: Readonly<Record<ProposalKindName, ProposalKind>> = {
  LOAN_WRITE_OFF: loanWriteOff,
  LOAN_RECOVERY: loanRecovery,
  LOAN_TERMS: loanTerms,
  LOAN_PLAN: loanPlan,
  LOAN_PAY_AGAIN: loanPayAgain,
  LOAN_NEVER_PAID_OUT: loanNeverPaidOut,
  LOAN_CLOSE_ORDER: loanCloseOrder,
  LOAN_ACCOUNT_NAME: loanAccountName,
  LOAN_MANDATE: loanMandate,
  BATCH_RECALL: batchRecall,
  OPERATOR_ADD: operatorAdd,
  OPERATOR_ROLE: operatorRole,
  LENDER_RAIL: lenderRail,
  LENDER_RAIL_END: lenderRailEnd,
  LENDER_ACCOUNT: lenderAccountKind,
  LENDER_ACCOUNT_END: lenderAccountEnd,
  REMITTANCE_RECEIVED: remittanceReceivedKind,
  STATEMENT_IMPORT: statementImport,
  STATEMENT_LINE_BOOK: statementLineBook,
  STATEMENT_LINE_DISMISS: statementLineDismiss,
  STATEMENT_LINES_DISMISS: statementLinesDismiss,
  KYC_APPROVE: kycApprove,
  KYC_REJECT: kycReject,
  KYC_REOPEN: kycReopen,
};
