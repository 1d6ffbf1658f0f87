import { between, lasting, oneOf } from "./scene.mjs";

/** @typedef {import("./scene.mjs").Kind} Kind @typedef {import("./scene.mjs").Scene} Scene */

/** @type {readonly import("@/test/object-store/start-object-store.ts").Fault[]} */
const ofStore = ["hangs", "resets", "resets sending", "truncates", "stalls", 500, 503];

/** @type {readonly import("./receiver.mjs").Way[]} */
const ofReceivers = ["hangs", "resets", "trickles", "sends 100 MB", "answers 500"];

/** What goes wrong with those whom the service calls. @type {readonly Kind[]} */
export const otherFaults = [
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
