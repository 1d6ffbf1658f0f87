import { accountMails as ofTeams } from "./account-mails";
import { loanMails as ofLoans } from "./loan-mails";
import { merchantMails } from "./merchant-mails";
import { paymentMails } from "./payment-mails";
import { permissionMails } from "./permission-mails";
import { reversalMails } from "./reversal-mails";
import { securityMails } from "./security-mails";
import type { staffMails } from "./staff-mails";

export const loanMails = { ...ofLoans, ...paymentMails, ...reversalMails };

/** What it is written at all: each is also a notification in the account that holds it. */
export const mailsToMerchants = { ...loanMails, ...merchantMails, ...permissionMails };
export type MailKind = keyof typeof mailsToMerchants;

export const mailsToAccounts = { ...ofTeams, ...securityMails };
export type AccountMailKind = keyof typeof mailsToAccounts;

export type FactsOf<Mails extends Record<string, { sample: object }>, Kind extends keyof Mails> = Mails[Kind]["sample"];

type AnyOf<Mails extends Record<string, { sample: object }>> = {
  [Kind in keyof Mails]: { kind: Kind } & FactsOf<Mails, Kind>;
}[keyof Mails];

export type LoanMail = AnyOf<typeof loanMails>;
export type MerchantMail = AnyOf<typeof merchantMails>;
export type AccountMail = AnyOf<typeof mailsToAccounts>;
export type StaffMail = AnyOf<typeof staffMails>;
