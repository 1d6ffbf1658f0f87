import { minute } from "@/lib/kernel/calendar";
import { randomText } from "@/lib/kernel/crypto";
import { env } from "@/lib/kernel/env";
import { processWide } from "@/lib/kernel/process-wide";
import { StorageNotOurs } from "@/lib/platform/providers/marked-storage";
import { requireOwnStorage, storage } from "@/lib/platform/providers/storage";
import { Explained } from "./attempt";

/** How long a bucket that gave back what was written is believed to, in milliseconds: every writing of one is paid for. */
const writtenEvery = 5 * minute;

type Tried = { underWay?: Promise<void> | undefined; writtenUntil: number };
const tried: Tried = processWide("storage-tried", () => ({ writtenUntil: Number.NEGATIVE_INFINITY }));

/**
 * Whether the storage of documents is the one they are in, and gives back what is written to it. However many ask, one look is
 * made at a time.
 * @throws Explained when it is not ours; Error when it is not what it was
 */
export function tryStorage(): Promise<void> {
  tried.underWay ??= look().finally(() => {
    tried.underWay = undefined;
  });
  return tried.underWay;
}

async function look(): Promise<void> {
  try {
    await requireOwnStorage();
    if (env().documentsIn === "s3" && performance.now() < tried.writtenUntil) return;
    await writeAndRead();
    tried.writtenUntil = performance.now() + writtenEvery;
  } catch (error) {
    tried.writtenUntil = Number.NEGATIVE_INFINITY;
    throw error instanceof StorageNotOurs ? new Explained(error.outside) : error;
  }
}

/** Under a name of its own each time: another process, or an earlier look that hung, has nothing to do with it. */
async function writeAndRead(): Promise<void> {
  const name = `health-${randomText(12)}`;
  const written = randomText(32);
  const place = storage();
  const read: Uint8Array[] = [];
  let size: number;
  try {
    size = await place.put(name, pieces(written), 100);
    for await (const piece of (await place.get(name)) ?? []) read.push(piece);
  } finally {
    await place.remove(name);
  }
  if (size !== written.length || Buffer.concat(read).toString() !== written) {
    throw new Error("the storage does not give back what was written");
  }
}

async function* pieces(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}
