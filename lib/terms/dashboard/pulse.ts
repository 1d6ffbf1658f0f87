export const pulseTopics = ["deliveries", "breaks", "funnel", "requests"] as const;
export type PulseTopic = (typeof pulseTopics)[number];
