import { z } from "zod";

/** An amount in an answer, in naira with at most two decimals. */
export const naira = z.number().describe("An amount in naira, with at most two decimals").meta({ id: "Naira" });

/** A moment in an answer: ISO 8601, UTC. */
export const moment = z.iso.datetime();

/** A forecast date; null when the forecast has none. */
export const foreseenDate = z.iso.date().nullable();
