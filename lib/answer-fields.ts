import { z } from "zod";

/** An amount in an answer, in naira with at most two decimals. */
export const naira = z.number();

/** A moment in an answer: ISO 8601, UTC. */
export const moment = z.iso.datetime();

/** A date that a forecast arrives at; null when it arrives at none. */
export const foreseenDate = z.iso.date().nullable();
