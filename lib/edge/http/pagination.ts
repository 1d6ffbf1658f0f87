import { z } from "zod";
import { canBeName } from "@/lib/kernel/validation";

const neighbour = z.string().min(1, "Must not be empty").max(255).refine(canBeName, "Must be an id");

/** Query of every list: newest first, cut by the id of a neighbour (docs/api.md#pagination). */
export const pageQuery = z.object({
  limit: z.coerce
    .number("Must be a number")
    .int("Must be a whole number")
    .min(1, "Must be at least 1")
    .max(100, "Must be at most 100")
    .default(20),
  startingAfter: neighbour.optional(),
  endingBefore: neighbour.optional(),
});
