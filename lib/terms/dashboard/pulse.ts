/** What a page of the dashboard can be kept up to date about. */
export const pulseTopics = ["deliveries", "breaks", "funnel", "requests"] as const;
export type PulseTopic = (typeof pulseTopics)[number];
