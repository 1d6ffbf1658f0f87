/** What staff are written to about: an endpoint that was disabled, going live. */
export const mailTopics = ["webhook", "goLive"] as const;
export type MailTopic = (typeof mailTopics)[number];

export type MailRecipients = Record<MailTopic, readonly string[]>;

export const mostRecipients = 10;
