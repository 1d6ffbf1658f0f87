import { setTimeout as pause } from "node:timers/promises";

/**
 * Where faults happen.
 * @typedef {object} Scene
 * @property {import("#scripts/rehearse/mortal-service.mjs").Service} service
 * @property {readonly import("#scripts/rehearse/server-process.mjs").ServerProcess[]} servers its two processes
 * @property {{ step: (milliseconds: number) => void }} clockBeside of the second
 * @property {import("postgres").Sql} sql whose statements outlive the database's absence
 * @property {import("postgres").Sql} client the same, whose statements fail then
 * @property {import("./disk.mjs").Disk} disk of the database
 * @property {string} databaseLog what PostgreSQL says
 * @property {Awaited<ReturnType<typeof import("@/test/object-store/start-object-store.ts").startObjectStore>>} store
 * @property {readonly import("./receiver.mjs").Unreliable[]} receivers of webhooks, to whom something comes all the time
 *
 * @typedef {object} Kind
 * @property {string} name
 * @property {number} weight how many there are of it among two hundred
 * @property {(scene: Scene) => string | false} [skipped] why it cannot be done here
 * @property {(scene: Scene, random: () => number) => Promise<number | void>} strike answers once it is over, with how often
 *   somebody has met it, where that can be said
 */

/** How long one that is over is waited for before it counts as having met nobody, in milliseconds. */
const grace = 20_000;

/**
 * Goes on for so long, and until somebody has met it.
 * @param {number} milliseconds @param {() => number | Promise<number>} met
 */
export async function lasting(milliseconds, met) {
  for (const end = performance.now() + milliseconds; ; await pause(50)) {
    const left = end - performance.now();
    const count = await met();
    if ((left <= 0 && count > 0) || left < -grace) return count;
  }
}

/** A number between two. @param {() => number} random @param {number} least @param {number} most */
export const between = (random, least, most) => least + random() * (most - least);

/**
 * One of several.
 * @template One
 * @param {() => number} random @param {readonly One[]} all
 * @returns {One}
 */
export const oneOf = (random, all) => /** @type {One} */ (all[Math.floor(random() * all.length)]);
