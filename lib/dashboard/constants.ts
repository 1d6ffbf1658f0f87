/** Merchants whose rows a search may gather; one that finds more has to say more. */
export const mostMerchants = 200;

/** What a page of the dashboard can be kept up to date about. */
export const pulseTopics = ["deliveries", "breaks", "funnel", "requests"] as const;
export type PulseTopic = (typeof pulseTopics)[number];
