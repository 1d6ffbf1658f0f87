import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { loadBundled } from "#scripts/bundle.mjs";
import { root } from "#scripts/install.mjs";
import { endChild } from "#scripts/processes.mjs";

/**
 * What stands in for Paystack, a process with books of its own that outlive every kill of the service. Its clock follows the
 * rehearsal's.
 * @param {import("./clock.mjs").Clock} clock
 */
export async function startPaystack(clock) {
  const { paystackAt } = /** @type {typeof import("@/test/paystack/remote.ts")} */ (
    await loadBundled("test/paystack/remote.ts")
  );
  const options = { now: clock.now().toISOString(), settings: { activateAfter: 60_000 } };
  const child = fork(join(root, "test", "paystack", "start.mjs"), [JSON.stringify(options)], {
    ...{ cwd: root, detached: true },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const [{ url, controlUrl }] = await once(child, "message");
  const control = paystackAt(controlUrl);
  return {
    url,
    control,
    /** Lets as much time pass there as has passed here: what is due on the way happens. */
    follow: () => control.clock.set(clock.now().toISOString()),
    stop: () => endChild(child, 5_000),
  };
}
