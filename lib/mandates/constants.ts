/** How many minutes the link to the bank's mandate page is valid. */
export const mandateLinkMinutes = 15;
