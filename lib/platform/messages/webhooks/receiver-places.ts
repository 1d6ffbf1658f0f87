import { second } from "@/lib/kernel/calendar";
import { processWide } from "@/lib/kernel/process-wide";
import { failingReceiverCap, receiverCap } from "@/lib/terms/outbound-webhooks";
import { type Exchange, isAcknowledged } from "./retry-policy";

/** Longest that a claimed delivery waits for its turn: what was read with the claim may not grow old. */
export const longestWait = second;

/** A receiver that answers within this, in milliseconds, has deliveries claimed ahead of their turn. */
const quickWithin = 250;

type Waiting = { since: number; cap: number; go: (mayGo: boolean) => void };

type Places = {
  underWay: number;
  /** First come, first served. */
  waiting: Waiting[];
  /** Whether its last exchange was acknowledged, and soon. */
  quick: boolean;
  alarm: NodeJS.Timeout | undefined;
};

const receivers = processWide("receiver-places", () => new Map<string, Places>());

/** How many of a receiver's deliveries may be claimed ahead, so that one can begin as soon as another ends. */
export function claimedAhead(receiver: string): number {
  return receivers.get(receiver)?.quick ? receiverCap : 0;
}

/**
 * Makes an exchange once the receiver has a place for it (`receiverCap`, `failingReceiverCap`).
 * @param failing whether its last attempt is known to have failed.
 * @returns null when nothing was sent: the receiver has failed or hung meanwhile, so the delivery is to be given back.
 */
export async function inTurn(
  receiver: string,
  failing: boolean,
  exchange: () => Promise<Exchange>,
): Promise<Exchange | null> {
  const places = placesOf(receiver);
  const cap = failing ? failingReceiverCap : receiverCap;
  if (places.underWay < cap) places.underWay += 1;
  else if (!(await turn(places, cap))) return null;
  let ended: Exchange | undefined;
  try {
    ended = await exchange();
    return ended;
  } finally {
    leave(receiver, places, ended);
  }
}

function placesOf(receiver: string): Places {
  const known = receivers.get(receiver);
  if (known) return known;
  const places: Places = { underWay: 0, waiting: [], quick: false, alarm: undefined };
  receivers.set(receiver, places);
  return places;
}

function turn(places: Places, cap: number): Promise<boolean> {
  return new Promise((go) => {
    places.waiting.push({ since: performance.now(), cap, go });
    places.alarm ??= setTimeout(() => look(places), longestWait);
  });
}

/** Sends everything away once the first has waited too long: the receiver hangs. */
function look(places: Places): void {
  places.alarm = undefined;
  const [first] = places.waiting;
  if (!first) return;
  const left = longestWait - (performance.now() - first.since);
  if (left > 0) places.alarm = setTimeout(() => look(places), left);
  else sendAway(places);
}

function sendAway(places: Places): void {
  places.quick = false;
  for (const { go } of places.waiting.splice(0)) go(false);
}

/** Passes the place on to the next, unless the receiver has just failed. */
function leave(receiver: string, places: Places, ended: Exchange | undefined): void {
  if (!ended || !isAcknowledged(ended)) sendAway(places);
  else places.quick = ended.durationMs <= quickWithin;
  places.underWay -= 1;
  const [next] = places.waiting;
  if (next && places.underWay < next.cap) {
    places.waiting.shift();
    places.underWay += 1;
    next.go(true);
  }
  if (places.underWay > 0) return;
  clearTimeout(places.alarm);
  receivers.delete(receiver);
}
