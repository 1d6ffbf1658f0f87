/** Rows that a list looks through, one by one, before it says where it has stopped: some hundredths of a second's work. */
export const mostLookedAt = 10_000;

/** What a page of the dashboard can be kept up to date about. */
export const pulseTopics = ["deliveries", "breaks", "funnel", "requests"] as const;
export type PulseTopic = (typeof pulseTopics)[number];
