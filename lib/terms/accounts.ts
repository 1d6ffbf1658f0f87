/** Seconds that a refresh token works; each use brings a new one that works as long. */
export const refreshTokenSeconds = 30 * 24 * 60 * 60;

/** Where an account may be signed in at once; one more ends the one that was used longest ago. */
export const mostSessions = 50;

/** Digits of a code that proves a phone number. */
export const phoneCodeLength = 6;

/** Seconds that such a code works. */
export const phoneCodeSeconds = 5 * 60;

/** How often a code may be typed, right or wrong. */
export const phoneCodeTries = 5;
