import { setTimeout as pause } from "node:timers/promises";
import { acts } from "./client.mjs";
import { seededRandom } from "./random.mjs";

/** At least so many things are done in a rehearsal. */
const leastActs = 120;

/** So many kills may be behind: what is done waits for those before. */
const mostBehind = 2;

/**
 * Kills the service at random points of a rehearsal, each time a moment after so many things have been done, and starts it
 * again at once.
 * @param {import("./mortal-service.mjs").Service} service
 * @param {{ kills: number, seed: number }} given
 */
export function killAtRandom(service, { kills, seed }) {
  const random = seededRandom(seed);
  const points = Array.from({ length: kills }, () => random() * leastActs).sort((one, other) => one - other);
  const begun = acts.count;
  let done = 0;
  let over = false;
  const behind = () => points.filter((point) => point < acts.count - begun).length - done;
  acts.pace = async () => {
    while (!over && behind() > mostBehind) await pause(5);
  };
  const ended = (async () => {
    for (const point of points) {
      while (!over && acts.count - begun < point) await pause(5);
      await pause(random() * random() * 2_000);
      if (over) return;
      await service.kill();
      done += 1;
    }
  })();
  return {
    done: () => done,
    /** Waits for a kill that is under way. */
    stop: async () => {
      over = true;
      await ended;
    },
  };
}
