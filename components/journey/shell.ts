import type { Means } from "@/components/calls/api";
import { createCredential } from "@/components/calls/credential";
import { type Failure, invalid } from "@/components/calls/refusals";
import { createSessionShell, type WatchedWindow } from "@/components/kyc/session-shell";
import type { JourneyErrorCode, JourneyStep, Theme } from "@/lib/surfaces/journey/protocol";
import type { EmbedSession, LoanStage } from "@/lib/surfaces/journey/schema";
import type { Journey } from "./context";
import { type LinkWindow, linkToHost, type Place } from "./host-link";
import { createPast, type PastWindow, type Shown } from "./past";

/** How long the page waits for the host's first message, in milliseconds. */
export const initPatience = 15_000;

export type ShellState = {
  /** `alone`: not in a frame; `unanswered`: nothing came from the host. */
  phase: "waiting" | "unanswered" | "alone" | "loading" | "failed" | "shown";
  failure: Failure | null;
  ended: Failure | null;
  renewable: boolean;
  theme: Theme;
  session: EmbedSession | null;
  step: JourneyStep;
  item: string | null;
  pays: string | null;
  showing: number;
};

export type ShellWindow = LinkWindow & PastWindow & WatchedWindow & { location: { hash: string } };

export type Shell = {
  start: (window: ShellWindow) => void;
  stop: () => void;
  state: () => ShellState;
  subscribe: (listener: () => void) => () => void;
  /** Tries once more, with another token where the host has one: to load the session, or to go on where it is shown. */
  retry: () => void;
  broken: () => void;
  resized: (height: number) => void;
  /** Shows a step if the one that asks for it is still shown: a merchant who has moved on is not taken back. */
  goFrom: (showing: number, step: JourneyStep, item?: string) => void;
  /** Closes what was opened within the step, likewise. */
  closeFrom: (showing: number) => void;
  actions: Omit<Journey, "session" | "item" | "pays" | "go" | "close">;
};

/** Refusals that show that the session has changed meanwhile. */
const outdated = new Set([
  "KYC_NOT_EDITABLE",
  "KYC_REJECTED",
  "LOAN_STATE_CONFLICT",
  "OFFER_EXPIRED",
  "PROPOSAL_NOT_OPEN",
  "OFFER_WITHDRAWN",
  "CONNECTION_CLOSED",
]);

/** The journey without its views: it talks to the host, keeps the token and the session, and chooses the step. */
export function createShell(place: Place, means: Means): Shell {
  let window: ShellWindow | null = null;
  let initTimer: ReturnType<typeof setTimeout> | undefined;

  const credential = createCredential((again) => link.post({ type: "token-request", ...(again && { again }) }));
  const kept = createSessionShell<EmbedSession, ShellState>({
    ...means,
    first: {
      phase: "waiting",
      failure: null,
      ended: null,
      renewable: false,
      theme: {},
      session: null,
      step: "business-info",
      item: null,
      pays: null,
      showing: 0,
    },
    root: "/api/v1/embed/",
    credential,
    readSession: ["GET", "session"],
    onEnd: end,
    show,
    changesAfter: ({ refreshAfterSeconds }) => refreshAfterSeconds,
    outdated,
  });
  const { state: now, set, keeper, actions } = kept;
  const past = createPast({
    shown: () => ({ step: now().step, item: now().item }),
    isOpen: (step) => now().session?.open.includes(step) ?? false,
    show: display,
  });
  const link = linkToHost(place, {
    init({ token, theme, refresh }) {
      clearTimeout(initTimer);
      set({ theme });
      takeToken(token, refresh);
    },
    token: (token) => takeToken(token),
    tokenFailed: credential.fail,
    refused(code, message) {
      clearTimeout(initTimer);
      fail({ ...invalid, code }, message);
      credential.fail();
    },
    merchantId: () => now().session?.merchant.merchantId ?? null,
  });

  function takeToken(token: string, refresh?: boolean) {
    const missed = now().ended !== null;
    credential.take(token, refresh);
    set({ ended: null, renewable: credential.isRenewable() });
    // A fresh token in a working journey needs nothing else.
    if (now().phase === "failed" || (now().phase !== "shown" && refresh !== undefined)) void load();
    else if (missed) goOn();
  }

  function goOn() {
    void keeper.look();
    actions.drafts.flush();
  }

  /** Tells the merchant that the journey cannot go on, and the host with a message for developers. */
  function fail(failure: Failure, message = failure.refused) {
    if (now().phase === "shown") {
      if (now().ended) return;
      set({ ended: failure });
    } else set({ phase: "failed", failure });
    link.post({ type: "error", code: errorCodes[failure.code] ?? "INTERNAL", message });
  }

  function end(why: Failure) {
    // While it is being opened, `load` reports the failure.
    if (now().phase !== "shown") return;
    keeper.stop();
    fail(why, endings[why.code]);
  }

  async function load() {
    set({ phase: "loading", failure: null });
    const result = await keeper.open();
    if (!result || now().phase !== "loading") return;
    if ("code" in result) return fail(result, endings[result.code]);
    const pays = paymentAsked(window?.location.hash ?? "", result.body);
    set({ phase: "shown", session: result.body, step: pays ? "done" : result.body.step, item: pays, pays });
    past.begin({ step: now().step, item: now().item });
    link.post({ type: "ready" });
    keeper.lookLater();
  }

  function show(session: EmbedSession) {
    // Agreed at the bank meanwhile. Only from the mandate step, where nothing can be typed, is the merchant moved on.
    const agreed = now().step === "mandate" ? agreedLoan(now(), session) : null;
    set({ session });
    if (agreed !== null) go("done", agreed);
  }

  function go(step: JourneyStep, item?: string) {
    const next = { step, item: item ?? null };
    past.follow(next);
    display(next);
  }

  function display({ step, item }: Shown) {
    const changed = step !== now().step;
    set({ step, item, showing: now().showing + 1 });
    if (changed) link.post({ type: "step-change", step });
  }

  return {
    state: now,
    subscribe: kept.subscribe,
    start(given) {
      if ((given.parent as unknown) === given) return set({ phase: "alone" });
      window = given;
      if (now().phase === "waiting") initTimer = setTimeout(() => set({ phase: "unanswered" }), initPatience);
      past.start(window);
      link.start(window);
      kept.start(window);
    },
    stop() {
      clearTimeout(initTimer);
      kept.stop();
      link.stop();
      past.stop();
      window = null;
    },
    retry() {
      credential.tryAgain();
      if (now().phase !== "shown") return void load();
      set({ ended: null });
      goOn();
    },
    broken: () => link.post({ type: "error", code: "INTERNAL", message: "The journey failed to show a step." }),
    resized: (height) => link.post({ type: "resize", height }),
    goFrom(showing, step, item) {
      if (showing === now().showing) go(step, item);
    },
    closeFrom(showing) {
      if (showing === now().showing) past.close();
    },
    actions: {
      ...actions,
      completed() {
        const merchantId = now().session?.merchant.merchantId;
        if (merchantId) link.post({ type: "completed", merchantId });
      },
    },
  };
}

/** The mandate step's loan once it has its mandate, else null. */
function agreedLoan({ session: before, item }: ShellState, { loans }: EmbedSession): string | null {
  const waited = before?.loans.filter(({ stage }) => stage === "mandate") ?? [];
  const about =
    waited.find(({ loanId }) => loanId === item) ?? waited.find(({ loanId }) => loanId === before?.loanId) ?? waited[0];
  const now = loans.find(({ loanId }) => loanId === about?.loanId);
  return now && agreedStages.has(now.stage) ? now.loanId : null;
}

/** The loan that can be paid and that the frame's address names, `#pay=loan_…` (docs/embedding.md#steps), else null. */
function paymentAsked(hash: string, { loans, open }: EmbedSession): string | null {
  const asked = loans.find(({ loanId, status, stage }) => {
    return (stage === "running" || status === "WRITTEN_OFF") && hash === `#pay=${loanId}`;
  });
  return asked && open.includes("done") ? asked.loanId : null;
}

const agreedStages = new Set<LoanStage>(["paying-out", "running", "ended"]);

const endings: Record<string, string> = {
  TOKEN_EXPIRED: "The embed token has expired. Open the journey with a fresh one, or give the SDK `fetchToken`.",
  TOKEN_INVALID: "The service does not accept the embed token.",
  MARKETPLACE_NOT_LIVE: "The marketplace is not live yet, so live tokens are not accepted.",
};

const errorCodes: Record<string, JourneyErrorCode> = {
  TOKEN_MISSING: "TOKEN_MISSING",
  TOKEN_EXPIRED: "TOKEN_EXPIRED",
  TOKEN_INVALID: "TOKEN_INVALID",
  MARKETPLACE_NOT_LIVE: "TOKEN_INVALID",
  NETWORK: "NETWORK",
  RATE_LIMITED: "RATE_LIMITED",
};
