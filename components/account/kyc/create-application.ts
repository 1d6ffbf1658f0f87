import { createApi, type Means } from "@/components/calls/api";
import { createCredential } from "@/components/calls/credential";
import { createSessionKeeper } from "@/components/calls/keep-session";
import { expired, type Failure, notReached } from "@/components/calls/refusals";
import type { Kyc } from "@/components/kyc/context";
import { createDrafts, type Draft } from "@/components/kyc/drafts";
import type { KycSession } from "@/lib/merchants/kyc/session/schema";

export type ApplicationState = {
  session: KycSession;
  /** Why nothing can be saved any more. */
  ended: Failure | null;
};

type Wants = Means & {
  merchantId: string;
  first: KycSession;
  /** A fresh access token; null: nobody is signed in any more. Rejects when no answer came. */
  mint: () => Promise<string | null>;
};

export type ApplicationWindow = Pick<Window, "addEventListener" | "removeEventListener"> & {
  document: Pick<Document, "addEventListener" | "removeEventListener" | "visibilityState">;
};

const operations: Kyc["operations"] = {
  readSession: ["GET", "onboarding-status"],
  saveDirectors: ["PUT", "directors"],
};

/** A merchant's application in its account, without its views: it keeps the token, the session and what is typed. */
export function createApplication({ merchantId, first, mint, ...means }: Wants) {
  let state: ApplicationState = { session: first, ended: null };
  const listeners = new Set<() => void>();
  let window: ApplicationWindow | null = null;

  function set(change: Partial<ApplicationState>) {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }

  const credential = createCredential(async () => {
    const token = await mint().catch(() => notReached);
    if (typeof token === "string") credential.take(token, true);
    else credential.fail(token ?? expired);
  }, notReached);
  // None yet, and one to be had: the first call asks for it.
  credential.take("", true);
  const api = createApi({
    ...means,
    root: "/api/merchants/kyc/",
    headers: { "x-merchant-id": merchantId },
    credential,
    onEnd: (ended) => set({ ended }),
  });
  const keeper = createSessionKeeper<KycSession>({
    read: () => api.call(...operations.readSession),
    shown: () => state.session,
    show: (session) => set({ session }),
    changesAfter: ({ kyc, environment }) => (kyc.status === "SUBMITTED" ? reviewPause[environment] : null),
    isWatched: () => state.ended === null && window?.document.visibilityState === "visible",
  });
  function lookIfOutdated(answer: object) {
    if ("code" in answer && outdated.has(String(answer.code))) void keeper.look();
  }

  const drafts = createDrafts({
    async save(draft) {
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
    // Whoever leaves the page may not come back to it, and somebody may have signed in again.
    if (state.ended && window?.document.visibilityState === "visible") {
      credential.tryAgain();
      set({ ended: null });
    }
    drafts.flush();
    if (!state.ended && window?.document.visibilityState === "visible") void keeper.look();
  }

  return {
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    start(given: ApplicationWindow) {
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
    actions: {
      operations,
      drafts,
      upload: api.upload,
      update: keeper.take,
      refresh: keeper.look,
      completed() {},
      async call(method, path, body, how) {
        const result = await api.call(method, path, body, how);
        if (method !== "GET") lookIfOutdated(result);
        return result as never;
      },
    } satisfies Omit<Kyc, "session" | "own" | "item" | "go" | "close">,
  };
}

/** Refusals that show that the session has changed meanwhile. */
const outdated = new Set(["KYC_NOT_EDITABLE", "CONNECTION_CLOSED"]);

/** How often it is asked whether the review is over, in seconds: the sandbox's takes moments, people take hours. */
const reviewPause = { test: 3, live: 60 };
