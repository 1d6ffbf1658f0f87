/** Lifetime of a dashboard token, in seconds. */
export const dashboardTokenSeconds = 60 * 60;

/** Audience of a dashboard token: embed tokens, signed with the same key, have another. */
export const dashboardAudience = "service:dashboard";

/** The one algorithm dashboard tokens are signed and verified with. */
export const dashboardAlgorithm = "HS256";
