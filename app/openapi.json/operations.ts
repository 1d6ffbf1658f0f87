import { GET as sandboxMarketplaceMetadata } from "@/app/.well-known/oauth-authorization-server/demo/route";
import { GET as oauthMetadata } from "@/app/.well-known/oauth-authorization-server/route";
import { GET as health } from "@/app/api/health/route";
import { GET as getCreditScore } from "@/app/api/marketplace/data/merchant/[merchantId]/credit-score/route";
import { GET as explainLoan } from "@/app/api/marketplace/loans/[loanId]/explain/route";
import { GET as getLoanStatus } from "@/app/api/marketplace/loans/[loanId]/status/route";
import { POST as validateDeductions } from "@/app/api/marketplace/loans/deductions/validate/route";
import { GET as listActiveLoans } from "@/app/api/marketplace/loans/merchants/[merchantId]/active/route";
import { POST as getLoanStatuses } from "@/app/api/marketplace/loans/status/bulk/route";
import { POST as renewApiSecret } from "@/app/api/marketplace-dashboard/api-secret/rotate/route";
import { GET as getApiSecret } from "@/app/api/marketplace-dashboard/api-secret/route";
import {
  GET as getEmbeddingOrigins,
  PUT as saveEmbeddingOrigins,
} from "@/app/api/marketplace-dashboard/embedding-origins/route";
import { POST as logIn } from "@/app/api/marketplace-dashboard/login/route";
import { POST as regenerateClientSecret } from "@/app/api/marketplace-dashboard/oauth-credentials/regenerate-secret/route";
import {
  GET as getOAuthCredentials,
  PUT as saveOAuthCredentials,
} from "@/app/api/marketplace-dashboard/oauth-credentials/route";
import { DELETE as revokeSecretKey } from "@/app/api/marketplace-dashboard/secret-keys/[keyId]/route";
import { POST as createSecretKey, GET as listSecretKeys } from "@/app/api/marketplace-dashboard/secret-keys/route";
import {
  GET as getMarketplaceSettings,
  PUT as saveMarketplaceSettings,
} from "@/app/api/marketplace-dashboard/settings/route";
import { POST as rotateWebhookSecret } from "@/app/api/marketplace-dashboard/webhook/rotate-secret/route";
import { GET as getWebhookSettings, PUT as saveWebhookSettings } from "@/app/api/marketplace-dashboard/webhook/route";
import { POST as testWebhook } from "@/app/api/marketplace-dashboard/webhook/test/route";
import { POST as redeliverDelivery } from "@/app/api/marketplace-dashboard/webhook-deliveries/[deliveryId]/redeliver/route";
import { GET as getDelivery } from "@/app/api/marketplace-dashboard/webhook-deliveries/[deliveryId]/route";
import { GET as listDeliveries } from "@/app/api/marketplace-dashboard/webhook-deliveries/route";
import { GET as ping } from "@/app/api/ping/route";
import { GET as apiInfo } from "@/app/api/route";
import { GET as sandboxCredentials } from "@/app/api/sandbox/credentials/route";
import { POST as sandboxMarketplaceRevoke } from "@/app/api/sandbox/marketplace/revoke/route";
import { GET as sandboxMarketplaceSales } from "@/app/api/sandbox/marketplace/sales/route";
import { POST as sandboxMarketplaceToken } from "@/app/api/sandbox/marketplace/token/route";
import { GET as sandboxMerchants } from "@/app/api/sandbox/merchants/route";
import { POST as sandboxReceiver } from "@/app/api/sandbox/receiver/route";
import { GET as sandboxInfo } from "@/app/api/sandbox/route";
import { PUT as saveJourneyBusinessInfo } from "@/app/api/v1/embed/business-info/route";
import { POST as saveJourneyDirectors } from "@/app/api/v1/embed/directors/route";
import { DELETE as removeJourneyDocument } from "@/app/api/v1/embed/documents/[documentId]/route";
import { POST as attachJourneyDocument } from "@/app/api/v1/embed/documents/route";
import { PUT as saveJourneyDraft } from "@/app/api/v1/embed/draft/route";
import { GET as getFundingOptions } from "@/app/api/v1/embed/funding-options/route";
import { POST as createJourneyFundingRequest } from "@/app/api/v1/embed/funding-requests/route";
import { POST as acceptOffer } from "@/app/api/v1/embed/loans/[loanId]/accept/route";
import { GET as getJourneyAgreement } from "@/app/api/v1/embed/loans/[loanId]/agreement/route";
import { POST as declineOffer } from "@/app/api/v1/embed/loans/[loanId]/decline/route";
import { GET as getKeyFacts } from "@/app/api/v1/embed/loans/[loanId]/key-facts/route";
import { POST as requestMandate } from "@/app/api/v1/embed/loans/[loanId]/mandate/route";
import { GET as getJourneyReceipt } from "@/app/api/v1/embed/loans/[loanId]/payments/[paymentId]/receipt/route";
import { POST as orderPayment } from "@/app/api/v1/embed/loans/[loanId]/payments/route";
import { GET as getPayoffQuote } from "@/app/api/v1/embed/loans/[loanId]/payoff-quote/route";
import { PUT as setPayoutAccount } from "@/app/api/v1/embed/loans/[loanId]/payout-account/route";
import { GET as getJourneyLoan } from "@/app/api/v1/embed/loans/[loanId]/route";
import { GET as getStatement } from "@/app/api/v1/embed/loans/[loanId]/statement/route";
import { GET as getStatementCsv } from "@/app/api/v1/embed/loans/[loanId]/statement.csv/route";
import { POST as acceptTerms } from "@/app/api/v1/embed/loans/[loanId]/terms/accept/route";
import { POST as declineTerms } from "@/app/api/v1/embed/loans/[loanId]/terms/decline/route";
import { POST as lookUpJourneyBvn } from "@/app/api/v1/embed/lookups/bvn/route";
import { POST as lookUpJourneyCompany } from "@/app/api/v1/embed/lookups/company/route";
import { POST as lookUpJourneyNin } from "@/app/api/v1/embed/lookups/nin/route";
import { PUT as savePreferences } from "@/app/api/v1/embed/preferences/route";
import { GET as getJourneySession } from "@/app/api/v1/embed/session/route";
import { POST as submitJourneyKyc } from "@/app/api/v1/embed/submit/route";
import { PUT as putJourneyUpload } from "@/app/api/v1/embed/uploads/[fileKey]/route";
import { POST as confirmJourneyUpload } from "@/app/api/v1/embed/uploads/confirm/route";
import { POST as requestJourneyUpload } from "@/app/api/v1/embed/uploads/route";
import { POST as rotateApiSecret } from "@/app/api/v1/marketplace-api/api-secret/rotate/route";
import { POST as answerBreak } from "@/app/api/v1/marketplace-api/breaks/[breakId]/answer/route";
import { POST as resolveBreak } from "@/app/api/v1/marketplace-api/breaks/[breakId]/resolve/route";
import { GET as listBreaks } from "@/app/api/v1/marketplace-api/breaks/route";
import { POST as redeliver } from "@/app/api/v1/marketplace-api/events/[eventId]/redeliver/route";
import { POST as redeliverEvents } from "@/app/api/v1/marketplace-api/events/redeliver/route";
import { GET as listEvents } from "@/app/api/v1/marketplace-api/events/route";
import { GET as getAgreement } from "@/app/api/v1/marketplace-api/loans/[loanId]/agreement/route";
import { PUT as saveBusinessInfo } from "@/app/api/v1/marketplace-api/merchants/[ref]/business-info/route";
import { POST as saveDirectors } from "@/app/api/v1/marketplace-api/merchants/[ref]/directors/route";
import { POST as disconnectMerchant } from "@/app/api/v1/marketplace-api/merchants/[ref]/disconnect/route";
import { POST as attachDocument } from "@/app/api/v1/marketplace-api/merchants/[ref]/documents/route";
import { POST as mintEmbedToken } from "@/app/api/v1/marketplace-api/merchants/[ref]/embed-tokens/route";
import {
  POST as createFundingRequest,
  GET as listFundingRequests,
} from "@/app/api/v1/marketplace-api/merchants/[ref]/funding-requests/route";
import { GET as getMerchant } from "@/app/api/v1/marketplace-api/merchants/[ref]/route";
import { POST as submitSalesData } from "@/app/api/v1/marketplace-api/merchants/[ref]/sales-data/route";
import { POST as submitKyc } from "@/app/api/v1/marketplace-api/merchants/[ref]/submit/route";
import { POST as createMerchant } from "@/app/api/v1/marketplace-api/merchants/route";
import { GET as listRefusedWebhooks } from "@/app/api/v1/marketplace-api/refused-webhooks/route";
import { POST as correctSettlement } from "@/app/api/v1/marketplace-api/settlements/[reference]/correct/route";
import { GET as listSettlements } from "@/app/api/v1/marketplace-api/settlements/route";
import { POST as decideTestBreak } from "@/app/api/v1/marketplace-api/test-helpers/breaks/[breakId]/decide/route";
import { POST as advanceClock } from "@/app/api/v1/marketplace-api/test-helpers/clock/advance/route";
import { POST as approveKyc } from "@/app/api/v1/marketplace-api/test-helpers/kyc/[ref]/approve/route";
import { POST as rejectKyc } from "@/app/api/v1/marketplace-api/test-helpers/kyc/[ref]/reject/route";
import { POST as requireKycUpdate } from "@/app/api/v1/marketplace-api/test-helpers/kyc/[ref]/require-update/route";
import { POST as acceptLoan } from "@/app/api/v1/marketplace-api/test-helpers/loans/[loanId]/accept/route";
import { POST as cancelLoan } from "@/app/api/v1/marketplace-api/test-helpers/loans/[loanId]/cancel/route";
import { POST as changeLoanTerms } from "@/app/api/v1/marketplace-api/test-helpers/loans/[loanId]/change-terms/route";
import { POST as defaultLoan } from "@/app/api/v1/marketplace-api/test-helpers/loans/[loanId]/default/route";
import { POST as pauseLoan } from "@/app/api/v1/marketplace-api/test-helpers/loans/[loanId]/pause/route";
import { POST as refusePayout } from "@/app/api/v1/marketplace-api/test-helpers/loans/[loanId]/refuse-payout/route";
import { POST as releasePayout } from "@/app/api/v1/marketplace-api/test-helpers/loans/[loanId]/release-payout/route";
import { POST as repayLoan } from "@/app/api/v1/marketplace-api/test-helpers/loans/[loanId]/repay/route";
import { POST as resumeLoan } from "@/app/api/v1/marketplace-api/test-helpers/loans/[loanId]/resume/route";
import { POST as reverseRepayment } from "@/app/api/v1/marketplace-api/test-helpers/loans/[loanId]/reverse/route";
import { POST as writeOffLoan } from "@/app/api/v1/marketplace-api/test-helpers/loans/[loanId]/write-off/route";
import { POST as runDueWork } from "@/app/api/v1/marketplace-api/test-helpers/run/route";
import { POST as runScenario } from "@/app/api/v1/marketplace-api/test-helpers/scenarios/[name]/route";
import { PUT as putUpload } from "@/app/api/v1/marketplace-api/uploads/[fileKey]/route";
import { POST as confirmUpload } from "@/app/api/v1/marketplace-api/uploads/confirm/route";
import { POST as requestUpload } from "@/app/api/v1/marketplace-api/uploads/route";
import { GET as getWebhook, PUT as putWebhook } from "@/app/api/v1/marketplace-api/webhook/route";
import { POST as receiveRepaymentWebhook } from "@/app/api/v1/webhooks/marketplace/repayment/route";
import { POST as receiveSettlementWebhook } from "@/app/api/v1/webhooks/marketplace/settlement/route";
import { POST as endWeeklySummary, GET as showSummaryLink } from "@/app/mail/weekly-summary/[link]/route";
import { GET as getBatch } from "@/app/marketplace/data/batches/[batchId]/route";
import { POST as submitAccountFlag } from "@/app/marketplace/data/events/account-flags/route";
import { POST as submitRepaymentEvent } from "@/app/marketplace/data/events/repayments/route";
import { POST as submitSalesEvent } from "@/app/marketplace/data/events/sales/route";
import { GET as dataHealth } from "@/app/marketplace/data/health/route";
import { POST as submitBatch } from "@/app/marketplace/data/merchants/bulk/route";
import { POST as submitMerchantData } from "@/app/marketplace/data/merchants/route";
import { GET as oauthAuthorize } from "@/app/oauth/authorize/route";
import { POST as oauthIntrospect } from "@/app/oauth/introspect/route";
import { POST as oauthRevoke } from "@/app/oauth/revoke/route";
import { POST as oauthToken } from "@/app/oauth/token/route";
import type { Operation } from "@/lib/edge/openapi/operation";
import { accountOperations } from "./account-operations";
import { connectionOperations } from "./connection-operations";
import { operatorOperations } from "./operator-operations";

const api = "/api/v1/marketplace-api";
const embed = "/api/v1/embed";
const dashboard = "/api/marketplace-dashboard";
const inbound = "/api/v1/webhooks/marketplace";
const data = "/marketplace/data";
const loans = "/api/marketplace/loans";
const merchant = `${api}/merchants/{ref}`;
const helpers = `${api}/test-helpers`;

/** Every documented operation. A test compares the list with the routes that exist. */
export const operations: Operation[] = [
  { method: "post", path: `${api}/merchants`, route: createMerchant },
  { method: "get", path: merchant, route: getMerchant },
  { method: "post", path: `${merchant}/sales-data`, route: submitSalesData },
  { method: "put", path: `${merchant}/business-info`, route: saveBusinessInfo },
  { method: "post", path: `${merchant}/directors`, route: saveDirectors },
  { method: "post", path: `${merchant}/documents`, route: attachDocument },
  { method: "post", path: `${merchant}/submit`, route: submitKyc },
  { method: "post", path: `${merchant}/embed-tokens`, route: mintEmbedToken },
  { method: "get", path: `${merchant}/funding-requests`, route: listFundingRequests },
  { method: "post", path: `${merchant}/funding-requests`, route: createFundingRequest },
  { method: "post", path: `${merchant}/disconnect`, route: disconnectMerchant },
  { method: "post", path: `${api}/uploads`, route: requestUpload },
  { method: "put", path: `${api}/uploads/{fileKey}`, route: putUpload },
  { method: "post", path: `${api}/uploads/confirm`, route: confirmUpload },
  { method: "get", path: `${api}/webhook`, route: getWebhook },
  { method: "put", path: `${api}/webhook`, route: putWebhook },
  { method: "post", path: `${api}/api-secret/rotate`, route: rotateApiSecret },
  { method: "get", path: `${api}/refused-webhooks`, route: listRefusedWebhooks },
  { method: "get", path: `${api}/settlements`, route: listSettlements },
  { method: "post", path: `${api}/settlements/{reference}/correct`, route: correctSettlement },
  { method: "get", path: `${api}/loans/{loanId}/agreement`, route: getAgreement },
  { method: "get", path: `${api}/breaks`, route: listBreaks },
  { method: "post", path: `${api}/breaks/{breakId}/answer`, route: answerBreak },
  { method: "post", path: `${api}/breaks/{breakId}/resolve`, route: resolveBreak },
  { method: "get", path: `${api}/events`, route: listEvents },
  { method: "post", path: `${api}/events/redeliver`, route: redeliverEvents },
  { method: "post", path: `${api}/events/{eventId}/redeliver`, route: redeliver },
  { method: "post", path: `${helpers}/run`, route: runDueWork },
  { method: "post", path: `${helpers}/clock/advance`, route: advanceClock },
  { method: "post", path: `${helpers}/scenarios/{name}`, route: runScenario },
  { method: "post", path: `${helpers}/kyc/{ref}/approve`, route: approveKyc },
  { method: "post", path: `${helpers}/kyc/{ref}/reject`, route: rejectKyc },
  { method: "post", path: `${helpers}/kyc/{ref}/require-update`, route: requireKycUpdate },
  { method: "post", path: `${helpers}/breaks/{breakId}/decide`, route: decideTestBreak },
  { method: "post", path: `${inbound}/repayment`, route: receiveRepaymentWebhook },
  { method: "post", path: `${inbound}/settlement`, route: receiveSettlementWebhook },
  { method: "post", path: `${helpers}/loans/{loanId}/accept`, route: acceptLoan },
  { method: "post", path: `${helpers}/loans/{loanId}/release-payout`, route: releasePayout },
  { method: "post", path: `${helpers}/loans/{loanId}/refuse-payout`, route: refusePayout },
  { method: "post", path: `${helpers}/loans/{loanId}/repay`, route: repayLoan },
  { method: "post", path: `${helpers}/loans/{loanId}/reverse`, route: reverseRepayment },
  { method: "post", path: `${helpers}/loans/{loanId}/default`, route: defaultLoan },
  { method: "post", path: `${helpers}/loans/{loanId}/pause`, route: pauseLoan },
  { method: "post", path: `${helpers}/loans/{loanId}/resume`, route: resumeLoan },
  { method: "post", path: `${helpers}/loans/{loanId}/change-terms`, route: changeLoanTerms },
  { method: "post", path: `${helpers}/loans/{loanId}/write-off`, route: writeOffLoan },
  { method: "post", path: `${helpers}/loans/{loanId}/cancel`, route: cancelLoan },
  { method: "post", path: `${dashboard}/login`, route: logIn },
  { method: "get", path: `${dashboard}/settings`, route: getMarketplaceSettings },
  { method: "put", path: `${dashboard}/settings`, route: saveMarketplaceSettings },
  { method: "get", path: `${dashboard}/embedding-origins`, route: getEmbeddingOrigins },
  { method: "put", path: `${dashboard}/embedding-origins`, route: saveEmbeddingOrigins },
  { method: "get", path: `${dashboard}/oauth-credentials`, route: getOAuthCredentials },
  { method: "put", path: `${dashboard}/oauth-credentials`, route: saveOAuthCredentials },
  { method: "post", path: `${dashboard}/oauth-credentials/regenerate-secret`, route: regenerateClientSecret },
  { method: "get", path: `${dashboard}/secret-keys`, route: listSecretKeys },
  { method: "post", path: `${dashboard}/secret-keys`, route: createSecretKey },
  { method: "delete", path: `${dashboard}/secret-keys/{keyId}`, route: revokeSecretKey },
  { method: "get", path: `${dashboard}/webhook`, route: getWebhookSettings },
  { method: "put", path: `${dashboard}/webhook`, route: saveWebhookSettings },
  { method: "post", path: `${dashboard}/webhook/rotate-secret`, route: rotateWebhookSecret },
  { method: "get", path: `${dashboard}/api-secret`, route: getApiSecret },
  { method: "post", path: `${dashboard}/api-secret/rotate`, route: renewApiSecret },
  { method: "get", path: `${dashboard}/webhook-deliveries`, route: listDeliveries },
  { method: "get", path: `${dashboard}/webhook-deliveries/{deliveryId}`, route: getDelivery },
  { method: "post", path: `${dashboard}/webhook-deliveries/{deliveryId}/redeliver`, route: redeliverDelivery },
  { method: "post", path: `${dashboard}/webhook/test`, route: testWebhook },
  { method: "get", path: `${embed}/session`, route: getJourneySession },
  { method: "put", path: `${embed}/preferences`, route: savePreferences },
  { method: "put", path: `${embed}/draft`, route: saveJourneyDraft },
  { method: "put", path: `${embed}/business-info`, route: saveJourneyBusinessInfo },
  { method: "post", path: `${embed}/directors`, route: saveJourneyDirectors },
  { method: "post", path: `${embed}/lookups/bvn`, route: lookUpJourneyBvn },
  { method: "post", path: `${embed}/lookups/nin`, route: lookUpJourneyNin },
  { method: "post", path: `${embed}/lookups/company`, route: lookUpJourneyCompany },
  { method: "post", path: `${embed}/uploads`, route: requestJourneyUpload },
  { method: "put", path: `${embed}/uploads/{fileKey}`, route: putJourneyUpload },
  { method: "post", path: `${embed}/uploads/confirm`, route: confirmJourneyUpload },
  { method: "post", path: `${embed}/documents`, route: attachJourneyDocument },
  { method: "delete", path: `${embed}/documents/{documentId}`, route: removeJourneyDocument },
  { method: "post", path: `${embed}/submit`, route: submitJourneyKyc },
  { method: "get", path: `${embed}/funding-options`, route: getFundingOptions },
  { method: "post", path: `${embed}/funding-requests`, route: createJourneyFundingRequest },
  { method: "get", path: `${embed}/loans/{loanId}`, route: getJourneyLoan },
  { method: "get", path: `${embed}/loans/{loanId}/key-facts`, route: getKeyFacts },
  { method: "get", path: `${embed}/loans/{loanId}/payoff-quote`, route: getPayoffQuote },
  { method: "post", path: `${embed}/loans/{loanId}/payments`, route: orderPayment },
  { method: "get", path: `${embed}/loans/{loanId}/agreement`, route: getJourneyAgreement },
  { method: "post", path: `${embed}/loans/{loanId}/accept`, route: acceptOffer },
  { method: "post", path: `${embed}/loans/{loanId}/decline`, route: declineOffer },
  { method: "post", path: `${embed}/loans/{loanId}/terms/accept`, route: acceptTerms },
  { method: "post", path: `${embed}/loans/{loanId}/terms/decline`, route: declineTerms },
  { method: "get", path: `${embed}/loans/{loanId}/payments/{paymentId}/receipt`, route: getJourneyReceipt },
  { method: "put", path: `${embed}/loans/{loanId}/payout-account`, route: setPayoutAccount },
  { method: "post", path: `${embed}/loans/{loanId}/mandate`, route: requestMandate },
  { method: "get", path: `${embed}/loans/{loanId}/statement`, route: getStatement },
  { method: "get", path: `${embed}/loans/{loanId}/statement.csv`, route: getStatementCsv },
  ...accountOperations,
  ...connectionOperations,
  ...operatorOperations,
  { method: "get", path: "/mail/weekly-summary/{link}", route: showSummaryLink },
  { method: "post", path: "/mail/weekly-summary/{link}", route: endWeeklySummary },
  { method: "get", path: "/.well-known/oauth-authorization-server", route: oauthMetadata },
  { method: "get", path: "/oauth/authorize", route: oauthAuthorize },
  { method: "post", path: "/oauth/token", route: oauthToken },
  { method: "post", path: "/oauth/revoke", route: oauthRevoke },
  { method: "post", path: "/oauth/introspect", route: oauthIntrospect },
  { method: "post", path: `${data}/merchants/bulk`, route: submitBatch },
  { method: "post", path: `${data}/merchants`, route: submitMerchantData },
  { method: "get", path: `${data}/batches/{batchId}`, route: getBatch },
  { method: "get", path: "/api/marketplace/data/merchant/{merchantId}/credit-score", route: getCreditScore },
  { method: "get", path: `${loans}/merchants/{merchantId}/active`, route: listActiveLoans },
  { method: "get", path: `${loans}/{loanId}/status`, route: getLoanStatus },
  { method: "post", path: `${loans}/deductions/validate`, route: validateDeductions },
  { method: "post", path: `${loans}/status/bulk`, route: getLoanStatuses },
  { method: "get", path: `${loans}/{loanId}/explain`, route: explainLoan },
  { method: "post", path: `${data}/events/sales`, route: submitSalesEvent },
  { method: "post", path: `${data}/events/repayments`, route: submitRepaymentEvent },
  { method: "post", path: `${data}/events/account-flags`, route: submitAccountFlag },
  { method: "get", path: `${data}/health`, route: dataHealth },
  { method: "get", path: "/api", route: apiInfo },
  { method: "get", path: "/api/health", route: health },
  { method: "get", path: "/api/ping", route: ping },
  { method: "get", path: "/api/sandbox", route: sandboxInfo },
  { method: "get", path: "/api/sandbox/credentials", route: sandboxCredentials },
  { method: "get", path: "/api/sandbox/merchants", route: sandboxMerchants },
  { method: "post", path: "/api/sandbox/receiver", route: sandboxReceiver },
  { method: "get", path: "/.well-known/oauth-authorization-server/demo", route: sandboxMarketplaceMetadata },
  { method: "post", path: "/api/sandbox/marketplace/token", route: sandboxMarketplaceToken },
  { method: "post", path: "/api/sandbox/marketplace/revoke", route: sandboxMarketplaceRevoke },
  { method: "get", path: "/api/sandbox/marketplace/sales", route: sandboxMarketplaceSales },
];
