/** After so many days without a decision a proposal lapses: who proposed it would have to look again. */
export const proposalDays = 7;
