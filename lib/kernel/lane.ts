import { type Environment, environments } from "./actor";

/** Whose work it is: one data set of a marketplace. */
export type LaneOwner = { readonly marketplaceId: string; readonly environment: Environment };

/**
 * The lane of background work: `marketplace/environment`, or an empty text for work of the service itself. Webhooks
 * have it too, since a data set has one receiver. Both engines share and cap by it, so that nobody's work holds up
 * another's (docs/operations.md#engines).
 */
export function laneOf(owner: LaneOwner | null): string {
  return owner ? `${owner.marketplaceId}/${owner.environment}` : "";
}

export function ownerOf(lane: string): LaneOwner | null {
  const [marketplaceId = "", named] = lane.split("/");
  const environment = environments.find((known) => known === named);
  return environment ? { marketplaceId, environment } : null;
}

/** `service` for work of the service itself. */
export function environmentOf(lane: string): Environment | "service" {
  return ownerOf(lane)?.environment ?? "service";
}
