/** How many minutes a quote is good for, if the loan does not change. */
export const quoteMinutes = 15;
