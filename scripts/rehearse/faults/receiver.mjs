/** @typedef {import("node:http").ServerResponse} Response */

const megabyte = Buffer.alloc(1_000_000, "x");

/** A hundred of them, as fast as they are read. @param {Response} response @param {number} left */
function pour(response, left) {
  for (let n = left; n > 0; n--) {
    if (response.destroyed) return;
    if (!response.write(megabyte)) return void response.once("drain", () => pour(response, n - 1));
  }
  response.end();
}

/** What a receiver of webhooks does that it should not. @satisfies {Record<string, (response: Response) => void>} */
const ways = {
  hangs: () => {},
  resets: (response) => void response.socket?.destroy(),
  trickles: (response) => {
    response.writeHead(200, { "content-length": "4000" });
    const timer = setInterval(() => response.write("."), 500);
    response.once("close", () => clearInterval(timer));
  },
  "sends 100 MB": (response) => {
    response.writeHead(200, { "content-length": String(100 * megabyte.length) });
    pour(response, 100);
  },
  "answers 500": (response) => void response.writeHead(500).end(),
};

/** @typedef {keyof typeof ways} Way */

/** Only what was answered with a 2xx that can be read to its end, or beyond what anybody reads, counts as taken. */
const taking = new Set(["sends 100 MB"]);

/** How a marketplace's receiver answers: as it should, until it is told to go wrong. */
export function unreliable() {
  /** @type {Way | null} */
  let way = null;
  let wrong = 0;
  /** When an event was first acknowledged, by its id, in milliseconds of real time. @type {Map<string, number>} */
  const taken = new Map();
  return {
    taken,
    /** How many deliveries have met something wrong. */
    wrong: () => wrong,
    /** @param {Way | null} next null: as it should */
    goesOnWrong: (next) => {
      way = next;
    },
    /** @param {{ eventId: string }} delivery @param {Response} response */
    answer: ({ eventId }, response) => {
      if (!way || taking.has(way)) taken.set(eventId, taken.get(eventId) ?? Date.now());
      if (!way) return response.writeHead(204).end();
      wrong += 1;
      return ways[way](response);
    },
  };
}

/** @typedef {ReturnType<typeof unreliable>} Unreliable */
