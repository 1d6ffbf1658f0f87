import * as wellKnownOauthAuthorizationServerDemo from "@/app/.well-known/oauth-authorization-server/demo/route";
import * as wellKnownOauthAuthorizationServer from "@/app/.well-known/oauth-authorization-server/route";
import * as apiHealth from "@/app/api/health/route";
import * as apiInvitationsTokenAccept from "@/app/api/invitations/[token]/accept/route";
import * as apiInvitationsToken from "@/app/api/invitations/[token]/route";
import * as apiInvitations from "@/app/api/invitations/route";
import * as apiLendersLenderIdPause from "@/app/api/lenders/[lenderId]/pause/route";
import * as apiLendersLenderIdResume from "@/app/api/lenders/[lenderId]/resume/route";
import * as apiLendersLenderId from "@/app/api/lenders/[lenderId]/route";
import * as apiLenders from "@/app/api/lenders/route";
import * as apiMarketplaceDataMerchantMerchantIdCreditScore from "@/app/api/marketplace/data/merchant/[merchantId]/credit-score/route";
import * as apiMarketplaceLoansLoanIdExplain from "@/app/api/marketplace/loans/[loanId]/explain/route";
import * as apiMarketplaceLoansLoanIdStatus from "@/app/api/marketplace/loans/[loanId]/status/route";
import * as apiMarketplaceLoansDeductionsValidate from "@/app/api/marketplace/loans/deductions/validate/route";
import * as apiMarketplaceLoansMerchantsMerchantIdActive from "@/app/api/marketplace/loans/merchants/[merchantId]/active/route";
import * as apiMarketplaceLoansStatusBulk from "@/app/api/marketplace/loans/status/bulk/route";
import * as apiMarketplaceConnectionsConnectionIdCredentials from "@/app/api/marketplace-connections/[connectionId]/credentials/route";
import * as apiMarketplaceConnectionsConnectionId from "@/app/api/marketplace-connections/[connectionId]/route";
import * as apiMarketplaceConnectionsConnectionIdStatus from "@/app/api/marketplace-connections/[connectionId]/status/route";
import * as apiMarketplaceConnectionsAvailable from "@/app/api/marketplace-connections/available/route";
import * as apiMarketplaceConnectionsCatalogMarketplaceId from "@/app/api/marketplace-connections/catalog/[marketplaceId]/route";
import * as apiMarketplaceConnectionsCatalog from "@/app/api/marketplace-connections/catalog/route";
import * as apiMarketplaceConnectionsOauthCallback from "@/app/api/marketplace-connections/oauth/callback/route";
import * as apiMarketplaceConnections from "@/app/api/marketplace-connections/route";
import * as apiMarketplaceDashboardApiSecretRotate from "@/app/api/marketplace-dashboard/api-secret/rotate/route";
import * as apiMarketplaceDashboardApiSecret from "@/app/api/marketplace-dashboard/api-secret/route";
import * as apiMarketplaceDashboardEmbeddingOrigins from "@/app/api/marketplace-dashboard/embedding-origins/route";
import * as apiMarketplaceDashboardLogin from "@/app/api/marketplace-dashboard/login/route";
import * as apiMarketplaceDashboardMerchantConnections from "@/app/api/marketplace-dashboard/merchant-connections/route";
import * as apiMarketplaceDashboardOauthCredentialsRegenerateSecret from "@/app/api/marketplace-dashboard/oauth-credentials/regenerate-secret/route";
import * as apiMarketplaceDashboardOauthCredentials from "@/app/api/marketplace-dashboard/oauth-credentials/route";
import * as apiMarketplaceDashboardSecretKeysKeyId from "@/app/api/marketplace-dashboard/secret-keys/[keyId]/route";
import * as apiMarketplaceDashboardSecretKeys from "@/app/api/marketplace-dashboard/secret-keys/route";
import * as apiMarketplaceDashboardSettings from "@/app/api/marketplace-dashboard/settings/route";
import * as apiMarketplaceDashboardWebhookRotateSecret from "@/app/api/marketplace-dashboard/webhook/rotate-secret/route";
import * as apiMarketplaceDashboardWebhook from "@/app/api/marketplace-dashboard/webhook/route";
import * as apiMarketplaceDashboardWebhookTest from "@/app/api/marketplace-dashboard/webhook/test/route";
import * as apiMarketplaceDashboardWebhookDeliveriesDeliveryIdRedeliver from "@/app/api/marketplace-dashboard/webhook-deliveries/[deliveryId]/redeliver/route";
import * as apiMarketplaceDashboardWebhookDeliveriesDeliveryId from "@/app/api/marketplace-dashboard/webhook-deliveries/[deliveryId]/route";
import * as apiMarketplaceDashboardWebhookDeliveries from "@/app/api/marketplace-dashboard/webhook-deliveries/route";
import * as apiMarketplacesRegistrationComplete from "@/app/api/marketplaces/registration/complete/route";
import * as apiMe from "@/app/api/me/route";
import * as apiMerchantsMerchant from "@/app/api/merchants/[merchant]/route";
import * as apiMerchantsAuthChangePassword from "@/app/api/merchants/auth/change-password/route";
import * as apiMerchantsAuthForgotPassword from "@/app/api/merchants/auth/forgot-password/route";
import * as apiMerchantsAuthLogin from "@/app/api/merchants/auth/login/route";
import * as apiMerchantsAuthLogout from "@/app/api/merchants/auth/logout/route";
import * as apiMerchantsAuthMe from "@/app/api/merchants/auth/me/route";
import * as apiMerchantsAuthRefresh from "@/app/api/merchants/auth/refresh/route";
import * as apiMerchantsAuthRegister from "@/app/api/merchants/auth/register/route";
import * as apiMerchantsAuthResendVerification from "@/app/api/merchants/auth/resend-verification/route";
import * as apiMerchantsAuthResetPassword from "@/app/api/merchants/auth/reset-password/route";
import * as apiMerchantsAuthSessionsSessionId from "@/app/api/merchants/auth/sessions/[sessionId]/route";
import * as apiMerchantsAuthSessions from "@/app/api/merchants/auth/sessions/route";
import * as apiMerchantsAuthVerifyEmail from "@/app/api/merchants/auth/verify-email/route";
import * as apiMerchantsKycBusinessCategories from "@/app/api/merchants/kyc/business-categories/route";
import * as apiMerchantsKycBusinessInfo from "@/app/api/merchants/kyc/business-info/route";
import * as apiMerchantsKycBusinessTypes from "@/app/api/merchants/kyc/business-types/route";
import * as apiMerchantsKycDirectorsDirectorId from "@/app/api/merchants/kyc/directors/[directorId]/route";
import * as apiMerchantsKycDirectorsBulk from "@/app/api/merchants/kyc/directors/bulk/route";
import * as apiMerchantsKycDirectors from "@/app/api/merchants/kyc/directors/route";
import * as apiMerchantsKycDocumentTypes from "@/app/api/merchants/kyc/document-types/route";
import * as apiMerchantsKycDocumentsDocumentId from "@/app/api/merchants/kyc/documents/[documentId]/route";
import * as apiMerchantsKycDocuments from "@/app/api/merchants/kyc/documents/route";
import * as apiMerchantsKycDraft from "@/app/api/merchants/kyc/draft/route";
import * as apiMerchantsKycLookupsBvn from "@/app/api/merchants/kyc/lookups/bvn/route";
import * as apiMerchantsKycLookupsCompany from "@/app/api/merchants/kyc/lookups/company/route";
import * as apiMerchantsKycLookupsNin from "@/app/api/merchants/kyc/lookups/nin/route";
import * as apiMerchantsKycOnboardingStatus from "@/app/api/merchants/kyc/onboarding-status/route";
import * as apiMerchantsKycOtpSend from "@/app/api/merchants/kyc/otp/send/route";
import * as apiMerchantsKycOtpVerify from "@/app/api/merchants/kyc/otp/verify/route";
import * as apiMerchantsKycProgress from "@/app/api/merchants/kyc/progress/route";
import * as apiMerchantsKycSubmit from "@/app/api/merchants/kyc/submit/route";
import * as apiMerchantsKycUploadsFileKey from "@/app/api/merchants/kyc/uploads/[fileKey]/route";
import * as apiMerchantsKycUploadsConfirm from "@/app/api/merchants/kyc/uploads/confirm/route";
import * as apiMerchantsKycUploads from "@/app/api/merchants/kyc/uploads/route";
import * as apiMerchantsLoansLoanIdAgreement from "@/app/api/merchants/loans/[loanId]/agreement/route";
import * as apiMerchantsLoansLoanIdKeyFacts from "@/app/api/merchants/loans/[loanId]/key-facts/route";
import * as apiMerchantsLoansLoanIdPaymentsPaymentIdReceipt from "@/app/api/merchants/loans/[loanId]/payments/[paymentId]/receipt/route";
import * as apiMerchantsLoansLoanIdRefundAccount from "@/app/api/merchants/loans/[loanId]/refund-account/route";
import * as apiMerchantsLoansLoanId from "@/app/api/merchants/loans/[loanId]/route";
import * as apiMerchantsLoansLoanIdStatement from "@/app/api/merchants/loans/[loanId]/statement/route";
import * as apiMerchantsLoans from "@/app/api/merchants/loans/route";
import * as apiMerchantsNotificationsNotificationIdRead from "@/app/api/merchants/notifications/[notificationId]/read/route";
import * as apiMerchantsNotificationsNotificationId from "@/app/api/merchants/notifications/[notificationId]/route";
import * as apiMerchantsNotificationsPreferences from "@/app/api/merchants/notifications/preferences/route";
import * as apiMerchantsNotificationsReadAll from "@/app/api/merchants/notifications/read-all/route";
import * as apiMerchantsNotifications from "@/app/api/merchants/notifications/route";
import * as apiMerchantsPayments from "@/app/api/merchants/payments/route";
import * as apiMerchants from "@/app/api/merchants/route";
import * as apiMerchantsScore from "@/app/api/merchants/score/route";
import * as apiOpsLoansLoanIdCancel from "@/app/api/ops/loans/[loanId]/cancel/route";
import * as apiOpsLoansLoanIdChangeTerms from "@/app/api/ops/loans/[loanId]/change-terms/route";
import * as apiOpsLoansLoanIdDefault from "@/app/api/ops/loans/[loanId]/default/route";
import * as apiOpsLoansLoanIdPause from "@/app/api/ops/loans/[loanId]/pause/route";
import * as apiOpsLoansLoanIdRecover from "@/app/api/ops/loans/[loanId]/recover/route";
import * as apiOpsLoansLoanIdResume from "@/app/api/ops/loans/[loanId]/resume/route";
import * as apiOpsLoansLoanIdTakeBackDefault from "@/app/api/ops/loans/[loanId]/take-back-default/route";
import * as apiOpsLoansLoanIdWriteOff from "@/app/api/ops/loans/[loanId]/write-off/route";
import * as apiOpsLogin from "@/app/api/ops/login/route";
import * as apiOpsProposalsProposalIdApprove from "@/app/api/ops/proposals/[proposalId]/approve/route";
import * as apiOpsProposalsProposalIdReject from "@/app/api/ops/proposals/[proposalId]/reject/route";
import * as apiOpsProposalsProposalId from "@/app/api/ops/proposals/[proposalId]/route";
import * as apiOpsProposals from "@/app/api/ops/proposals/route";
import * as apiPing from "@/app/api/ping/route";
import * as api from "@/app/api/route";
import * as apiSandboxCredentials from "@/app/api/sandbox/credentials/route";
import * as apiSandboxMarketplaceRevoke from "@/app/api/sandbox/marketplace/revoke/route";
import * as apiSandboxMarketplaceSales from "@/app/api/sandbox/marketplace/sales/route";
import * as apiSandboxMarketplaceToken from "@/app/api/sandbox/marketplace/token/route";
import * as apiSandboxMerchants from "@/app/api/sandbox/merchants/route";
import * as apiSandboxReceiver from "@/app/api/sandbox/receiver/route";
import * as apiSandbox from "@/app/api/sandbox/route";
import * as apiV1EmbedBusinessInfo from "@/app/api/v1/embed/business-info/route";
import * as apiV1EmbedDirectors from "@/app/api/v1/embed/directors/route";
import * as apiV1EmbedDocumentsDocumentId from "@/app/api/v1/embed/documents/[documentId]/route";
import * as apiV1EmbedDocuments from "@/app/api/v1/embed/documents/route";
import * as apiV1EmbedDraft from "@/app/api/v1/embed/draft/route";
import * as apiV1EmbedFundingOptions from "@/app/api/v1/embed/funding-options/route";
import * as apiV1EmbedFundingRequests from "@/app/api/v1/embed/funding-requests/route";
import * as apiV1EmbedLoansLoanIdAccept from "@/app/api/v1/embed/loans/[loanId]/accept/route";
import * as apiV1EmbedLoansLoanIdAgreement from "@/app/api/v1/embed/loans/[loanId]/agreement/route";
import * as apiV1EmbedLoansLoanIdDecline from "@/app/api/v1/embed/loans/[loanId]/decline/route";
import * as apiV1EmbedLoansLoanIdKeyFacts from "@/app/api/v1/embed/loans/[loanId]/key-facts/route";
import * as apiV1EmbedLoansLoanIdMandate from "@/app/api/v1/embed/loans/[loanId]/mandate/route";
import * as apiV1EmbedLoansLoanIdPaymentsPaymentIdReceipt from "@/app/api/v1/embed/loans/[loanId]/payments/[paymentId]/receipt/route";
import * as apiV1EmbedLoansLoanIdPayments from "@/app/api/v1/embed/loans/[loanId]/payments/route";
import * as apiV1EmbedLoansLoanIdPayoffQuote from "@/app/api/v1/embed/loans/[loanId]/payoff-quote/route";
import * as apiV1EmbedLoansLoanIdPayoutAccount from "@/app/api/v1/embed/loans/[loanId]/payout-account/route";
import * as apiV1EmbedLoansLoanId from "@/app/api/v1/embed/loans/[loanId]/route";
import * as apiV1EmbedLoansLoanIdStatement from "@/app/api/v1/embed/loans/[loanId]/statement/route";
import * as apiV1EmbedLoansLoanIdStatementCsv from "@/app/api/v1/embed/loans/[loanId]/statement.csv/route";
import * as apiV1EmbedLoansLoanIdTermsAccept from "@/app/api/v1/embed/loans/[loanId]/terms/accept/route";
import * as apiV1EmbedLoansLoanIdTermsDecline from "@/app/api/v1/embed/loans/[loanId]/terms/decline/route";
import * as apiV1EmbedLookupsBvn from "@/app/api/v1/embed/lookups/bvn/route";
import * as apiV1EmbedLookupsCompany from "@/app/api/v1/embed/lookups/company/route";
import * as apiV1EmbedLookupsNin from "@/app/api/v1/embed/lookups/nin/route";
import * as apiV1EmbedPreferences from "@/app/api/v1/embed/preferences/route";
import * as apiV1EmbedSession from "@/app/api/v1/embed/session/route";
import * as apiV1EmbedSubmit from "@/app/api/v1/embed/submit/route";
import * as apiV1EmbedUploadsFileKey from "@/app/api/v1/embed/uploads/[fileKey]/route";
import * as apiV1EmbedUploadsConfirm from "@/app/api/v1/embed/uploads/confirm/route";
import * as apiV1EmbedUploads from "@/app/api/v1/embed/uploads/route";
import * as apiV1MarketplaceApiApiSecretRotate from "@/app/api/v1/marketplace-api/api-secret/rotate/route";
import * as apiV1MarketplaceApiBreaksBreakIdAnswer from "@/app/api/v1/marketplace-api/breaks/[breakId]/answer/route";
import * as apiV1MarketplaceApiBreaksBreakIdResolve from "@/app/api/v1/marketplace-api/breaks/[breakId]/resolve/route";
import * as apiV1MarketplaceApiBreaks from "@/app/api/v1/marketplace-api/breaks/route";
import * as apiV1MarketplaceApiEventsEventIdRedeliver from "@/app/api/v1/marketplace-api/events/[eventId]/redeliver/route";
import * as apiV1MarketplaceApiEventsRedeliver from "@/app/api/v1/marketplace-api/events/redeliver/route";
import * as apiV1MarketplaceApiEvents from "@/app/api/v1/marketplace-api/events/route";
import * as apiV1MarketplaceApiLoansLoanIdAgreement from "@/app/api/v1/marketplace-api/loans/[loanId]/agreement/route";
import * as apiV1MarketplaceApiMerchantsRefBusinessInfo from "@/app/api/v1/marketplace-api/merchants/[ref]/business-info/route";
import * as apiV1MarketplaceApiMerchantsRefDirectors from "@/app/api/v1/marketplace-api/merchants/[ref]/directors/route";
import * as apiV1MarketplaceApiMerchantsRefDisconnect from "@/app/api/v1/marketplace-api/merchants/[ref]/disconnect/route";
import * as apiV1MarketplaceApiMerchantsRefDocuments from "@/app/api/v1/marketplace-api/merchants/[ref]/documents/route";
import * as apiV1MarketplaceApiMerchantsRefEmbedTokens from "@/app/api/v1/marketplace-api/merchants/[ref]/embed-tokens/route";
import * as apiV1MarketplaceApiMerchantsRefFundingRequests from "@/app/api/v1/marketplace-api/merchants/[ref]/funding-requests/route";
import * as apiV1MarketplaceApiMerchantsRef from "@/app/api/v1/marketplace-api/merchants/[ref]/route";
import * as apiV1MarketplaceApiMerchantsRefSalesData from "@/app/api/v1/marketplace-api/merchants/[ref]/sales-data/route";
import * as apiV1MarketplaceApiMerchantsRefSubmit from "@/app/api/v1/marketplace-api/merchants/[ref]/submit/route";
import * as apiV1MarketplaceApiMerchants from "@/app/api/v1/marketplace-api/merchants/route";
import * as apiV1MarketplaceApiRefusedWebhooks from "@/app/api/v1/marketplace-api/refused-webhooks/route";
import * as apiV1MarketplaceApiSettlementsReferenceCorrect from "@/app/api/v1/marketplace-api/settlements/[reference]/correct/route";
import * as apiV1MarketplaceApiSettlements from "@/app/api/v1/marketplace-api/settlements/route";
import * as apiV1MarketplaceApiTestHelpersBreaksBreakIdDecide from "@/app/api/v1/marketplace-api/test-helpers/breaks/[breakId]/decide/route";
import * as apiV1MarketplaceApiTestHelpersClockAdvance from "@/app/api/v1/marketplace-api/test-helpers/clock/advance/route";
import * as apiV1MarketplaceApiTestHelpersKycRefApprove from "@/app/api/v1/marketplace-api/test-helpers/kyc/[ref]/approve/route";
import * as apiV1MarketplaceApiTestHelpersKycRefReject from "@/app/api/v1/marketplace-api/test-helpers/kyc/[ref]/reject/route";
import * as apiV1MarketplaceApiTestHelpersKycRefRequireUpdate from "@/app/api/v1/marketplace-api/test-helpers/kyc/[ref]/require-update/route";
import * as apiV1MarketplaceApiTestHelpersLoansLoanIdAccept from "@/app/api/v1/marketplace-api/test-helpers/loans/[loanId]/accept/route";
import * as apiV1MarketplaceApiTestHelpersLoansLoanIdCancel from "@/app/api/v1/marketplace-api/test-helpers/loans/[loanId]/cancel/route";
import * as apiV1MarketplaceApiTestHelpersLoansLoanIdChangeTerms from "@/app/api/v1/marketplace-api/test-helpers/loans/[loanId]/change-terms/route";
import * as apiV1MarketplaceApiTestHelpersLoansLoanIdDefault from "@/app/api/v1/marketplace-api/test-helpers/loans/[loanId]/default/route";
import * as apiV1MarketplaceApiTestHelpersLoansLoanIdPause from "@/app/api/v1/marketplace-api/test-helpers/loans/[loanId]/pause/route";
import * as apiV1MarketplaceApiTestHelpersLoansLoanIdRefusePayout from "@/app/api/v1/marketplace-api/test-helpers/loans/[loanId]/refuse-payout/route";
import * as apiV1MarketplaceApiTestHelpersLoansLoanIdReleasePayout from "@/app/api/v1/marketplace-api/test-helpers/loans/[loanId]/release-payout/route";
import * as apiV1MarketplaceApiTestHelpersLoansLoanIdRepay from "@/app/api/v1/marketplace-api/test-helpers/loans/[loanId]/repay/route";
import * as apiV1MarketplaceApiTestHelpersLoansLoanIdResume from "@/app/api/v1/marketplace-api/test-helpers/loans/[loanId]/resume/route";
import * as apiV1MarketplaceApiTestHelpersLoansLoanIdReverse from "@/app/api/v1/marketplace-api/test-helpers/loans/[loanId]/reverse/route";
import * as apiV1MarketplaceApiTestHelpersLoansLoanIdWriteOff from "@/app/api/v1/marketplace-api/test-helpers/loans/[loanId]/write-off/route";
import * as apiV1MarketplaceApiTestHelpersRun from "@/app/api/v1/marketplace-api/test-helpers/run/route";
import * as apiV1MarketplaceApiTestHelpersScenariosName from "@/app/api/v1/marketplace-api/test-helpers/scenarios/[name]/route";
import * as apiV1MarketplaceApiUploadsFileKey from "@/app/api/v1/marketplace-api/uploads/[fileKey]/route";
import * as apiV1MarketplaceApiUploadsConfirm from "@/app/api/v1/marketplace-api/uploads/confirm/route";
import * as apiV1MarketplaceApiUploads from "@/app/api/v1/marketplace-api/uploads/route";
import * as apiV1MarketplaceApiWebhook from "@/app/api/v1/marketplace-api/webhook/route";
import * as apiV1WebhooksMarketplaceRepayment from "@/app/api/v1/webhooks/marketplace/repayment/route";
import * as apiV1WebhooksMarketplaceSettlement from "@/app/api/v1/webhooks/marketplace/settlement/route";
import * as mailWeeklySummaryLink from "@/app/mail/weekly-summary/[link]/route";
import * as marketplaceDataBatchesBatchId from "@/app/marketplace/data/batches/[batchId]/route";
import * as marketplaceDataEventsAccountFlags from "@/app/marketplace/data/events/account-flags/route";
import * as marketplaceDataEventsRepayments from "@/app/marketplace/data/events/repayments/route";
import * as marketplaceDataEventsSales from "@/app/marketplace/data/events/sales/route";
import * as marketplaceDataHealth from "@/app/marketplace/data/health/route";
import * as marketplaceDataMerchantsBulk from "@/app/marketplace/data/merchants/bulk/route";
import * as marketplaceDataMerchants from "@/app/marketplace/data/merchants/route";
import * as oauthAuthorize from "@/app/oauth/authorize/route";
import * as oauthIntrospect from "@/app/oauth/introspect/route";
import * as oauthRevoke from "@/app/oauth/revoke/route";
import * as oauthToken from "@/app/oauth/token/route";

/** The route files of the contract, by their addresses. Written by `npm run api:accept`. */
export const routes = {
  "/.well-known/oauth-authorization-server": wellKnownOauthAuthorizationServer,
  "/.well-known/oauth-authorization-server/demo": wellKnownOauthAuthorizationServerDemo,
  "/api": api,
  "/api/health": apiHealth,
  "/api/invitations": apiInvitations,
  "/api/invitations/{token}": apiInvitationsToken,
  "/api/invitations/{token}/accept": apiInvitationsTokenAccept,
  "/api/lenders": apiLenders,
  "/api/lenders/{lenderId}": apiLendersLenderId,
  "/api/lenders/{lenderId}/pause": apiLendersLenderIdPause,
  "/api/lenders/{lenderId}/resume": apiLendersLenderIdResume,
  "/api/marketplace-connections": apiMarketplaceConnections,
  "/api/marketplace-connections/available": apiMarketplaceConnectionsAvailable,
  "/api/marketplace-connections/catalog": apiMarketplaceConnectionsCatalog,
  "/api/marketplace-connections/catalog/{marketplaceId}": apiMarketplaceConnectionsCatalogMarketplaceId,
  "/api/marketplace-connections/oauth/callback": apiMarketplaceConnectionsOauthCallback,
  "/api/marketplace-connections/{connectionId}": apiMarketplaceConnectionsConnectionId,
  "/api/marketplace-connections/{connectionId}/credentials": apiMarketplaceConnectionsConnectionIdCredentials,
  "/api/marketplace-connections/{connectionId}/status": apiMarketplaceConnectionsConnectionIdStatus,
  "/api/marketplace-dashboard/api-secret": apiMarketplaceDashboardApiSecret,
  "/api/marketplace-dashboard/api-secret/rotate": apiMarketplaceDashboardApiSecretRotate,
  "/api/marketplace-dashboard/embedding-origins": apiMarketplaceDashboardEmbeddingOrigins,
  "/api/marketplace-dashboard/login": apiMarketplaceDashboardLogin,
  "/api/marketplace-dashboard/merchant-connections": apiMarketplaceDashboardMerchantConnections,
  "/api/marketplace-dashboard/oauth-credentials": apiMarketplaceDashboardOauthCredentials,
  "/api/marketplace-dashboard/oauth-credentials/regenerate-secret":
    apiMarketplaceDashboardOauthCredentialsRegenerateSecret,
  "/api/marketplace-dashboard/secret-keys": apiMarketplaceDashboardSecretKeys,
  "/api/marketplace-dashboard/secret-keys/{keyId}": apiMarketplaceDashboardSecretKeysKeyId,
  "/api/marketplace-dashboard/settings": apiMarketplaceDashboardSettings,
  "/api/marketplace-dashboard/webhook": apiMarketplaceDashboardWebhook,
  "/api/marketplace-dashboard/webhook-deliveries": apiMarketplaceDashboardWebhookDeliveries,
  "/api/marketplace-dashboard/webhook-deliveries/{deliveryId}": apiMarketplaceDashboardWebhookDeliveriesDeliveryId,
  "/api/marketplace-dashboard/webhook-deliveries/{deliveryId}/redeliver":
    apiMarketplaceDashboardWebhookDeliveriesDeliveryIdRedeliver,
  "/api/marketplace-dashboard/webhook/rotate-secret": apiMarketplaceDashboardWebhookRotateSecret,
  "/api/marketplace-dashboard/webhook/test": apiMarketplaceDashboardWebhookTest,
  "/api/marketplace/data/merchant/{merchantId}/credit-score": apiMarketplaceDataMerchantMerchantIdCreditScore,
  "/api/marketplace/loans/deductions/validate": apiMarketplaceLoansDeductionsValidate,
  "/api/marketplace/loans/merchants/{merchantId}/active": apiMarketplaceLoansMerchantsMerchantIdActive,
  "/api/marketplace/loans/status/bulk": apiMarketplaceLoansStatusBulk,
  "/api/marketplace/loans/{loanId}/explain": apiMarketplaceLoansLoanIdExplain,
  "/api/marketplace/loans/{loanId}/status": apiMarketplaceLoansLoanIdStatus,
  "/api/marketplaces/registration/complete": apiMarketplacesRegistrationComplete,
  "/api/me": apiMe,
  "/api/merchants": apiMerchants,
  "/api/merchants/auth/change-password": apiMerchantsAuthChangePassword,
  "/api/merchants/auth/forgot-password": apiMerchantsAuthForgotPassword,
  "/api/merchants/auth/login": apiMerchantsAuthLogin,
  "/api/merchants/auth/logout": apiMerchantsAuthLogout,
  "/api/merchants/auth/me": apiMerchantsAuthMe,
  "/api/merchants/auth/refresh": apiMerchantsAuthRefresh,
  "/api/merchants/auth/register": apiMerchantsAuthRegister,
  "/api/merchants/auth/resend-verification": apiMerchantsAuthResendVerification,
  "/api/merchants/auth/reset-password": apiMerchantsAuthResetPassword,
  "/api/merchants/auth/sessions": apiMerchantsAuthSessions,
  "/api/merchants/auth/sessions/{sessionId}": apiMerchantsAuthSessionsSessionId,
  "/api/merchants/auth/verify-email": apiMerchantsAuthVerifyEmail,
  "/api/merchants/kyc/business-categories": apiMerchantsKycBusinessCategories,
  "/api/merchants/kyc/business-info": apiMerchantsKycBusinessInfo,
  "/api/merchants/kyc/business-types": apiMerchantsKycBusinessTypes,
  "/api/merchants/kyc/directors": apiMerchantsKycDirectors,
  "/api/merchants/kyc/directors/bulk": apiMerchantsKycDirectorsBulk,
  "/api/merchants/kyc/directors/{directorId}": apiMerchantsKycDirectorsDirectorId,
  "/api/merchants/kyc/document-types": apiMerchantsKycDocumentTypes,
  "/api/merchants/kyc/documents": apiMerchantsKycDocuments,
  "/api/merchants/kyc/documents/{documentId}": apiMerchantsKycDocumentsDocumentId,
  "/api/merchants/kyc/draft": apiMerchantsKycDraft,
  "/api/merchants/kyc/lookups/bvn": apiMerchantsKycLookupsBvn,
  "/api/merchants/kyc/lookups/company": apiMerchantsKycLookupsCompany,
  "/api/merchants/kyc/lookups/nin": apiMerchantsKycLookupsNin,
  "/api/merchants/kyc/onboarding-status": apiMerchantsKycOnboardingStatus,
  "/api/merchants/kyc/otp/send": apiMerchantsKycOtpSend,
  "/api/merchants/kyc/otp/verify": apiMerchantsKycOtpVerify,
  "/api/merchants/kyc/progress": apiMerchantsKycProgress,
  "/api/merchants/kyc/submit": apiMerchantsKycSubmit,
  "/api/merchants/kyc/uploads": apiMerchantsKycUploads,
  "/api/merchants/kyc/uploads/confirm": apiMerchantsKycUploadsConfirm,
  "/api/merchants/kyc/uploads/{fileKey}": apiMerchantsKycUploadsFileKey,
  "/api/merchants/loans": apiMerchantsLoans,
  "/api/merchants/loans/{loanId}": apiMerchantsLoansLoanId,
  "/api/merchants/loans/{loanId}/agreement": apiMerchantsLoansLoanIdAgreement,
  "/api/merchants/loans/{loanId}/key-facts": apiMerchantsLoansLoanIdKeyFacts,
  "/api/merchants/loans/{loanId}/payments/{paymentId}/receipt": apiMerchantsLoansLoanIdPaymentsPaymentIdReceipt,
  "/api/merchants/loans/{loanId}/refund-account": apiMerchantsLoansLoanIdRefundAccount,
  "/api/merchants/loans/{loanId}/statement": apiMerchantsLoansLoanIdStatement,
  "/api/merchants/notifications": apiMerchantsNotifications,
  "/api/merchants/notifications/preferences": apiMerchantsNotificationsPreferences,
  "/api/merchants/notifications/read-all": apiMerchantsNotificationsReadAll,
  "/api/merchants/notifications/{notificationId}": apiMerchantsNotificationsNotificationId,
  "/api/merchants/notifications/{notificationId}/read": apiMerchantsNotificationsNotificationIdRead,
  "/api/merchants/payments": apiMerchantsPayments,
  "/api/merchants/score": apiMerchantsScore,
  "/api/merchants/{merchant}": apiMerchantsMerchant,
  "/api/ops/loans/{loanId}/cancel": apiOpsLoansLoanIdCancel,
  "/api/ops/loans/{loanId}/change-terms": apiOpsLoansLoanIdChangeTerms,
  "/api/ops/loans/{loanId}/default": apiOpsLoansLoanIdDefault,
  "/api/ops/loans/{loanId}/pause": apiOpsLoansLoanIdPause,
  "/api/ops/loans/{loanId}/recover": apiOpsLoansLoanIdRecover,
  "/api/ops/loans/{loanId}/resume": apiOpsLoansLoanIdResume,
  "/api/ops/loans/{loanId}/take-back-default": apiOpsLoansLoanIdTakeBackDefault,
  "/api/ops/loans/{loanId}/write-off": apiOpsLoansLoanIdWriteOff,
  "/api/ops/login": apiOpsLogin,
  "/api/ops/proposals": apiOpsProposals,
  "/api/ops/proposals/{proposalId}": apiOpsProposalsProposalId,
  "/api/ops/proposals/{proposalId}/approve": apiOpsProposalsProposalIdApprove,
  "/api/ops/proposals/{proposalId}/reject": apiOpsProposalsProposalIdReject,
  "/api/ping": apiPing,
  "/api/sandbox": apiSandbox,
  "/api/sandbox/credentials": apiSandboxCredentials,
  "/api/sandbox/marketplace/revoke": apiSandboxMarketplaceRevoke,
  "/api/sandbox/marketplace/sales": apiSandboxMarketplaceSales,
  "/api/sandbox/marketplace/token": apiSandboxMarketplaceToken,
  "/api/sandbox/merchants": apiSandboxMerchants,
  "/api/sandbox/receiver": apiSandboxReceiver,
  "/api/v1/embed/business-info": apiV1EmbedBusinessInfo,
  "/api/v1/embed/directors": apiV1EmbedDirectors,
  "/api/v1/embed/documents": apiV1EmbedDocuments,
  "/api/v1/embed/documents/{documentId}": apiV1EmbedDocumentsDocumentId,
  "/api/v1/embed/draft": apiV1EmbedDraft,
  "/api/v1/embed/funding-options": apiV1EmbedFundingOptions,
  "/api/v1/embed/funding-requests": apiV1EmbedFundingRequests,
  "/api/v1/embed/loans/{loanId}": apiV1EmbedLoansLoanId,
  "/api/v1/embed/loans/{loanId}/accept": apiV1EmbedLoansLoanIdAccept,
  "/api/v1/embed/loans/{loanId}/agreement": apiV1EmbedLoansLoanIdAgreement,
  "/api/v1/embed/loans/{loanId}/decline": apiV1EmbedLoansLoanIdDecline,
  "/api/v1/embed/loans/{loanId}/key-facts": apiV1EmbedLoansLoanIdKeyFacts,
  "/api/v1/embed/loans/{loanId}/mandate": apiV1EmbedLoansLoanIdMandate,
  "/api/v1/embed/loans/{loanId}/payments": apiV1EmbedLoansLoanIdPayments,
  "/api/v1/embed/loans/{loanId}/payments/{paymentId}/receipt": apiV1EmbedLoansLoanIdPaymentsPaymentIdReceipt,
  "/api/v1/embed/loans/{loanId}/payoff-quote": apiV1EmbedLoansLoanIdPayoffQuote,
  "/api/v1/embed/loans/{loanId}/payout-account": apiV1EmbedLoansLoanIdPayoutAccount,
  "/api/v1/embed/loans/{loanId}/statement": apiV1EmbedLoansLoanIdStatement,
  "/api/v1/embed/loans/{loanId}/statement.csv": apiV1EmbedLoansLoanIdStatementCsv,
  "/api/v1/embed/loans/{loanId}/terms/accept": apiV1EmbedLoansLoanIdTermsAccept,
  "/api/v1/embed/loans/{loanId}/terms/decline": apiV1EmbedLoansLoanIdTermsDecline,
  "/api/v1/embed/lookups/bvn": apiV1EmbedLookupsBvn,
  "/api/v1/embed/lookups/company": apiV1EmbedLookupsCompany,
  "/api/v1/embed/lookups/nin": apiV1EmbedLookupsNin,
  "/api/v1/embed/preferences": apiV1EmbedPreferences,
  "/api/v1/embed/session": apiV1EmbedSession,
  "/api/v1/embed/submit": apiV1EmbedSubmit,
  "/api/v1/embed/uploads": apiV1EmbedUploads,
  "/api/v1/embed/uploads/confirm": apiV1EmbedUploadsConfirm,
  "/api/v1/embed/uploads/{fileKey}": apiV1EmbedUploadsFileKey,
  "/api/v1/marketplace-api/api-secret/rotate": apiV1MarketplaceApiApiSecretRotate,
  "/api/v1/marketplace-api/breaks": apiV1MarketplaceApiBreaks,
  "/api/v1/marketplace-api/breaks/{breakId}/answer": apiV1MarketplaceApiBreaksBreakIdAnswer,
  "/api/v1/marketplace-api/breaks/{breakId}/resolve": apiV1MarketplaceApiBreaksBreakIdResolve,
  "/api/v1/marketplace-api/events": apiV1MarketplaceApiEvents,
  "/api/v1/marketplace-api/events/redeliver": apiV1MarketplaceApiEventsRedeliver,
  "/api/v1/marketplace-api/events/{eventId}/redeliver": apiV1MarketplaceApiEventsEventIdRedeliver,
  "/api/v1/marketplace-api/loans/{loanId}/agreement": apiV1MarketplaceApiLoansLoanIdAgreement,
  "/api/v1/marketplace-api/merchants": apiV1MarketplaceApiMerchants,
  "/api/v1/marketplace-api/merchants/{ref}": apiV1MarketplaceApiMerchantsRef,
  "/api/v1/marketplace-api/merchants/{ref}/business-info": apiV1MarketplaceApiMerchantsRefBusinessInfo,
  "/api/v1/marketplace-api/merchants/{ref}/directors": apiV1MarketplaceApiMerchantsRefDirectors,
  "/api/v1/marketplace-api/merchants/{ref}/disconnect": apiV1MarketplaceApiMerchantsRefDisconnect,
  "/api/v1/marketplace-api/merchants/{ref}/documents": apiV1MarketplaceApiMerchantsRefDocuments,
  "/api/v1/marketplace-api/merchants/{ref}/embed-tokens": apiV1MarketplaceApiMerchantsRefEmbedTokens,
  "/api/v1/marketplace-api/merchants/{ref}/funding-requests": apiV1MarketplaceApiMerchantsRefFundingRequests,
  "/api/v1/marketplace-api/merchants/{ref}/sales-data": apiV1MarketplaceApiMerchantsRefSalesData,
  "/api/v1/marketplace-api/merchants/{ref}/submit": apiV1MarketplaceApiMerchantsRefSubmit,
  "/api/v1/marketplace-api/refused-webhooks": apiV1MarketplaceApiRefusedWebhooks,
  "/api/v1/marketplace-api/settlements": apiV1MarketplaceApiSettlements,
  "/api/v1/marketplace-api/settlements/{reference}/correct": apiV1MarketplaceApiSettlementsReferenceCorrect,
  "/api/v1/marketplace-api/test-helpers/breaks/{breakId}/decide": apiV1MarketplaceApiTestHelpersBreaksBreakIdDecide,
  "/api/v1/marketplace-api/test-helpers/clock/advance": apiV1MarketplaceApiTestHelpersClockAdvance,
  "/api/v1/marketplace-api/test-helpers/kyc/{ref}/approve": apiV1MarketplaceApiTestHelpersKycRefApprove,
  "/api/v1/marketplace-api/test-helpers/kyc/{ref}/reject": apiV1MarketplaceApiTestHelpersKycRefReject,
  "/api/v1/marketplace-api/test-helpers/kyc/{ref}/require-update": apiV1MarketplaceApiTestHelpersKycRefRequireUpdate,
  "/api/v1/marketplace-api/test-helpers/loans/{loanId}/accept": apiV1MarketplaceApiTestHelpersLoansLoanIdAccept,
  "/api/v1/marketplace-api/test-helpers/loans/{loanId}/cancel": apiV1MarketplaceApiTestHelpersLoansLoanIdCancel,
  "/api/v1/marketplace-api/test-helpers/loans/{loanId}/change-terms":
    apiV1MarketplaceApiTestHelpersLoansLoanIdChangeTerms,
  "/api/v1/marketplace-api/test-helpers/loans/{loanId}/default": apiV1MarketplaceApiTestHelpersLoansLoanIdDefault,
  "/api/v1/marketplace-api/test-helpers/loans/{loanId}/pause": apiV1MarketplaceApiTestHelpersLoansLoanIdPause,
  "/api/v1/marketplace-api/test-helpers/loans/{loanId}/refuse-payout":
    apiV1MarketplaceApiTestHelpersLoansLoanIdRefusePayout,
  "/api/v1/marketplace-api/test-helpers/loans/{loanId}/release-payout":
    apiV1MarketplaceApiTestHelpersLoansLoanIdReleasePayout,
  "/api/v1/marketplace-api/test-helpers/loans/{loanId}/repay": apiV1MarketplaceApiTestHelpersLoansLoanIdRepay,
  "/api/v1/marketplace-api/test-helpers/loans/{loanId}/resume": apiV1MarketplaceApiTestHelpersLoansLoanIdResume,
  "/api/v1/marketplace-api/test-helpers/loans/{loanId}/reverse": apiV1MarketplaceApiTestHelpersLoansLoanIdReverse,
  "/api/v1/marketplace-api/test-helpers/loans/{loanId}/write-off": apiV1MarketplaceApiTestHelpersLoansLoanIdWriteOff,
  "/api/v1/marketplace-api/test-helpers/run": apiV1MarketplaceApiTestHelpersRun,
  "/api/v1/marketplace-api/test-helpers/scenarios/{name}": apiV1MarketplaceApiTestHelpersScenariosName,
  "/api/v1/marketplace-api/uploads": apiV1MarketplaceApiUploads,
  "/api/v1/marketplace-api/uploads/confirm": apiV1MarketplaceApiUploadsConfirm,
  "/api/v1/marketplace-api/uploads/{fileKey}": apiV1MarketplaceApiUploadsFileKey,
  "/api/v1/marketplace-api/webhook": apiV1MarketplaceApiWebhook,
  "/api/v1/webhooks/marketplace/repayment": apiV1WebhooksMarketplaceRepayment,
  "/api/v1/webhooks/marketplace/settlement": apiV1WebhooksMarketplaceSettlement,
  "/mail/weekly-summary/{link}": mailWeeklySummaryLink,
  "/marketplace/data/batches/{batchId}": marketplaceDataBatchesBatchId,
  "/marketplace/data/events/account-flags": marketplaceDataEventsAccountFlags,
  "/marketplace/data/events/repayments": marketplaceDataEventsRepayments,
  "/marketplace/data/events/sales": marketplaceDataEventsSales,
  "/marketplace/data/health": marketplaceDataHealth,
  "/marketplace/data/merchants": marketplaceDataMerchants,
  "/marketplace/data/merchants/bulk": marketplaceDataMerchantsBulk,
  "/oauth/authorize": oauthAuthorize,
  "/oauth/introspect": oauthIntrospect,
  "/oauth/revoke": oauthRevoke,
  "/oauth/token": oauthToken,
};
