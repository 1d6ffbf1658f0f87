import type { Failure } from "@/components/calls/refusals";
import type { KycSession } from "@/lib/kyc-session/schema";

export type Draft = KycSession["drafts"][number];
export type DraftStep = Draft["step"];

/** A form's fields as typed. */
export type Typed = Readonly<Record<string, string>>;

/** What a form is about: a step, and which of its things. */
export type Place = { step: DraftStep; item: string | null };

/** How long after the last keystroke what was typed is sent, in milliseconds. */
export const draftPause = 500;

type Means = {
  save: (draft: Place & { values: Typed | null; revision: number }) => Promise<{ body: Draft } | Failure>;
  /** What the service last said of the step's draft. */
  stored: (step: DraftStep) => Draft | undefined;
  /** Has the service say it anew. */
  refresh: () => Promise<void>;
};

export type Drafts = ReturnType<typeof createDrafts>;

type Page = {
  /** The last revision that this page knows of, by reading or by saving. */
  revision: number;
  /** The latest text, and what of it the service has. */
  latest: { item: string | null; values: Typed | null } | null;
  sent: Page["latest"];
  /** What was sent at this revision without an answer: the service may have it. Null: saved or discarded. */
  unheard: (Typed | null)[];
  conflict: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
  sending: Promise<void>;
};

/** The item of something that is being added, and has no id yet. */
export const newItem = "new";

const refused = (answer: { body: Draft } | Failure) => "code" in answer && answer.code === "DRAFT_CONFLICT";

/** Whether the service has kept what was sent, except for what it never keeps. */
function isKept(sent: Typed | null, there: Typed | null): boolean {
  if (sent === null || there === null) return sent === there;
  return Object.entries(there).every(([name, value]) => sent[name] === value);
}

const keyOf = ({ step, item }: Place) => `${step} ${item ?? ""}`;

/**
 * Keeps on the service what is typed, a moment after it was typed, and in this page what the service does not keep. A
 * draft that has changed elsewhere is not overwritten: `inConflict` says so until the merchant has chosen.
 */
export function createDrafts({ save, stored, refresh }: Means) {
  const pages = new Map<DraftStep, Page>();
  const remembered = new Map<string, Typed>();
  const listeners = new Set<() => void>();

  function pageOf(step: DraftStep): Page {
    let page = pages.get(step);
    if (!page) {
      const nothing = { latest: null, sent: null, unheard: [], conflict: false, timer: undefined };
      page = { ...nothing, revision: stored(step)?.revision ?? 0, sending: Promise.resolve() };
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
    page.unheard = [];
  }

  async function attempt(step: DraftStep, latest: NonNullable<Page["latest"]>) {
    const page = pageOf(step);
    const answer = await save({ step, ...latest, revision: page.revision });
    if ("body" in answer) {
      know(page, answer.body.revision);
      page.sent = latest;
    } else if (!refused(answer)) page.unheard.push(latest.values);
    return answer;
  }

  /** After a refusal: whether what is there now came from nobody else, so that it may be overwritten. */
  function isOwn(step: DraftStep, item: string | null): boolean {
    const page = pageOf(step);
    const there = stored(step);
    // Deleted, since nothing was typed for long.
    if (!there) return true;
    // What is being added cannot have been changed by whoever saved the others.
    if (item === newItem && there.values === null) return true;
    return there.revision === page.revision + 1 && page.unheard.some((sent) => isKept(sent, there.values));
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
      if (stored(step)) catchUp(step);
      else page.revision = 0;
      if (refused(await attempt(step, latest))) tell(page, true);
    });
    return page.sending;
  }

  function take({ step, item }: Place, values: Typed) {
    remembered.set(keyOf({ step, item }), values);
    pageOf(step).latest = { item, values };
  }

  /** From now on the service's newest revision is known here. */
  function catchUp(step: DraftStep) {
    know(pageOf(step), stored(step)?.revision ?? 0);
  }

  /** Whether something was typed in a form and not saved. */
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
  }

  /** What the service has counts. */
  function takeThere(place: Place) {
    forget(place);
    catchUp(place.step);
    tell(pageOf(place.step), false);
  }

  return {
    has,
    /** What was typed in a form and not saved, here or elsewhere; for a form that is being opened. */
    open(place: Place): Typed | null {
      const here = remembered.get(keyOf(place));
      if (here) return here;
      const there = has(place) ? stored(place.step) : undefined;
      catchUp(place.step);
      return there?.values ?? null;
    },
    /** A form's fields as they are now. */
    keep(place: Place, values: Typed) {
      take(place, values);
      const page = pageOf(place.step);
      clearTimeout(page.timer);
      page.timer = setTimeout(() => void send(place.step), draftPause);
    },
    /** Before the step is saved. @returns whether it may be: nothing has changed elsewhere */
    async settle(place: Place, values: Typed): Promise<boolean> {
      take(place, values);
      await send(place.step, true);
      return !pageOf(place.step).conflict;
    },
    /** No answer came to the saving of the step: it may have been saved. */
    unheard: ({ step }: Place) => void pageOf(step).unheard.push(null),
    /** The step was saved with what was typed. */
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
    /** Sends what still waits for a pause. */
    flush() {
      for (const step of pages.keys()) void send(step);
    },
    inConflict: (step: DraftStep) => pages.get(step)?.conflict ?? false,
    /** What was typed in a form on this page, and not saved. */
    typedHere: (place: Place): Typed | null => remembered.get(keyOf(place)) ?? null,
    /** The step was saved by somebody else, so that what is typed here may not be. */
    overtaken: ({ step }: Place) => tell(pageOf(step), true),
    /** The merchant chose what was typed here, or a mixture with what is there. */
    keepHere(place: Place, values?: Typed) {
      const { step } = place;
      if (values) take(place, values);
      catchUp(step);
      tell(pageOf(step), false);
      void send(step, true);
    },
    /** The merchant chose what is there. */
    takeThere,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
