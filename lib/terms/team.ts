import { day } from "@/lib/kernel/calendar";

export const invitationLifetime = 7 * day;

/** Invitations that one marketplace may send in a day: anybody can register one, and we write in its name. */
export const invitationsADay = 50;

/** And so many of them to one address. */
export const invitationsADayToOne = 3;
