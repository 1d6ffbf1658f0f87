import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { expect, test } from "vitest";

const processes = path.join(import.meta.dirname, "processes.mjs");

/** Stays until it is told that npm is gone; the other end of its output then closes. */
const service = `
  import { onNpmGone } from ${JSON.stringify(processes)};
  onNpmGone(() => { process.stdout.write("stopped"); process.exit(); });
  process.stdout.write("up ");
  setInterval(() => {}, 1_000);`;

test("what npm started notices that npm was killed", async () => {
  const starts = `require("node:child_process")
    .spawn(process.execPath, ["--input-type=module", "-e", process.argv[1]], { stdio: "inherit" })`;
  const npm = spawn(process.execPath, ["-e", starts, service], {
    env: { ...process.env, npm_lifecycle_event: "start" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  npm.stdout.setEncoding("utf8").on("data", (chunk) => {
    said += chunk;
    if (said === "up ") npm.kill("SIGKILL");
  });
  await once(npm, "close");
  expect(said).toBe("up stopped");
});
