import { peek } from "./actions.mjs";
import { pathOf } from "./answers.mjs";
import { isBelow, programAreas } from "./areas.mjs";
import { weights } from "./kept-answers.mjs";

/**
 * The way of a request that no route of the API answers: through the gate, to whoever makes pages
 * (docs/operations.md#pages).
 * @typedef {import("node:http").IncomingMessage} Incoming
 * @typedef {import("node:http").ServerResponse} Outgoing
 * @typedef {import("./answers.mjs").Way} Way
 */

/** For so long a page has its seat at most, in milliseconds: then it is made, and what is left is to be read. */
const longest = 30_000;

/** When an answer has begun at the latest, in milliseconds, the wait for a seat included: lib/terms/deadlines.ts is for the API. */
const latest = 30_000;

/** What is in before a request gets a seat, in bytes: no form is larger, and nobody sits there while he types. */
const form = 64 * 1024;

/** How often it is looked whether a page's reader has stopped reading, in milliseconds. */
const look = 500;

/**
 * @param {import("./lane-bundle.mjs").Gate} gate
 * @param {(error: unknown) => void} report
 * @param {number} hold so many bytes of a form are in first; 0 where Next reads it itself, which must be the first to
 * @param {number} within milliseconds until an answer must have begun
 */
export function guardPages({ admitPage, awaitPace, pageRefusal }, report, hold = form, within = latest) {
  /**
   * @param {Incoming} incoming @param {Outgoing} outgoing @param {Way} way
   * @param {() => Promise<unknown>} answer
   */
  async function orRefuse(incoming, outgoing, { names }, answer) {
    /** @type {NodeJS.Timeout | undefined} */
    let timer;
    try {
      const late = new Promise((_, reject) => {
        const lookAgain = () => {
          timer = setTimeout(() => {
            // How long somebody takes to send a form is his affair.
            if (!incoming.complete) lookAgain();
            else if (!outgoing.headersSent) reject(null);
          }, within);
        };
        lookAgain();
      });
      return await Promise.race([answer(), late]);
    } catch (error) {
      // Of refusals there is nothing to say.
      if (error !== null && !Reflect.has(Object(error), "code")) report(error);
      if (outgoing.headersSent || outgoing.destroyed) return true;
      const { headers, method } = incoming;
      const reader = isBelow(programAreas, names) ? "program" : headers["next-action"] ? "script" : "person";
      const { status, text, headers: given = {} } = pageRefusal(error, reader, String(headers["x-request-id"]));
      for (const [name, value] of Object.entries(given)) outgoing.setHeader(name, value);
      outgoing.statusCode = status;
      // Whoever made it too late has nowhere to write to any more.
      outgoing.on("error", () => {});
      outgoing.end(method === "HEAD" ? undefined : text);
      return true;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    /**
     * Has a page made, in a seat.
     * @param {Incoming} incoming @param {Outgoing} outgoing @param {Way} way
     * @param {() => Promise<boolean>} make answers false when there is nobody to make it
     */
    seated: (incoming, outgoing, way, make) =>
      orRefuse(incoming, outgoing, way, async () => {
        if (hold > 0 && incoming.method === "POST") await peek(incoming, hold);
        const { leave, leaveShared } = await admitPage(whoAsks(incoming));
        const late = setTimeout(leave, longest);
        // Who does not read holds up nobody but himself.
        const looking = setInterval(() => outgoing.writableLength > 0 && leaveShared(), look);
        const over = () => {
          clearTimeout(late);
          clearInterval(looking);
          leave();
        };
        if (outgoing.destroyed || outgoing.writableEnded) return over();
        outgoing.once("close", over);
        if (!(await make())) throw null;
      }),
    /**
     * Has something sent from memory, at the address's pace.
     * @param {Incoming} incoming @param {Outgoing} outgoing @param {Way} way
     * @param {() => Promise<boolean>} send answers false when it is not in memory
     * @returns {Promise<unknown>} false when it is still to be answered
     */
    paced: (incoming, outgoing, way, send) =>
      orRefuse(incoming, outgoing, way, async () => {
        await awaitPace(whoAsks(incoming), weights.get(pathOf(incoming)) ?? 1);
        return outgoing.destroyed || send();
      }),
  };
}

/** @param {Incoming} incoming */
function whoAsks({ headers }) {
  const who = new Headers();
  for (const name of ["x-forwarded-for", "x-socket-address", "cookie"]) who.set(name, String(headers[name] ?? ""));
  return who;
}
