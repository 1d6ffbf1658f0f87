import { z } from "zod";
import { cursorOf } from "@/lib/cursor";
import { oneOf, text } from "@/lib/validation";
import { outcomeNames } from "./constants";

const requestCursor = cursorOf("loggedRequest", "a logged request");

export const requestFilters = z.object({
  outcome: oneOf(outcomeNames).optional(),
  operation: text(100).optional(),
  requestId: text(128).optional(),
  startingAfter: requestCursor.optional(),
  endingBefore: requestCursor.optional(),
});
export type RequestFilters = z.output<typeof requestFilters>;
