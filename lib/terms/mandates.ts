/** How many minutes the link to the bank's mandate page is valid. */
export const mandateLinkMinutes = 15;

/** The bank is asked at least every so many days whether a mandate still stands. */
export const mandateCheckDays = 7;
