/**
 * Loaded into the server's process before anything else (`--expose-gc --import`): answers what only it knows. Asked to
 * `watch`, and then what it has `seen`, it says how long its event loop was held up at most, in milliseconds, and how long
 * at most by work of its own: on a busy machine the rest is other processes' turn. Asked for `memory`, it says how many
 * megabytes it uses once the garbage is collected.
 */
const every = 1;
/** @type {NodeJS.Timeout | undefined} */
let timer;
let seen = { longest: 0, working: 0 };
/** @type {{ at: number, worked: number } | undefined} */
let last;

function look() {
  const at = performance.now();
  const { user, system } = process.cpuUsage();
  const worked = (user + system) / 1000;
  if (last) {
    const heldUp = at - last.at - every;
    seen.longest = Math.max(seen.longest, heldUp);
    seen.working = Math.max(seen.working, Math.min(heldUp, worked - last.worked));
  }
  last = { at, worked };
}

const megabytes = (/** @type {number} */ bytes) => bytes / 1024 / 1024;

/** @type {Record<string, () => unknown>} */
const answers = {
  watch() {
    seen = { longest: 0, working: 0 };
    last = undefined;
    timer = setInterval(look, every);
    return "watching";
  },
  seen() {
    look();
    clearInterval(timer);
    return seen;
  },
  memory() {
    globalThis.gc?.();
    const { heapUsed, rss } = process.memoryUsage();
    return { heapUsed: megabytes(heapUsed), rss: megabytes(rss) };
  },
};
process.on("message", (question) => {
  // The server's process and that of the pages say other things to one another.
  const answer = typeof question === "string" && answers[question];
  if (answer) process.send?.(answer());
});
