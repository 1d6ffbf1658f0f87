/** Lifetime of an embed token, in seconds (docs/embedding.md#token). */
export const embedTokenSeconds = 900;

/** Audience of an embed token: nothing but the hosted journey accepts it. */
export const embedAudience = "service:embed";

/** The one algorithm embed tokens are signed and verified with. */
export const embedAlgorithm = "HS256";
