import type { Actor } from "@/lib/actor";
import { CodedError } from "@/lib/errors";

/**
 * Lets whoever may change what belongs to a marketplace go on.
 * @throws CodedError INSUFFICIENT_ROLE for staff who only look.
 */
export function requireChangingRole(actor: Actor): void {
  if (actor.kind !== "marketplaceUser" || actor.role !== "VIEWER") return;
  throw new CodedError(
    "INSUFFICIENT_ROLE",
    "A viewer changes nothing. Ask somebody with the role OWNER, ADMIN or DEVELOPER, or for such a role.",
  );
}
