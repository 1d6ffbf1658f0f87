/** Actions with a detail. The values are those of the noun; naming their types here would tie this log to every noun. */
type AuditDetails = ProposalDetails & {
  "account-flag.receive": { flag: string };
  "break.answer": { reason: string };
  "break.decide": { resolution: string };
  "break.resolve": { resolution: string };
  "clock.advance": { seconds: number };
  "connection.disconnect": { by: string };
  "data-access.end": { by: string };
  "data-access.lose": { failure: string };
  "event.redeliver-range": { from: string; to: string };
  "funding-request.reject": { reason: string; cause?: string };
  "go-live.decline": { reason: string };
  "kyc.look-up": { register: string };
  "kyc.review": { outcome: string };
  "list.export": { list: string };
  "loan.cancel": { reason: string; cause?: string };
  "loan.default": { reason: string; cause?: string };
  "loan.debit-announce": { amount: number };
  "loan.mandate-cancel": { cause: string };
  "loan.payout-refuse": { reason: string };
  "loan.recover": { amount: number; reference: string };
  "loan.take-back-default": { reason: string };
  "marketplace.change-settings": { fields: string };
  "merchant.change": { fields: string };
  "merchant.weekly-summary": { wanted: string };
  "payment.finish": { source: string; status: string };
  "payout.finish": { purpose: string; status: string };
  "repayment.receive": { event: string };
  "settlement.correct": { correction: string };
  "settlement.receive": { event: string };
  "staff.change-role": { from: string; to: string };
  "staff.invite": { role: string };
  "staff.join": { role: string };
  "staff.remove": { email: string; role: string };
  "webhook.disable": { reason: string };
  "webhook.test": { outcome: string };
};

/** Of a tenant's data, or of the service itself: a proposal may be about either. */
type ProposalDetails = {
  [Step in "approve" | "clear" | "propose" | "reject" as `proposal.${Step}`]: { kind: string };
};

/** What operators, or users themselves, do to what belongs to no marketplace. */
type ServiceDetails = ProposalDetails & {
  "lender.archive": { name: string };
  "account.end-reused-session": { session: string };
  "account.end-session": { session: string };
  "account.log-in": { session: string };
  "lender.change": { name: string };
  "lender.create": { name: string };
  "lender.pause": { name: string; reason: string };
  "lender.resume": { name: string; reason: string };
  "operator.add": { email: string; role?: string };
  "operator.change-role": { from: string; to: string };
  "operator.log-in": { role: string };
  "user.ask-phone-code": { code: string };
  "user.change-password": { kind: string };
  "user.recovery-code": { left: number };
  "user.recovery-codes": { kind: string };
  "user.rename": { kind: string };
  "user.reset-password": { kind: string };
  "user.second-factor-off": { kind: string };
  "user.second-factor-on": { kind: string };
  "user.set-password": { kind: string };
  "user.verify-phone": { code: string };
  "work.retry": { task: string; rows: number };
};

type PlainAction =
  | "api-secret.rotate"
  | "batch.submit"
  | "connection.reconnect"
  | "connection.reinstate"
  | "connection.suspend"
  | "dashboard.log-in"
  | "data-access.authorize"
  | "data-access.begin"
  | "data-access.confirm"
  | "data-access.revoke"
  | "data-source.delete"
  | "data-source.save"
  | "embed-token.mint"
  | "embedding-origins.save"
  | "event.redeliver"
  | "funding-request.cancel"
  | "funding-request.create"
  | "funding-request.fulfil"
  | "go-live.request"
  | "go-live.withdraw"
  | "kyc.attach-document"
  | "kyc.open-document"
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
  | "loan.pay"
  | "loan.payout"
  | "loan.payout-account"
  | "loan.payout-hold"
  | "loan.payout-release"
  | "loan.refund"
  | "loan.resume"
  | "loan.terms"
  | "loan.terms-decline"
  | "loan.terms-propose"
  | "loan.write-off"
  | "marketplace.register"
  | "marketplace.take-live"
  | "merchant.archive"
  | "merchant.bind-id"
  | "merchant.claim"
  | "merchant.create"
  | "oauth.client-credentials"
  | "oauth.consent"
  | "oauth.redeem-code"
  | "oauth.refresh"
  | "oauth.regenerate-secret"
  | "oauth.register-client"
  | "oauth.revoke-grant"
  | "oauth.revoke-reused-grant"
  | "oauth.revoke-token"
  | "sales-data.submit"
  | "sales-event.receive"
  | "secret-key.create"
  | "secret-key.revoke"
  | "staff.create"
  | "staff.withdraw-invitation"
  | "upload.confirm"
  | "upload.request"
  | "webhook.register"
  | "webhook.rotate-secret";

type TenantAction = PlainAction | keyof AuditDetails;

export type Audited = {
  [Action in TenantAction]: Action extends keyof AuditDetails
    ? { action: Action; detail: AuditDetails[Action] }
    : { action: Action; detail?: undefined };
}[TenantAction];

export type AuditedOfService = {
  [Action in keyof ServiceDetails]: { action: Action; detail: ServiceDetails[Action] };
}[keyof ServiceDetails];
