import { expect, vi } from "vitest";
import type { Incoming, Outgoing, Transport } from "@/components/calls/transport";
import { createShell, type ShellWindow } from "@/components/journey/shell";
import type { KycSession } from "@/lib/merchants/kyc/session/schema";
import { type JourneyStep, sealed } from "@/lib/surfaces/journey/protocol";
import type { EmbedSession } from "@/lib/surfaces/journey/schema";

/** The origin of the host in tests, and the marketplace whose journey it shows. */
export const hostOrigin = "https://shop.example";
export const place = { marketplaceId: "mkt_one", environment: "test", origins: [hostOrigin] } as const;

let tokens = 0;

/** A token as far as the journey can read one; no two are the same. */
export function tokenOf(claims: Record<string, unknown> = {}): string {
  const all = { sub: "mer_one", marketplaceId: place.marketplaceId, environment: place.environment, ...claims };
  tokens += 1;
  return ["head", btoa(JSON.stringify(all)), tokens].join(".");
}

/** The window of a page that stands in a frame, with what it has told its host. */
export function framedWindow() {
  const told: { message: unknown; origin: string }[] = [];
  const parent = { postMessage: (message: unknown, origin: string) => void told.push({ message, origin }) };
  const document = Object.assign(new EventTarget(), { visibilityState: "visible" });
  const target = new EventTarget();
  const history = fakeHistory(() => target.dispatchEvent(new Event("popstate")));
  const window = Object.assign(target, { parent, document, history, location: { hash: "" } }) as EventTarget &
    ShellWindow;
  const deliver = (mail: { source: unknown; origin: string; data: unknown }) =>
    window.dispatchEvent(Object.assign(new Event("message"), mail));
  /** The host says something, as it should. */
  const say = (data: Parameters<typeof sealed>[0]) =>
    deliver({ source: parent, origin: hostOrigin, data: sealed(data) });
  return { window, document, history, parent, told, deliver, say };
}

/** A frame's history as browsers keep it; `left` counts how often one has gone back beyond its first entry. */
function fakeHistory(popped: () => void) {
  let entries: unknown[] = [null];
  let at = 0;
  const go = (by: number) =>
    void Promise.resolve().then(() => {
      if (entries[at + by] === undefined) {
        history.left += 1;
        return;
      }
      at += by;
      popped();
    });
  const history = {
    left: 0,
    get state() {
      return entries[at];
    },
    get length() {
      return entries.length;
    },
    pushState(state: unknown) {
      at += 1;
      entries = [...entries.slice(0, at), structuredClone(state)];
    },
    replaceState(state: unknown) {
      entries[at] = structuredClone(state);
    },
    back: () => go(-1),
    forward: () => go(1),
  };
  return history;
}

/** A service that answers what it is told to, by method and path, and remembers what it was sent. */
export function fakeService(root = "/api/v1/embed/") {
  const sent: Outgoing[] = [];
  const answers = new Map<string, (request: Outgoing) => Incoming | Promise<Incoming>>();
  const transport: Transport = async (request) => {
    sent.push(request);
    const path = request.address.replace(root, "");
    const answer = answers.get(`${request.method} ${path}`);
    return answer ? answer(request) : problem(404, "NOT_FOUND");
  };
  const on = (operation: string, answer: (request: Outgoing) => Incoming | Promise<Incoming>) =>
    answers.set(operation, answer);
  return { sent, on, transport };
}

export function json(body: unknown, status = 200): Incoming {
  return { status, retryAfter: null, content: new Blob([JSON.stringify(body)]) };
}

export function problem(status: number, code: string, more: Record<string, unknown> = {}): Incoming {
  const { retryAfter = null, ...rest } = more;
  const content = new Blob([JSON.stringify({ status, code, detail: `Detail of ${code}.`, ...rest })]);
  return { status, retryAfter: retryAfter === null ? null : String(retryAfter), content };
}

/** The KYC session of a merchant who has nothing yet. */
export function kycSessionOf(): KycSession {
  return {
    now: "2026-11-21T12:00:00.000Z",
    environment: "test",
    marketplace: { marketplaceId: place.marketplaceId, name: "Market" },
    merchant: { merchantId: "mer_one", businessName: "Ada Foods" },
    kyc: {
      currentStep: "business-info",
      completedSteps: [],
      remainingSteps: ["business-info", "directors", "documents", "review"],
      overallProgress: 0,
      status: "PENDING",
      canProceed: false,
      submittedAt: null,
    },
    business: { values: {}, prefilled: [] },
    directors: [],
    documents: [],
    revisions: { businessInfo: 0, directors: 0 },
    drafts: [],
  };
}

/** A session at a step, of a merchant who has nothing yet. */
export function sessionAt(step: JourneyStep, more: Partial<EmbedSession> = {}): EmbedSession {
  return {
    ...kycSessionOf(),
    step,
    open: ["business-info"],
    scoring: "none",
    fundingRequests: [],
    loans: [],
    loanId: null,
    preferences: { weeklySummary: true },
    refreshAfterSeconds: null,
    ...more,
  };
}

/** A shell in a frame whose host has said nothing yet, with its service. Timers have to be faked. */
export function openShell() {
  const framed = framedWindow();
  const service = fakeService();
  const shell = createShell(place, { transport: service.transport, newKey: () => "key", save: () => {} });
  shell.start(framed.window);
  /** The merchant goes to a step, from the one that is shown. */
  const go = (step: JourneyStep, item?: string) => shell.goFrom(shell.state().showing, step, item);
  const said = () => framed.told.map(({ message }) => message);
  const looks = () => service.sent.filter(({ address }) => address.endsWith("/session")).length;
  /** Has everything that waits for nothing but its turn take it. */
  const settled = () => vi.advanceTimersByTimeAsync(0);
  const init = (token = tokenOf(), refresh = false) => framed.say({ type: "init", token, theme: {}, refresh });
  /** The host says who its merchant is, and the service what it knows. */
  async function shown(session: EmbedSession, refresh = false) {
    service.on("GET session", () => json(session));
    init(tokenOf(), refresh);
    await settled();
    expect(shell.state()).toMatchObject({ phase: "shown", step: session.step });
  }
  return { framed, service, shell, go, said, looks, settled, init, shown };
}
