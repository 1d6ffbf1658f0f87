/** Actions with a detail. The values are those of the noun; naming their types here would tie this log to every noun. */
type AuditDetails = {
  "account-flag.receive": { flag: string };
  "break.resolve": { resolution: string };
  "clock.advance": { seconds: number };
  "event.redeliver-range": { from: string; to: string };
  "funding-request.reject": { reason: string };
  "kyc.review": { outcome: string };
  "loan.cancel": { reason: string };
  "loan.default": { reason: string };
  "payout.finish": { purpose: string; status: string };
  "repayment.receive": { event: string };
  "settlement.receive": { event: string };
  "webhook.disable": { reason: string };
};

type PlainAction =
  | "api-secret.rotate"
  | "batch.submit"
  | "connection.reinstate"
  | "connection.suspend"
  | "dashboard.log-in"
  | "embed-token.mint"
  | "embedding-origins.save"
  | "event.redeliver"
  | "funding-request.create"
  | "funding-request.fulfil"
  | "kyc.attach-document"
  | "kyc.remove-document"
  | "kyc.save-business-info"
  | "kyc.save-directors"
  | "kyc.submit"
  | "loan.accept"
  | "loan.approve"
  | "loan.disburse"
  | "loan.mandate"
  | "loan.mandate-decline"
  | "loan.mandate-request"
  | "loan.pause"
  | "loan.payout"
  | "loan.payout-account"
  | "loan.refund"
  | "loan.resume"
  | "loan.terms"
  | "loan.write-off"
  | "merchant.bind-id"
  | "merchant.create"
  | "oauth.client-credentials"
  | "oauth.consent"
  | "oauth.redeem-code"
  | "oauth.refresh"
  | "oauth.register-client"
  | "oauth.revoke-grant"
  | "oauth.revoke-reused-grant"
  | "oauth.revoke-token"
  | "sales-data.submit"
  | "sales-event.receive"
  | "staff.create"
  | "upload.confirm"
  | "upload.request"
  | "webhook.register";

/** Rows from before there were details have them in the action, after its name. */
export type AuditAction = PlainAction | keyof AuditDetails;

export type Audited = {
  [Action in AuditAction]: Action extends keyof AuditDetails
    ? { action: Action; detail: AuditDetails[Action] }
    : { action: Action; detail?: undefined };
}[AuditAction];
