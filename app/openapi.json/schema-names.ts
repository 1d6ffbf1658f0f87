import type { z } from "zod";
import { naira } from "@/lib/kernel/answer-fields";
import { amount } from "@/lib/kernel/validation";
import { createFundingRequestBody, fundingRequestCreated, fundingRequestStatus } from "@/lib/lending/funding/schema";
import { reasoned } from "@/lib/lending/proposals/loan-operations";
import { proposalAnswer } from "@/lib/lending/proposals/schema";
import { breakAnswer, resolveBreakBody } from "@/lib/lending/reconciliation/breaks/schema";
import { settlementAnswer } from "@/lib/lending/reconciliation/settlements/list-schema";
import { answerTermsBody, reasonBody } from "@/lib/lending/servicing/schema";
import { paymentAnswer } from "@/lib/lending/transfers/payments/schema";
import { statement } from "@/lib/loans/statements/schema";
import { kycSession } from "@/lib/merchants/kyc/session/schema";
import { lenderAnswer, lenderLimits, lenderProduct, pauseLenderBody, tierLimits } from "@/lib/parties/lenders/schema";
import { marketplaceSettings, secretKeyAnswer } from "@/lib/parties/marketplaces/schema";
import { accountProfile, addressBody, done, sessionTokens } from "@/lib/parties/people/account-schema";
import { confirmInput } from "@/lib/parties/people/schema";
import { acknowledgement } from "@/lib/platform/inbound/schema";
import { preferencesBody } from "@/lib/platform/messages/mails/schema";
import { deliveryAnswer } from "@/lib/platform/messages/webhooks/delivery-schema";
import { eventAnswer } from "@/lib/platform/messages/webhooks/schema";
import { eventReceived, repaymentEvent } from "@/lib/sales/data-events/schema";
import { tokenBody } from "@/lib/sales/oauth/schema";
import { batchStatus } from "@/lib/sales/records/batch-schema";
import {
  authorizationBegun,
  catalogAnswer,
  catalogEntry,
  connectionStatusAnswer,
} from "@/lib/surfaces/account/connections/schema";
import { merchantAnswer } from "@/lib/surfaces/console/merchants/schema";
import { merchantStatus } from "@/lib/surfaces/journey/merchant-status/schema";
import { originsAnswer } from "@/lib/surfaces/journey/origins-schema";
import { embedSession, journeyLoan } from "@/lib/surfaces/journey/schema";
import { agreementSummary, documentSection, keyFacts } from "@/lib/terms/agreements";
import { collectionAnswer } from "@/lib/terms/collection/schema";
import { dataSourceAnswer } from "@/lib/terms/data-access/schema";
import { confirmUploadBody, requestUploadBody, uploadConfirmed, uploadRequested } from "@/lib/terms/documents/schema";
import { draftAnswer, draftWriter } from "@/lib/terms/drafts/schema";
import { commonFields } from "@/lib/terms/events/event";
import { loanEvents } from "@/lib/terms/events/loans";
import {
  businessInfoBody,
  directorBody,
  directorsBody,
  documentBody,
  emptyBody,
  journeyDirector,
  kycAnswer,
  kycProgress,
  publicDirector,
  publicDocument,
} from "@/lib/terms/kyc/schema";
import { loanStatusAnswer } from "@/lib/terms/loans/schema";
import { companyFound, companyLookupBody, personFound, personLookupBody } from "@/lib/terms/lookups";
import { merchantRecord } from "@/lib/terms/merchant-data/schema";
import { rotateSecretBody } from "@/lib/terms/secrets";

const loan = loanStatusAnswer.shape;
const record = merchantRecord.shape;
const report = repaymentEvent.options[0].shape;
const approved = loanEvents["loan.approved"].payload.shape;
const changed = loanEvents["loan.repayment_updated"].payload.shape;

/**
 * Names of the schemas that several places of the document share. All others are named after the operation or event
 * they belong to, or are part of such a one. A test fails for what is shared and has no name here.
 */
export const schemaNames: Record<string, z.ZodType> = {
  AccountAddress: addressBody,
  AccountTokens: sessionTokens,
  AccountUser: accountProfile.shape.user,
  AgreementSummary: agreementSummary,
  AuthorizationBegun: authorizationBegun,
  BehavioralRisk: record.behavioralRisk.unwrap(),
  Break: breakAnswer,
  BreakResolution: resolveBreakBody,
  BusinessInfo: businessInfoBody,
  BusinessType: businessInfoBody.shape.businessType,
  CatalogMarketplace: catalogEntry,
  Collection: collectionAnswer,
  CompanyFound: companyFound,
  CompanyLookup: companyLookupBody,
  ConfirmedUpload: uploadConfirmed,
  ConnectionStatus: connectionStatusAnswer,
  DataSource: dataSourceAnswer,
  Delivery: deliveryAnswer,
  MarketplaceCatalog: catalogAnswer,
  Amount: amount,
  Done: done,
  DateOfBirth: directorsBody.shape.directors.element.shape.dateOfBirth,
  Director: publicDirector,
  Document: publicDocument,
  DocumentSection: documentSection,
  DocumentType: documentBody.shape.documentType,
  Draft: draftAnswer,
  DraftWriter: draftWriter,
  EmbeddingOrigins: originsAnswer,
  MarketplaceSettings: marketplaceSettings,
  Empty: emptyBody,
  EventChangeableTerms: changed.previous,
  EventApiVersion: commonFields.api_version,
  EventCollection: changed.collection.unwrap(),
  EventId: commonFields.event_id,
  EventOwingLoan: changed.loan,
  EventMerchant: commonFields.merchant,
  EventReceived: eventReceived,
  EventRepaymentPlan: approved.repayment,
  EventSequence: commonFields.sequence,
  EventTerms: approved.terms,
  EventTime: commonFields.timestamp,
  EventType: eventAnswer.shape.event,
  Forecast: loan.forecast.unwrap(),
  FulfillmentMetrics: record.fulfillmentMetrics.unwrap(),
  FundingRequest: fundingRequestStatus,
  FundingFailure: fundingRequestStatus.shape.failureReason.unwrap(),
  FundingPurpose: createFundingRequestBody.shape.purpose,
  FundingRequestCreated: fundingRequestCreated,
  HeldMerchant: accountProfile.shape.merchants.element,
  HistoricalCredit: record.historicalCredit.unwrap(),
  JourneyLoan: journeyLoan,
  JourneySession: embedSession,
  KeyFacts: keyFacts,
  JourneyDirector: journeyDirector,
  KycBusiness: kycSession.shape.business,
  KycDirector: kycSession.shape.directors.element,
  KycDocument: kycSession.shape.documents.element,
  KycProgress: kycProgress,
  KycRevisions: kycSession.shape.revisions,
  KycSession: kycSession,
  Lender: lenderAnswer,
  LenderLimits: lenderLimits,
  LenderPauseReason: pauseLenderBody,
  LenderTierLimits: tierLimits,
  Loan: loanStatusAnswer,
  LoanDeduction: loan.deduction,
  LoanHealth: loan.health,
  LoanTerms: loan.terms,
  MerchantAnywhere: merchantAnswer,
  MerchantIdentity: record.merchantIdentity,
  MerchantKyc: kycAnswer,
  MerchantRecord: merchantRecord,
  MerchantStatus: merchantStatus,
  MonthOfSales: record.monthlySalesHistory.unwrap().element,
  Naira: naira,
  NewDirector: directorBody,
  NewDocument: documentBody,
  NewFundingRequest: createFundingRequestBody,
  NewLenderProduct: lenderProduct,
  NewUpload: requestUploadBody,
  NextInstallment: loan.nextInstallment.unwrap(),
  OAuthToken: tokenBody,
  OperatorProposal: proposalAnswer,
  OperatorReason: reasoned,
  Payment: paymentAnswer,
  PayoutCashFlow: record.payoutCashFlow.unwrap(),
  PersonFound: personFound,
  PersonLookup: personLookupBody,
  PlatformDependency: record.platformDependency.unwrap(),
  Preferences: preferencesBody,
  ProposalAnswer: answerTermsBody,
  Reason: reasonBody,
  RecordError: batchStatus.shape.errors.element,
  ReportedBalance: report.loanBalance.unwrap(),
  ReportedLoan: report.loan,
  ReportedMarketplace: report.marketplace,
  ReportedMerchant: report.merchant,
  ReportedTransaction: report.sourceTransaction.unwrap(),
  ReportReceived: acknowledgement,
  RevenueConsistency: record.revenueConsistency.unwrap(),
  SalesPerformance: record.salesPerformance,
  ScoreSummary: merchantStatus.shape.creditScore.unwrap(),
  SecretKey: secretKeyAnswer,
  SecretRotation: rotateSecretBody,
  SentEvent: eventAnswer,
  SentUpload: confirmUploadBody,
  Settlement: settlementAnswer,
  StatementEntry: statement.shape.entries.element,
  StatementTotals: statement.shape.totals,
  SignUpConfirmation: confirmInput,
  TermsProposal: loan.proposal.unwrap(),
  Upload: uploadRequested,
};
