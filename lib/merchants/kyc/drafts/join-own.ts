import { minute } from "@/lib/kernel/calendar";
import { mostFields } from "@/lib/terms/drafts/constants";
import type { SaveDraft, Writing } from "@/lib/terms/drafts/schema";

/** A draft as it comes or is stored. `at`: when it came, in milliseconds. */
export type Written = Pick<SaveDraft, "item" | "values" | "revision"> & { writing: Writing | null; at: number };

/** How long the last words of a page may be under way. */
const lastWordsLimit = minute;

/** Who wrote what replaces a draft, knowing it; undefined: there was none. */
export function writingOver(there: Written | undefined, { writing }: Written): Writing | null {
  const before = there?.writing;
  return writing && before?.device === writing.device ? { ...writing, since: before.since } : writing;
}

/** Field by field, what was typed later stays (docs/embedding.md#drafts). Null: it may be somebody else's. */
export function joinOwn(there: Written, came: Written): Pick<Written, "item" | "values" | "writing"> | null {
  if (!there.writing || !came.writing || came.revision < there.writing.since) return null;
  const order = orderOf({ ...there, writing: there.writing }, { ...came, writing: came.writing });
  if (!order) return null;
  const writing = order === "later" ? { ...came.writing, since: there.writing.since } : there.writing;
  // About another thing, or discarded: nothing to join.
  if (there.item !== came.item || !there.values || !came.values) {
    return order === "later" ? { ...came, writing } : there;
  }
  const stay = new Set(order === "later" ? [] : there.writing.typed);
  const typed = new Set(came.writing.typed.filter((name) => !stay.has(name)));
  const taken = Object.entries(came.values).filter(([name]) => typed.has(name));
  const values = { ...came.values, ...there.values, ...Object.fromEntries(taken) };
  return Object.keys(values).length > mostFields ? null : { item: there.item, values, writing };
}

type Signed = Written & { writing: Writing };

/** Whether a draft was typed later or earlier in the same window as the one that is there; null: not in the same. */
function orderOf(there: Signed, came: Signed): "later" | "earlier" | null {
  const [old, own] = [there.writing, came.writing];
  if (old.page === own.page) return own.sequence > old.sequence ? "later" : "earlier";
  if (old.device !== own.device) return null;
  // Loaded while the last words of the one that was left were under way.
  const follows = old.left && own.openedAt > there.at - lastWordsLimit;
  const precedes = own.left && old.openedAt > came.at - lastWordsLimit;
  if (follows && precedes) return own.openedAt > old.openedAt ? "later" : "earlier";
  return follows ? "later" : precedes ? "earlier" : null;
}
