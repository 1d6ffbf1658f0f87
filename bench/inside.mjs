import { monitorEventLoopDelay } from "node:perf_hooks";

/**
 * Loaded into the server's process before anything else (`--expose-gc --import`): answers what only it knows. Asked to
 * `watch`, and then what it has `seen`, it says how long its event loop was held up at most, in milliseconds; asked for
 * `memory`, how many megabytes it uses once the garbage is collected.
 */
const resolution = 1;
const delay = monitorEventLoopDelay({ resolution });
const megabytes = (bytes) => bytes / 1024 / 1024;

const answers = {
  watch() {
    delay.reset();
    delay.enable();
    return "watching";
  },
  seen() {
    delay.disable();
    return { longest: Math.max(0, delay.max / 1e6 - resolution) };
  },
  memory() {
    globalThis.gc();
    const { heapUsed, rss } = process.memoryUsage();
    return { heapUsed: megabytes(heapUsed), rss: megabytes(rss) };
  },
};
process.on("message", (question) => process.send(answers[question]()));
