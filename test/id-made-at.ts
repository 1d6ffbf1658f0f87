import { type IdKind, idAt, newId } from "@/lib/kernel/ids";

/** An identifier as it would have been made at a moment; those of one moment sort as they are made. */
export function idMadeAt(kind: IdKind, moment: Date): string {
  const body = newId(kind).slice(-26);
  return idAt(kind, moment) + body.slice(2, 10) + body.slice(18);
}
