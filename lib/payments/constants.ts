/** For how many days after disbursement a merchant may end its loan without interest (docs/servicing.md#cooling-off). */
export const coolingOffDays = 3;
