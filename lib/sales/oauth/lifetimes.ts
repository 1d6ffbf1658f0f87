import { day, minute, second } from "@/lib/kernel/calendar";

export const codeLifetime = minute;

/** Each use of a refresh token brings a new one that lives as long. */
export const refreshTokenLifetime = 90 * day;

/** How long a second use of a code or refresh token counts as a double click; later it is theft. */
export const reuseGrace = 10 * second;
