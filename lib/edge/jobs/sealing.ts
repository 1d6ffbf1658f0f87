import { second } from "@/lib/kernel/calendar";
import { now } from "@/lib/kernel/clock";
import { log } from "@/lib/kernel/log";
import { sealDocuments } from "@/lib/merchants/documents/seal-documents";
import { sealDirectors } from "@/lib/merchants/kyc/seal-directors";

/** Between two pages, so that the work of the day goes on. */
const pause = second / 4;

/**
 * Encrypts what a former version stored in plain text, beside everything else: personal details of directors, then
 * documents. What is left when the process ends, the next start finds.
 * @returns a function that stops it, and waits for the page in hand.
 */
export function startSealing(): () => Promise<void> {
  let stopped = false;
  const done = sealAll(() => stopped).catch((error) =>
    log.error("data of a former version waits in plain text", error),
  );
  return async () => {
    stopped = true;
    await done;
  };
}

async function sealAll(stopped: () => boolean): Promise<void> {
  while ((await sealDirectors(500)) > 0) {
    if (stopped()) return;
    await paused();
  }
  let after: string | null = "";
  while (after !== null && !stopped()) {
    after = await sealDocuments({ after, limit: 20, realNow: now() });
    if (after !== null) await paused();
  }
}

function paused(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, pause));
}
