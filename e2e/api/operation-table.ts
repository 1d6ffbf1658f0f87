/**
 * Every operation that the service's interface names, by group: method, address and the credential it takes (none: anybody
 * may ask). A test compares it with the routes and with /openapi.json; there are more operations than these.
 */
const table = `
  Data ingestion
    POST /marketplace/data/merchants accessToken
    POST /marketplace/data/merchants/bulk accessToken
    GET /marketplace/data/batches/{batchId} accessToken
    GET /marketplace/data/health accessToken
    GET /api/marketplace/data/merchant/{merchantId}/credit-score accessToken
  Sales and events
    POST /marketplace/data/events/sales accessToken
    POST /marketplace/data/events/repayments accessToken
    POST /marketplace/data/events/account-flags accessToken
  Loan API
    GET /api/marketplace/loans/merchants/{merchantId}/active accessToken
    GET /api/marketplace/loans/{loanId}/status accessToken
    POST /api/marketplace/loans/deductions/validate accessToken
    POST /api/marketplace/loans/status/bulk accessToken
  OAuth 2.0
    GET /oauth/authorize none
    POST /oauth/token none
    POST /oauth/revoke none
    GET /.well-known/oauth-authorization-server none
  Embedded journey
    POST /api/v1/marketplace-api/merchants secretKey
    GET /api/v1/marketplace-api/merchants/{ref} secretKey
    POST /api/v1/marketplace-api/merchants/{ref}/sales-data secretKey
    PUT /api/v1/marketplace-api/merchants/{ref}/business-info secretKey
    POST /api/v1/marketplace-api/merchants/{ref}/directors secretKey
    POST /api/v1/marketplace-api/merchants/{ref}/documents secretKey
    POST /api/v1/marketplace-api/merchants/{ref}/submit secretKey
    POST /api/v1/marketplace-api/merchants/{ref}/embed-tokens secretKey
    POST /api/v1/marketplace-api/merchants/{ref}/funding-requests secretKey
  Inbound webhooks
    POST /api/v1/webhooks/marketplace/repayment webhookSignature
    POST /api/v1/webhooks/marketplace/settlement webhookSignature
  Marketplace dashboard
    POST /api/marketplace-dashboard/login none
    GET /api/marketplace-dashboard/oauth-credentials dashboardToken
    POST /api/marketplace-dashboard/oauth-credentials/regenerate-secret dashboardToken
    GET /api/marketplace-dashboard/embedding-origins dashboardToken
    PUT /api/marketplace-dashboard/embedding-origins dashboardToken
  Sandbox
    GET /api/sandbox none
    GET /api/sandbox/credentials none
    GET /api/sandbox/merchants none
  Marketplace connections
    GET /api/marketplace-connections/available accountToken
    GET /api/marketplace-connections/catalog accountToken
    GET /api/marketplace-connections/catalog/{marketplaceId} accountToken
    POST /api/marketplace-connections accountToken
    DELETE /api/marketplace-connections/{connectionId} accountToken
    GET /api/marketplace-connections/{connectionId}/status accountToken
    PUT /api/marketplace-connections/{connectionId}/credentials accountToken
    GET /api/marketplace-connections/oauth/callback accountToken
  Merchant authentication
    POST /api/merchants/auth/register none
    POST /api/merchants/auth/login none
    POST /api/merchants/auth/verify-email none
    POST /api/merchants/auth/resend-verification none
    POST /api/merchants/auth/forgot-password none
    POST /api/merchants/auth/reset-password none
    POST /api/merchants/auth/change-password accountToken
    POST /api/merchants/auth/refresh none
    POST /api/merchants/auth/logout accountToken
    GET /api/merchants/auth/me accountToken
  Merchant KYC
    GET /api/merchants/kyc/onboarding-status accountToken
    GET /api/merchants/kyc/progress accountToken
    POST /api/merchants/kyc/otp/send accountToken
    POST /api/merchants/kyc/otp/verify accountToken
    PUT /api/merchants/kyc/business-info accountToken
    POST /api/merchants/kyc/directors accountToken
    POST /api/merchants/kyc/directors/bulk accountToken
    POST /api/merchants/kyc/documents accountToken
    POST /api/merchants/kyc/submit accountToken
    GET /api/merchants/kyc/business-types none
    GET /api/merchants/kyc/business-categories none
    GET /api/merchants/kyc/document-types none
  Merchants
    POST /api/merchants operatorToken
    GET /api/merchants operatorToken
    GET /api/merchants/{merchant} operatorToken
    PATCH /api/merchants/{merchant} operatorToken
    DELETE /api/merchants/{merchant} operatorToken
  Lenders
    POST /api/lenders operatorToken
    GET /api/lenders operatorToken
    GET /api/lenders/{lenderId} operatorToken
    PATCH /api/lenders/{lenderId} operatorToken
    DELETE /api/lenders/{lenderId} operatorToken
    POST /api/lenders/{lenderId}/pause operatorToken
    POST /api/lenders/{lenderId}/resume operatorToken
  Other
    POST /api/ops/login none
    POST /api/marketplaces/registration/complete none
    POST /api/invitations dashboardToken
    GET /api/invitations/{token} none
    POST /api/invitations/{token}/accept none
    GET /api/me dashboardToken
    GET /api none
    GET /api/health none
    GET /api/ping none
`;

export const namedOperations = table
  .split("\n")
  .filter((line) => line.startsWith("    "))
  .map((line) => {
    const [method = "", path = "", scheme = ""] = line.trim().split(" ");
    return { method, path, scheme };
  });
