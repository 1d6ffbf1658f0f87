import { type Call, createApi, type Means, type Method } from "@/components/calls/api";
import type { Credential } from "@/components/calls/credential";
import { createSessionKeeper } from "@/components/calls/keep-session";
import type { Failure } from "@/components/calls/refusals";
import type { KycSession } from "@/lib/merchants/kyc/session/schema";
import { createDrafts, type Draft } from "./drafts";

type Kept<Session> = {
  session: Session | null;
  ended: Failure | null;
};

type Listening = {
  addEventListener(type: string, listener: () => void): void;
  removeEventListener(type: string, listener: () => void): void;
};

export type WatchedWindow = Listening & { document: { visibilityState: string } & Listening };

type Wants<Session, State> = Means & {
  first: State;
  /** Where the operations are, with a slash at the end. */
  root: string;
  headers?: Record<string, string>;
  credential: Credential;
  readSession: readonly [Method, string];
  /** The token is useless, and there is no other. */
  onEnd: (why: Failure) => void;
  show: (session: Session) => void;
  /** After how many seconds a session may have changed by itself; null: it does not. */
  changesAfter: (session: Session) => number | null;
  /** Refusals that show that the session has changed meanwhile. */
  outdated: ReadonlySet<string>;
  onReturn?: () => void;
};

/** What a merchant's pages share without their views: they keep the token, the session and what is typed. */
export function createSessionShell<Session extends KycSession, State extends Kept<Session>>(
  wants: Wants<Session, State>,
) {
  const { first, root, headers, credential, readSession, onEnd, show, changesAfter, outdated, onReturn, ...means } =
    wants;
  let state = first;
  const listeners = new Set<() => void>();
  let window: WatchedWindow | null = null;

  function set(change: Partial<State>) {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }

  const isVisible = () => window?.document.visibilityState === "visible";
  const isWatched = () => !state.ended && isVisible();
  const api = createApi({ ...means, root, ...(headers && { headers }), credential, onEnd });
  const read = () => api.call<Session>(...readSession);
  const keeper = createSessionKeeper<Session>({ read, shown: () => state.session, show, changesAfter, isWatched });

  function lookIfOutdated(answer: object) {
    if ("code" in answer && outdated.has(String(answer.code))) void keeper.look();
  }

  const drafts = createDrafts({
    async save(draft) {
      // A useless token would be refused after each pause in typing.
      if (state.ended) return state.ended;
      const answer = await api.call<Draft>("PUT", "draft", draft, { outlives: true });
      lookIfOutdated(answer);
      return answer;
    },
    session: () => state.session,
    refresh: keeper.look,
    newKey: means.newKey,
  });

  function lookAgain() {
    if (isVisible()) onReturn?.();
    // Whoever leaves the page may not come back to it, and what was typed without a connection can be sent now.
    drafts.flush();
    if (state.session && isWatched()) void keeper.look();
  }

  return {
    state: () => state,
    set,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    start(given: WatchedWindow) {
      window = given;
      window.addEventListener("focus", lookAgain);
      window.addEventListener("online", lookAgain);
      window.addEventListener("pagehide", drafts.leave);
      window.document.addEventListener("visibilitychange", lookAgain);
      keeper.lookLater();
    },
    stop() {
      keeper.stop();
      window?.removeEventListener("focus", lookAgain);
      window?.removeEventListener("online", lookAgain);
      window?.removeEventListener("pagehide", drafts.leave);
      window?.document.removeEventListener("visibilitychange", lookAgain);
      window = null;
    },
    keeper,
    actions: {
      async call(method, path, body, how) {
        const result = await api.call(method, path, body, how);
        if (method !== "GET") lookIfOutdated(result);
        return result as never;
      },
      drafts,
      upload: api.upload,
      download: api.download,
      update: keeper.take,
      refresh: keeper.look,
    } satisfies { call: Call } & Record<string, unknown>,
  };
}
