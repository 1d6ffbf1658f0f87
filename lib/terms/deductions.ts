/** How many minutes a quote is valid, if the loan does not change. */
export const quoteMinutes = 15;

/** The part of a sale that all of a merchant's loans may take together. */
export const largestShareOfSale = 0.5;
