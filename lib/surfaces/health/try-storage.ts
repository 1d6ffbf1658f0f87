import { randomText } from "@/lib/kernel/crypto";
import { requireOwnStorage, storage } from "@/lib/platform/providers/storage";

/**
 * Whether the storage of documents is the one they are in, and gives back what is written to it.
 * @throws StorageNotOurs; Error when it is not what it was
 */
export async function tryStorage(): Promise<void> {
  await requireOwnStorage();
  const written = randomText(32);
  const place = storage();
  // Of this look alone: others look at the same moment, in this process too.
  const probe = `health-${randomText(12)}`;
  const size = await place.put(probe, pieces(written), 100);
  const read: Uint8Array[] = [];
  for await (const piece of (await place.get(probe)) ?? []) read.push(piece);
  await place.remove(probe);
  if (size !== written.length || Buffer.concat(read).toString() !== written) {
    throw new Error("the storage does not give back what was written");
  }
}

async function* pieces(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}
