/** Never part of a draft: they are shown masked once they are known, and a draft is shown as it was typed. */
export const undrafted = ["identityNumber", "accountNumber"] as const;

/** How many fields a draft may have: more than any step. */
export const mostFields = 30;
