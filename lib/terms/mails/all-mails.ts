import { accountMails as ofTeams } from "./account-mails";
import { loanMails as ofLoans } from "./loan-mails";
import { merchantMails } from "./merchant-mails";
import { paymentMails } from "./payment-mails";
import { permissionMails } from "./permission-mails";
import { securityMails } from "./security-mails";
import type { staffMails } from "./staff-mails";

/** What a merchant is written about a loan, by kind. */
export const loanMails = { ...ofLoans, ...paymentMails };

/** What it is written at all: each is also a notification in the account that holds it. */
export const mailsToMerchants = { ...loanMails, ...merchantMails, ...permissionMails };
export type MailKind = keyof typeof mailsToMerchants;

/** What the owner of an account is written, by kind. */
export const mailsToAccounts = { ...ofTeams, ...securityMails };
export type AccountMailKind = keyof typeof mailsToAccounts;

/** What a mail of a kind tells. */
export type FactsOf<Mails extends Record<string, { sample: object }>, Kind extends keyof Mails> = Mails[Kind]["sample"];

/** A mail of any of these kinds. */
type AnyOf<Mails extends Record<string, { sample: object }>> = {
  [Kind in keyof Mails]: { kind: Kind } & FactsOf<Mails, Kind>;
}[keyof Mails];

export type LoanMail = AnyOf<typeof loanMails>;
export type MerchantMail = AnyOf<typeof merchantMails>;
export type AccountMail = AnyOf<typeof mailsToAccounts>;
export type StaffMail = AnyOf<typeof staffMails>;
