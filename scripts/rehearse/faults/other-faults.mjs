import { setTimeout as pause } from "node:timers/promises";
import { acts } from "#scripts/rehearse/client.mjs";
import { between, lasting, oneOf } from "./scene.mjs";

/** @typedef {import("./scene.mjs").Kind} Kind @typedef {import("./scene.mjs").Scene} Scene */

/** @type {readonly import("@/test/object-store/start-object-store.ts").Fault[]} */
const ofStore = ["hangs", "resets", "resets sending", "truncates", "stalls", 500, 503];

/** @type {readonly import("./receiver.mjs").Way[]} */
const ofReceivers = ["hangs", "resets", "trickles", "sends 100 MB", "answers 500"];

/** When clients hang up, in milliseconds after they asked: amid most requests, and what comes of those stays. */
const soonest = 2;
const latest = 150;

/** What goes wrong with those who call the service, and whom it calls. @type {readonly Kind[]} */
export const otherFaults = [
  {
    name: "clients hang up",
    weight: 10,
    strike: async (_, random) => {
      const [lasts, began] = [between(random, 1_000, 4_000), performance.now()];
      // Not drawn: how many requests there are is not the seed's to say.
      acts.hangUp = () => soonest + ((performance.now() - began) % (latest - soonest));
      await pause(lasts);
      acts.hangUp = () => undefined;
    },
  },
  {
    name: "answers lost",
    weight: 10,
    strike: async (_, random) => {
      let answers = 0;
      acts.loses = () => ++answers % 2 === 0;
      const met = await lasting(between(random, 1_000, 4_000), () => answers);
      acts.loses = () => false;
      return met;
    },
  },
  {
    name: "object store down",
    weight: 14,
    strike: async ({ store }, random) => {
      const before = store.wrong();
      store.goesOnWrong(oneOf(random, ofStore));
      const met = await lasting(between(random, 1_000, 5_000), () => store.wrong() - before);
      store.goesOnWrong(null);
      return met;
    },
  },
  ...ofReceivers.map((way) => ({
    name: `a receiver ${way}`,
    weight: 6,
    strike: async (/** @type {Scene} */ { receivers }, /** @type {() => number} */ random) => {
      const receiver = oneOf(random, receivers);
      const before = receiver.wrong();
      receiver.goesOnWrong(way);
      const met = await lasting(between(random, 1_000, 5_000), () => receiver.wrong() - before);
      receiver.goesOnWrong(null);
      return met;
    },
  })),
];
