/** How many minutes the link to the bank's page for a mandate is good for. */
export const mandateLinkMinutes = 15;
