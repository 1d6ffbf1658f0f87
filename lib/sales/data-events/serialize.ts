import type { Receipt } from "./receipt";
import type { EventReceived } from "./schema";

export function toEventReceived({ eventId, receivedAt }: Receipt): EventReceived {
  return { received: true, eventId, receivedAt: receivedAt.toISOString() };
}
