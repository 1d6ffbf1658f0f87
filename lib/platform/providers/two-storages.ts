import type { Storage } from "./disk-storage";

/**
 * Two places while documents move from one to the other: new bytes go to the first, and are found in both. Whoever copies
 * puts a name into the first before it is removed from the other, so looking again tells moved from missing.
 */
export function twoStorages(first: Storage, other: Storage): Storage {
  async function look<Found>(at: (place: Storage) => Promise<Found | null>): Promise<Found | null> {
    return (await at(first)) ?? (await at(other)) ?? (await at(first));
  }

  return {
    put: (name, content, maxBytes) => first.put(name, content, maxBytes),
    get: (name) => look((place) => place.get(name)),
    stat: (name) => look((place) => place.stat(name)),
    async remove(name) {
      // Both, or the name is still to be removed.
      await other.remove(name);
      await first.remove(name);
    },
  };
}
