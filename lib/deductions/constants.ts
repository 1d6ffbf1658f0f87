/** How many minutes a quote is valid, if the loan does not change. */
export const quoteMinutes = 15;
