/** Imported first by every command, before anything that an older Node.js could not load. */
const needed = { major: 20, minor: 19 };
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < needed.major || (major === needed.major && minor < needed.minor)) {
  process.stderr.write(
    `Node.js ${needed.major}.${needed.minor} or newer is needed; this is ${process.versions.node}.\n`,
  );
  process.exit(1);
}
