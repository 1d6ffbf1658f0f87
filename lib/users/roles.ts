import type { Actor } from "@/lib/actor";
import { CodedError } from "@/lib/errors";

/**
 * Requires an actor that may change a marketplace's data.
 * @throws CodedError INSUFFICIENT_ROLE for viewers.
 */
export function requireChangingRole(actor: Actor): void {
  if (actor.kind !== "marketplaceUser" || actor.role !== "VIEWER") return;
  throw new CodedError(
    "INSUFFICIENT_ROLE",
    "A viewer changes nothing. Ask somebody with the role OWNER, ADMIN or DEVELOPER, or for such a role.",
  );
}
