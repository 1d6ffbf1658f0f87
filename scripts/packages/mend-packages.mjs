import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * What is wrong in a package that its makers have not released a mend for, and matters to money or to staying alive. Each
 * replaces text that must be there as it is written here: a release that changes it stops the installation, so that somebody
 * looks (docs/decisions/046-mended-driver.md).
 * @typedef {{ file: string, why: string, from: string, to: string }} Mend
 */
const version = "3.4.9";

/** @type {readonly Mend[]} */
const mends = [
  {
    file: "connection.js",
    why: "A statement on a connection that has been lost ended the process: it was written to nothing, from a timer.",
    from: `  function execute(q) {
    if (terminated)`,
    to: `  function execute(q) {
    if (!socket)
      return queryError(q, Errors.connection('CONNECTION_CLOSED', options)), true

    if (terminated)`,
  },
  {
    file: "connection.js",
    why: "A connection that was lost with something left to write never wrote again: each attempt to open it timed out.",
    from: `    socket.removeAllListeners()
    socket = null

    if (initial)`,
    to: `    socket.removeAllListeners()
    socket = chunk = nextWriteTimer = null

    if (initial)`,
  },
  {
    file: "connection.js",
    why: "The reason why a connection was ended was told to the first statement on the next one too, and what was written between a broken connection's error and its end was never answered.",
    from: `    !hadError && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))
`,
    to: `    ;(query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))
    query = errorResponse = null
`,
  },
  {
    file: "index.js",
    why: "A transaction whose connection was lost went on, on whatever transaction had the connection next, and committed it; what it had queued was never answered.",
    from: `        new Promise((_, reject) => connection.onclose = reject)
`,
    to: `        new Promise((_, reject) => connection.onclose = e => {
          lost = e
          while (queries.length) queries.shift().reject(e)
          reject(e)
        })
`,
  },
  {
    file: "index.js",
    why: "The same.",
    from: `    let savepoints = 0
      , connection
`,
    to: `    let savepoints = 0
      , lost = null
      , connection
`,
  },
  {
    file: "index.js",
    why: "The same.",
    from: `        q.catch(e => uncaughtError || (uncaughtError = e))
        c.queue === full`,
    to: `        q.catch(e => uncaughtError || (uncaughtError = e))
        if (lost) return q.reject(lost)
        c.queue === full`,
  },
];

/**
 * Mends what is installed; where that has been done, nothing.
 * @param {string} root where the packages are
 * @throws {Error} another version, or other text than was looked at
 */
export function mendPackages(root) {
  const driver = join(root, "node_modules", "postgres");
  if (!existsSync(driver)) return;
  const found = JSON.parse(readFileSync(join(driver, "package.json"), "utf8")).version;
  if (found !== version)
    throw new Error(`postgres ${found} is installed, and ${version} is what was mended: ${advice}`);
  for (const folder of ["src", join("cjs", "src")]) {
    for (const file of new Set(mends.map((one) => one.file))) mendFile(join(driver, folder, file), mendsOf(file));
  }
}

const advice = "see whether it still needs scripts/packages/mend-packages.mjs.";
const mendsOf = (/** @type {string} */ file) => mends.filter((one) => one.file === file);

/** @param {string} path @param {readonly Mend[]} these */
function mendFile(path, these) {
  const text = readFileSync(path, "utf8");
  let mended = text;
  for (const { from, to } of these) {
    if (mended.split(to).length === 2) continue;
    if (mended.split(from).length !== 2) throw new Error(`${path} is not what was mended: ${advice}`);
    mended = mended.replace(from, () => to);
  }
  if (mended === text) return;
  // Into its place whole, and not into the file itself: that may be a link to one that others share.
  writeFileSync(`${path}.${process.pid}`, mended);
  renameSync(`${path}.${process.pid}`, path);
}

// As npm runs it after an installation.
if (process.argv[1] === fileURLToPath(import.meta.url))
  mendPackages(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
