import { type IdKind, isId } from "./ids";
import { text } from "./validation";

/**
 * The id of the neighbour at which a list's page is cut; one of another noun would cut it at random.
 * @param noun as the message names it: "a settlement".
 */
export function cursorOf(kind: IdKind, noun: string) {
  return text(255).refine((value) => isId(kind, value), `Must be the id of ${noun}`);
}
