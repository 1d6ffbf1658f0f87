/** Imported first by every command, before anything that an older Node.js could not load. */
const needed = [20, 19];
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < needed[0] || (major === needed[0] && minor < needed[1])) {
  process.stderr.write(`Node.js ${needed.join(".")} or newer is needed; this is ${process.versions.node}.\n`);
  process.exit(1);
}
