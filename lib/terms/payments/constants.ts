/** For how many days after disbursement a merchant may end its loan without interest (docs/servicing.md#cooling-off). */
export const coolingOffDays = 3;

/** Arrears are debited once a loan is more days past due than this (docs/payments.md#debits-of-arrears). */
export const debitAfterDays = 30;
/** How many days before a debit of arrears the merchant is told. */
export const noticeDays = 2;
/** Debits of one loan's arrears are at least so many days apart. */
export const debitEveryDays = 7;
