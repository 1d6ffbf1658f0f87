import type { Failure } from "@/components/calls/refusals";
import type { KycSession } from "@/lib/merchants/kyc/session/schema";
import type { Writer } from "@/lib/terms/drafts/schema";
import { cameLate, isShown, type Typed } from "./compare";

export type Draft = KycSession["drafts"][number];
export type DraftStep = Draft["step"];

export type Place = { step: DraftStep; item: string | null };

/** How long after the last keystroke what was typed is sent, in milliseconds. */
export const draftPause = 500;

type Means = {
  save: (
    draft: Place & { values: Typed | null; revision: number; writer: Writer },
  ) => Promise<{ body: Draft } | Failure>;
  session: () => KycSession | null;
  refresh: () => Promise<void>;
  newKey: () => string;
};

type Shown = {
  item: string | null;
  began: Typed;
  typed: Set<string>;
  /** Its values as they are saved now; undefined: they are no longer there. */
  saved: ((session: KycSession) => object | undefined) | undefined;
  /** Takes over fields that were typed in this window before the page was loaded again, and came late. */
  fill: (fields: Typed) => void;
};

export type Drafts = ReturnType<typeof createDrafts>;

type Page = {
  /** The last revision that this page knows of, by reading or by saving. */
  revision: number;
  /** The latest text, and what of it the service has. */
  latest: { item: string | null; values: Typed | null } | null;
  sent: Page["latest"];
  /** Whether the step may have been saved here at this revision: no answer came. */
  maybeSaved: boolean;
  conflict: boolean;
  /** Whether something came late, and has not been looked at. */
  late: boolean;
  shown: Shown | null;
  /** A later session than the form began with, whose saved values are those that it shows. */
  seen: KycSession | null;
  timer: ReturnType<typeof setTimeout> | undefined;
  sending: Promise<void>;
};

/** The item of something that is being added, and has no id yet. */
export const newItem = "new";

const refused = (answer: { body: Draft } | Failure) => "code" in answer && answer.code === "DRAFT_CONFLICT";

const keyOf = ({ step, item }: Place) => `${step} ${item ?? ""}`;

/**
 * Keeps on the service what is typed, a moment after it was typed, and in this page what the service does not keep. A
 * draft that has changed elsewhere is not overwritten: `inConflict` says so until the merchant has chosen.
 */
export function createDrafts({ save, session, refresh, newKey }: Means) {
  const name = newKey();
  let sequence = 0;
  let left = false;
  const pages = new Map<DraftStep, Page>();
  const remembered = new Map<string, Typed>();
  const listeners = new Set<() => void>();

  const stored = (step: DraftStep) => session()?.drafts.find((draft) => draft.step === step);

  function pageOf(step: DraftStep): Page {
    let page = pages.get(step);
    if (!page) {
      const nothing = { latest: null, sent: null, maybeSaved: false, conflict: false, late: false };
      const unseen = { shown: null, seen: null, timer: undefined };
      page = { ...nothing, ...unseen, revision: stored(step)?.revision ?? 0, sending: Promise.resolve() };
      pages.set(step, page);
    }
    return page;
  }

  function tell(page: Page, conflict: boolean) {
    page.conflict = conflict;
    for (const listener of listeners) listener();
  }

  /** From now on a revision is known here, unless a later one is. */
  function know(page: Page, revision: number) {
    if (revision <= page.revision) return;
    page.revision = revision;
    page.maybeSaved = false;
  }

  async function attempt(step: DraftStep, latest: NonNullable<Page["latest"]>) {
    const page = pageOf(step);
    sequence += 1;
    const typed = page.shown?.item === latest.item ? page.shown.typed : Object.keys(latest.values ?? {});
    const writer = { page: name, sequence, typed: [...typed], openFor: Math.floor(performance.now() / 1_000), left };
    const answer = await save({ step, ...latest, revision: page.revision, writer });
    if ("body" in answer) {
      know(page, answer.body.revision);
      page.sent = latest;
      arrive(page, latest, answer.body);
    }
    return answer;
  }

  /** Shows what was joined with what was sent, except where something else has been typed meanwhile. */
  function arrive(page: Page, sent: NonNullable<Page["latest"]>, there: Draft) {
    const { latest, shown } = page;
    if (!latest?.values || !sent.values || there.item !== latest.item || shown?.item !== latest.item) return;
    const fields = cameLate(there.values ?? {}, { sent: sent.values, here: latest.values });
    if (Object.keys(fields).length === 0) return;
    take({ step: there.step, item: latest.item }, { ...latest.values, ...fields });
    if (latest === sent) page.sent = page.latest;
    shown.fill(fields);
    page.late = true;
    tell(page, page.conflict);
  }

  /** Whether what is saved is what the form began with, as by this window before the page was loaded again. */
  function isAsBegun({ shown }: Page, item: string | null): boolean {
    const now = session();
    const saved = shown?.item === item && now && shown.saved?.(now);
    return saved ? isShown(shown.began, saved) : false;
  }

  /** After a refusal: whether what is there now came from nobody else, so that it may be overwritten. */
  function isOwn(step: DraftStep, item: string | null): boolean {
    const page = pageOf(step);
    const there = stored(step);
    // Deleted, since nothing was typed for long.
    if (!there) return true;
    // What is being added cannot have been changed by whoever saved the others.
    if (there.values === null && (item === newItem || isAsBegun(page, item))) return true;
    return there.values === null && there.revision === page.revision + 1 && page.maybeSaved;
  }

  /** Sends the latest text after what is under way; `anyway`: even if the service has it, to learn of a conflict. */
  function send(step: DraftStep, anyway = false): Promise<void> {
    const page = pageOf(step);
    clearTimeout(page.timer);
    page.sending = page.sending.then(async () => {
      const { latest } = page;
      if (page.conflict || !latest || (latest === page.sent && !anyway)) return;
      if (!refused(await attempt(step, latest))) return;
      await refresh();
      // Saved meanwhile.
      if (page.latest === null) return;
      if (!isOwn(step, latest.item)) return tell(page, true);
      if (isAsBegun(page, latest.item)) page.seen = session();
      if (stored(step)) catchUp(step);
      else page.revision = 0;
      if (refused(await attempt(step, latest))) tell(page, true);
    });
    return page.sending;
  }

  function take({ step, item }: Place, values: Typed) {
    remembered.set(keyOf({ step, item }), values);
    const page = pageOf(step);
    page.latest = { item, values };
    if (page.shown?.item !== item) return;
    const { began, typed } = page.shown;
    for (const [field, value] of Object.entries(values)) if (value !== began[field]) typed.add(field);
  }

  function catchUp(step: DraftStep) {
    know(pageOf(step), stored(step)?.revision ?? 0);
  }

  function has(place: Place): boolean {
    if (remembered.has(keyOf(place))) return true;
    const there = stored(place.step);
    const { revision = 0, latest = null } = pages.get(place.step) ?? {};
    if (!there || there.values === null || there.item !== place.item) return false;
    // Discarded here, which the service may not know yet.
    return latest?.values === null ? there.revision > revision : there.revision >= revision;
  }

  function forget(place: Place) {
    const page = pageOf(place.step);
    clearTimeout(page.timer);
    remembered.delete(keyOf(place));
    page.latest = null;
    page.sent = null;
    page.late = false;
  }

  function takeThere(place: Place) {
    forget(place);
    catchUp(place.step);
    tell(pageOf(place.step), false);
  }

  return {
    has,
    /** What was typed in a form and not saved, here or elsewhere; for a form that is being opened. */
    open(place: Place): Typed | null {
      if (pages.has(place.step)) pageOf(place.step).seen = null;
      const here = remembered.get(keyOf(place));
      if (here) return here;
      const there = has(place) ? stored(place.step) : undefined;
      catchUp(place.step);
      return there?.values ?? null;
    },
    /** A form is shown with these fields. @returns has it be so no more */
    show({ step, item }: Place, form: Omit<Shown, "item" | "typed">): () => void {
      const page = pageOf(step);
      const shown: Shown = { item, ...form, typed: new Set() };
      page.shown = shown;
      return () => {
        if (page.shown === shown) page.shown = null;
      };
    },
    keep(place: Place, values: Typed) {
      take(place, values);
      const page = pageOf(place.step);
      // What is chosen from is shown as it is typed.
      if (page.conflict) tell(page, true);
      left = false;
      clearTimeout(page.timer);
      page.timer = setTimeout(() => void send(place.step), draftPause);
    },
    /** Before the step is saved. @returns whether it may be: it is as it is shown, and nothing has changed elsewhere */
    async settle(place: Place, values: Typed): Promise<boolean> {
      take(place, values);
      const page = pageOf(place.step);
      page.late = false;
      await send(place.step, true);
      return !page.conflict && !page.late;
    },
    /** No answer came to the saving of the step: it may have been saved. */
    unheard({ step }: Place) {
      pageOf(step).maybeSaved = true;
    },
    saved: takeThere,
    /** The step was saved, but not with what is typed in its forms. */
    savedBeside(step: DraftStep) {
      catchUp(step);
      void send(step, true);
    },
    discard(place: Place) {
      if (pageOf(place.step).conflict) return takeThere(place);
      const something = has(place);
      forget(place);
      if (!something) return;
      pageOf(place.step).latest = { item: place.item, values: null };
      void send(place.step);
    },
    flush() {
      for (const step of pages.keys()) void send(step);
    },
    /** The page is being left: sends what may not be there yet without waiting for what is under way. */
    leave() {
      left = true;
      for (const [step, page] of pages) {
        if (page.latest && page.latest !== page.sent && !page.conflict) void attempt(step, page.latest);
      }
    },
    inConflict: (step: DraftStep) => pages.get(step)?.conflict ?? false,
    /** The session whose saved values the merchant has seen, if it is later than the one that the form began with. */
    seen: (step: DraftStep) => pages.get(step)?.seen ?? null,
    /** Whether a form was filled in with what came late. */
    isLate: (step: DraftStep) => pages.get(step)?.late ?? false,
    typedHere: (place: Place): Typed | null => remembered.get(keyOf(place)) ?? null,
    /** The step was saved by somebody else, so that what is typed here may not be. */
    overtaken: ({ step }: Place) => tell(pageOf(step), true),
    keepHere(place: Place, values?: Typed) {
      const { step } = place;
      if (values) take(place, values);
      catchUp(step);
      tell(pageOf(step), false);
      void send(step, true);
    },
    takeThere,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
