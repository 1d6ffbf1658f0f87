/** `offline_access` brings a refresh token. */
export const scopes = ["data.share.sales", "data.read.score", "loans.read", "events.write", "offline_access"] as const;
export type Scope = (typeof scopes)[number];

/** Kinds of grant at the token endpoint (RFC 6749, sections 4.1, 4.4 and 6). */
export const grantTypes = ["authorization_code", "refresh_token", "client_credentials"] as const;

export const accessTokenSeconds = 3_600;
