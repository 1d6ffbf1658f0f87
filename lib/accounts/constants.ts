/** Digits of a code that proves a phone number. */
export const phoneCodeLength = 6;

/** Seconds that such a code works. */
export const phoneCodeSeconds = 5 * 60;

/** How often a code may be typed, right or wrong. */
export const phoneCodeTries = 5;
