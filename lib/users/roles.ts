import type { Actor } from "@/lib/actor";
import { CodedError } from "@/lib/errors";

/** @throws CodedError INSUFFICIENT_ROLE for viewers, who may not change a marketplace's data. */
export function requireChangingRole(actor: Actor): void {
  if (actor.kind !== "marketplaceUser" || actor.role !== "VIEWER") return;
  const reason = "A viewer cannot change anything. This takes the role OWNER, ADMIN or DEVELOPER.";
  throw new CodedError("INSUFFICIENT_ROLE", reason);
}
