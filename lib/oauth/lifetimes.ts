import { day, minute, second } from "@/lib/calendar";

/** How long a code may be redeemed, in milliseconds. */
export const codeLifetime = minute;

/** How long a refresh token waits for its use, in milliseconds. Each use brings a new one with as long a life. */
export const refreshTokenLifetime = 90 * day;

/** How long a second use of a code or refresh token counts as a double click, in milliseconds; later it is theft. */
export const reuseGrace = 10 * second;
