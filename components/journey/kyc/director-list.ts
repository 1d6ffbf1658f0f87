import type { EmbedSession } from "@/lib/embed/schema";
import type { JourneyDirector } from "@/lib/kyc/schema";

export type ListedDirector = EmbedSession["directors"][number];

/** A stored director as it is sent again: without the identity number, which stays as it is stored. */
export function entryOf(director: ListedDirector): JourneyDirector {
  const { prefilled, verificationStatus, identityNumber, middleName, position, ...rest } = director;
  return { ...rest, middleName: middleName ?? undefined, position: position ?? undefined };
}

/** The list to be sent after a director was edited, or added at its end; where it is in the list. */
export function withDirector(
  stored: readonly ListedDirector[],
  edited: JourneyDirector,
): { directors: JourneyDirector[]; at: number } {
  const directors = stored.map(entryOf);
  const known = directors.findIndex(({ id }) => id !== undefined && id === edited.id);
  const at = known < 0 ? directors.length : known;
  directors[at] = edited;
  return { directors, at };
}

/** The list to be sent after a director was removed. */
export function withoutDirector(stored: readonly ListedDirector[], id: string): JourneyDirector[] {
  return stored.filter((director) => director.id !== id).map(entryOf);
}

/** The list to be sent after the main contact became another. */
export function withContact(stored: readonly ListedDirector[], id: string): JourneyDirector[] {
  return stored.map((director) => ({ ...entryOf(director), isPrimary: director.id === id }));
}

type Wrong = { field: string; error: string };

/** What is wrong with one director of a list that was refused, named as on its own form; the others' errors are left out. */
export function errorsAt(fields: readonly Wrong[], at: number): Wrong[] {
  const prefix = `directors.${at}.`;
  return fields
    .filter(({ field }) => field.startsWith(prefix))
    .map(({ field, error }) => ({ field: field.slice(prefix.length), error }));
}
