import type { decidedResolutions } from "@/lib/breaks/constants";
import type { AccountFlag } from "@/lib/data-events/constants";
import type { RepaymentEvent } from "@/lib/data-events/schema";
import type { FailureReason } from "@/lib/funding/constants";
import type { reviewableFrom } from "@/lib/kyc/states";
import type { CancelReason, DefaultReason, payoutPurposes, payoutStatuses } from "@/lib/loans/states";
import type { settlementEventTypes } from "@/lib/settlements/constants";
import type { DisabledReason } from "@/lib/webhooks/outbound/constants";

/** Actions that the audit log says more of than whom they concern. */
type AuditDetails = {
  "account-flag.receive": { flag: AccountFlag };
  "break.resolve": { resolution: (typeof decidedResolutions)[number] };
  "clock.advance": { seconds: number };
  "event.redeliver-range": { from: string; to: string };
  "funding-request.reject": { reason: FailureReason };
  "kyc.review": { outcome: keyof typeof reviewableFrom };
  "loan.cancel": { reason: CancelReason };
  "loan.default": { reason: DefaultReason };
  "payout.finish": {
    purpose: (typeof payoutPurposes)[number];
    status: Exclude<(typeof payoutStatuses)[number], "PENDING">;
  };
  "repayment.receive": { event: RepaymentEvent["event"] };
  "settlement.receive": { event: (typeof settlementEventTypes)[number] };
  "webhook.disable": { reason: DisabledReason };
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

/** All that somebody can be recorded to have done. Rows of before there were details have them behind the action's name. */
export type AuditAction = PlainAction | keyof AuditDetails;

/** What was done, with its detail where it has one. */
export type Audited =
  | { action: PlainAction; detail?: undefined }
  | { [Action in keyof AuditDetails]: { action: Action; detail: AuditDetails[Action] } }[keyof AuditDetails];
