/** What a merchant is written about its loan (docs/notifications.md#kinds). */
export const loanMailKinds = [
  "OFFER_READY",
  "OFFER_ENDING",
  "MONEY_SENT",
  "PAYMENT_OVERDUE",
  "DEBIT_ANNOUNCED",
  "DEBIT_FAILED",
  "DEFAULTED",
  "REPAID",
  "PAYMENT_RECEIVED",
  "REFUND_ACCOUNT",
  "WEEKLY_SUMMARY",
] as const;
export type LoanMailKind = (typeof loanMailKinds)[number];

/** What a merchant is written about its application (docs/notifications.md#applications). */
export const applicationMailKinds = ["APPLICATION_APPROVED", "APPLICATION_REJECTED", "APPLICATION_SENT_BACK"] as const;
export type ApplicationMailKind = (typeof applicationMailKinds)[number];

/** What a merchant is written about. */
export const mailKinds = [...loanMailKinds, ...applicationMailKinds] as const;
export type MailKind = (typeof mailKinds)[number];

/** What the owner of an account is written about (docs/notifications.md#accounts). */
export const accountMailKinds = [
  "CONFIRM_ADDRESS",
  "ACCOUNT_EXISTS",
  "MANY_FAILURES",
  "NEW_SIGN_IN",
  "PASSWORD_CHANGED",
  "INVITATION",
  "ROLE_CHANGED",
  "TEAM_LEFT",
  "PASSWORD_RESET",
  "NO_ACCOUNT",
  "MANY_WRONG_CODES",
  "SECOND_FACTOR_ON",
  "SECOND_FACTOR_OFF",
  "RECOVERY_CODE_USED",
  "PHONE_VERIFIED",
] as const;
export type AccountMailKind = (typeof accountMailKinds)[number];

/** What goes to a phone as a text message. */
export const textKinds = ["PHONE_CODE"] as const;
export type TextKind = (typeof textKinds)[number];

/** Languages that mails are written in. */
export const locales = ["en"] as const;
export type Locale = (typeof locales)[number];

/** A merchant is reminded of an offer so many days before it ends, unless it has answered. */
export const offerEndingDays = 3;
