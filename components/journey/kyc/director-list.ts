import type { Refusal } from "@/components/forms/outcome";
import type { Journey } from "@/components/journey/context";
import type { EmbedSession } from "@/lib/embed/schema";
import type { JourneyDirector } from "@/lib/kyc/schema";

export type ListedDirector = EmbedSession["directors"][number];

/** A stored director as it is sent again: without the identity number, which stays as it is stored. */
export function entryOf(director: ListedDirector): JourneyDirector {
  const { prefilled, verificationStatus, identityNumber, middleName, position, ...rest } = director;
  return { ...rest, middleName: middleName ?? undefined, position: position ?? undefined };
}

/**
 * Saves the list with a change made to it: to the list as it is stored by then, since it is sent whole, and somebody may
 * have added a director on another device.
 * @returns why not, or null
 */
export async function saveList(
  { call, update }: Pick<Journey, "call" | "update">,
  change: (stored: readonly ListedDirector[]) => JourneyDirector[],
): Promise<Refusal | null> {
  const stored = await call<EmbedSession>("GET", "session");
  if ("refused" in stored) return stored;
  update(stored.body);
  const saved = await call<EmbedSession>("POST", "directors", { directors: change(stored.body.directors) });
  if ("refused" in saved) return saved;
  update(saved.body);
  return null;
}

/**
 * The list to be sent after a director was edited, or added at its end; where it is in the list. Who is the main contact is
 * not the edit's affair: the first director is.
 */
export function withDirector(
  stored: readonly ListedDirector[],
  edited: JourneyDirector,
): { directors: JourneyDirector[]; at: number } {
  const directors = stored.map(entryOf);
  const known = directors.findIndex(({ id }) => id !== undefined && id === edited.id);
  const at = known < 0 ? directors.length : known;
  directors[at] = { ...edited, isPrimary: directors[at]?.isPrimary ?? stored.length === 0 };
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
