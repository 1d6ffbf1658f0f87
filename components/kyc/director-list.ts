import type { Refusal } from "@/components/forms/outcome";
import type { KycSession } from "@/lib/merchants/kyc/session/schema";
import { directorForm } from "@/lib/terms/kyc/director-fields";
import type { JourneyDirector } from "@/lib/terms/kyc/schema";
import { present } from "@/lib/terms/table";
import { textsOf } from "./compare";
import type { Kyc } from "./context";

export type ListedDirector = KycSession["directors"][number];

/** A stored director as it is sent again, without the identity number, which stays stored. */
export function entryOf(director: ListedDirector): JourneyDirector {
  const { prefilled, verificationStatus, remarks, identityNumber, ...rest } = director;
  return present(rest);
}

/** How often a change is made anew to a list that somebody else has changed in the same moment. */
const attempts = 3;

/** Sent whole, so it is read first: a director may have been added elsewhere. Returns why it was refused. */
export async function saveList(
  { call, operations, update }: Pick<Kyc, "call" | "operations" | "update">,
  change: (stored: readonly ListedDirector[]) => JourneyDirector[] | Refusal,
  attempt = 1,
): Promise<Refusal | null> {
  const stored = await call<KycSession>(...operations.readSession);
  if ("refused" in stored) return stored;
  update(stored.body);
  const directors = change(stored.body.directors);
  if ("refused" in directors) return directors;
  const ifRevision = stored.body.revisions.directors;
  const saved = await call<KycSession>(...operations.saveDirectors, { directors }, { ifRevision });
  if ("body" in saved) {
    update(saved.body);
    return null;
  }
  if (saved.code !== "EDIT_CONFLICT" || attempt === attempts) return saved;
  return saveList({ call, operations, update }, change, attempt + 1);
}

/** Whether somebody has edited a director since the form with it was opened. Who is primary belongs to the list. */
export function isEdited(opened: ListedDirector, now: ListedDirector): boolean {
  const details = (director: ListedDirector) => JSON.stringify(textsOf(Object.keys(directorForm), director));
  return details(opened) !== details(now);
}

export const changedElsewhere: Refusal = {
  refused: "Someone changed this director in the meantime.",
  fields: [],
  code: "EDIT_CONFLICT",
};

/** The main contact stays; a director added to an empty list becomes it. With the index of the one it is about. */
export function withDirector(
  stored: readonly ListedDirector[],
  edited: JourneyDirector,
): { directors: JourneyDirector[]; at: number } {
  const directors = stored.map(entryOf);
  const known = stored.findIndex((one) => (edited.id === undefined ? isSame(one, edited) : one.id === edited.id));
  const at = known < 0 ? directors.length : known;
  const before = directors[at];
  directors[at] = { ...edited, ...(before && { id: before.id }), isPrimary: before?.isPrimary ?? stored.length === 0 };
  return { directors, at };
}

/** Whether one who is being added is in the list already: added before, when the answer did not arrive. */
function isSame(known: ListedDirector, added: JourneyDirector): boolean {
  const shown = known.identityNumber.replace(/^\*+/, "");
  return (
    known.identityType === added.identityType &&
    (added.identityNumber ?? "").toUpperCase().endsWith(shown.toUpperCase()) &&
    known.dateOfBirth === added.dateOfBirth &&
    known.lastName === added.lastName
  );
}

export function withoutDirector(stored: readonly ListedDirector[], id: string): JourneyDirector[] {
  return stored.filter((director) => director.id !== id).map(entryOf);
}

export function withContact(stored: readonly ListedDirector[], id: string): JourneyDirector[] {
  return stored.map((director) => ({ ...entryOf(director), isPrimary: director.id === id }));
}

type Wrong = { field: string; error: string };

/** The errors of one director of a refused list, with the field names of its own form. */
export function errorsAt(fields: readonly Wrong[], at: number): Wrong[] {
  const prefix = `directors.${at}.`;
  return fields
    .filter(({ field }) => field.startsWith(prefix))
    .map(({ field, error }) => ({ field: field.slice(prefix.length), error }));
}
