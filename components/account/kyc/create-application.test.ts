import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renewalLimit } from "@/components/calls/credential";
import { draftPause } from "@/components/kyc/drafts";
import type { KycSession } from "@/lib/merchants/kyc/session/schema";
import { fakeService, json, kycSessionOf, problem } from "@/test/journey-shell";
import { createApplication } from "./create-application";

const root = "/api/merchants/kyc/";
let service: ReturnType<typeof fakeService>;
let application: ReturnType<typeof createApplication>;
const mint = vi.fn<() => Promise<string | null>>();

/** A window that somebody looks at. */
function watchedWindow() {
  const heard = new Map<string, () => void>();
  const listening = {
    addEventListener: (type: string, listener: unknown) => void heard.set(type, listener as () => void),
    removeEventListener: (type: string) => void heard.delete(type),
  };
  return { heard, window: { ...listening, document: { ...listening, visibilityState: "visible" as const } } };
}

let watched: ReturnType<typeof watchedWindow>;

function open(first: KycSession = kycSessionOf()) {
  service = fakeService(root);
  let keys = 0;
  const newKey = () => {
    keys += 1;
    return `key-${keys}`;
  };
  application = createApplication({
    merchantId: "mer_one",
    first,
    mint,
    transport: service.transport,
    newKey,
    save: vi.fn(),
  });
  watched = watchedWindow();
  application.start(watched.window);
}

beforeEach(() => {
  vi.useFakeTimers();
  mint.mockReset().mockResolvedValueOnce("first").mockResolvedValueOnce("second").mockResolvedValue(null);
});
afterEach(() => {
  application.stop();
  vi.useRealTimers();
});

const sentWith = () => service.sent.map(({ headers }) => headers.authorization);

test("asks for a token when there is something to send, and for another when it has expired", async () => {
  open();
  expect(mint).not.toHaveBeenCalled();
  service.on("PUT business-info", ({ headers }) =>
    headers.authorization === "Bearer first" ? problem(401, "TOKEN_EXPIRED") : json(kycSessionOf()),
  );
  const answer = await application.actions.call("PUT", "business-info", {}, { ifRevision: 4 });
  expect(answer).toMatchObject({ body: { merchant: { merchantId: "mer_one" } } });
  expect(sentWith()).toEqual(["Bearer first", "Bearer second"]);
  expect(service.sent[1]?.headers).toMatchObject({ "x-merchant-id": "mer_one", "if-match": '"4"' });
});

test("goes on where somebody has signed out and in again meanwhile", async () => {
  open();
  service.on("PUT business-info", ({ headers }) =>
    headers.authorization === "Bearer first" ? problem(401, "SESSION_ENDED") : json(kycSessionOf()),
  );
  expect(await application.actions.call("PUT", "business-info", {}, { ifRevision: 4 })).toMatchObject({ body: {} });
  expect(sentWith()).toEqual(["Bearer first", "Bearer second"]);
});

test("says so when nobody is signed in any more, keeps what is typed, and sends it once somebody is", async () => {
  mint.mockReset().mockResolvedValueOnce(null).mockResolvedValue("later");
  open();
  const { drafts } = application.actions;
  const business = { step: "business-info", item: null } as const;
  drafts.keep(business, { website: "mine" });
  await vi.advanceTimersByTimeAsync(draftPause);
  expect(application.state().ended).toMatchObject({ code: "TOKEN_EXPIRED" });
  expect(service.sent).toEqual([]);

  service.on("PUT draft", ({ body }) => json({ ...JSON.parse(String(body)), revision: 1 }));
  watched.heard.get("focus")?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(application.state().ended).toBeNull();
  expect(service.sent.find(({ method }) => method === "PUT")?.body).toContain("mine");
});

test("takes a lost connection for what it is: nobody was signed out", async () => {
  mint.mockReset().mockRejectedValueOnce(new TypeError("Failed to fetch")).mockResolvedValue("later");
  open();
  const body = { website: "mine" };
  const answer = await application.actions.call("PUT", "business-info", body, { ifRevision: 4 });
  expect(answer).toMatchObject({ code: "NETWORK", refused: expect.stringContaining("cannot be reached") });
  expect(application.state().ended).toBeNull();

  service.on("PUT business-info", () => json(kycSessionOf()));
  expect(await application.actions.call("PUT", "business-info", body, { ifRevision: 4 })).toMatchObject({ body: {} });
  expect(sentWith()).toEqual(["Bearer later"]);
});

test("nor was anybody when the token has expired and another cannot be asked for, or no answer comes", async () => {
  mint.mockReset().mockResolvedValueOnce("first").mockRejectedValueOnce(new TypeError("Failed to fetch"));
  open();
  service.on("PUT business-info", () => problem(401, "TOKEN_EXPIRED"));
  const save = () => application.actions.call("PUT", "business-info", {}, { ifRevision: 4 });
  expect(await save()).toMatchObject({ code: "NETWORK" });

  mint.mockReturnValueOnce(new Promise(() => {}));
  const waiting = save();
  await vi.advanceTimersByTimeAsync(renewalLimit);
  expect(await waiting).toMatchObject({ code: "NETWORK" });
  expect(application.state().ended).toBeNull();
});

test("looks again by itself while the application is reviewed, and not otherwise", async () => {
  const base = kycSessionOf();
  open({ ...base, kyc: { ...base.kyc, status: "SUBMITTED" } });
  service.on("GET onboarding-status", () => json({ ...base, kyc: { ...base.kyc, status: "APPROVED" } }));
  await vi.advanceTimersByTimeAsync(3_000);
  expect(application.state().session.kyc.status).toBe("APPROVED");
  await vi.advanceTimersByTimeAsync(600_000);
  expect(service.sent).toHaveLength(1);
});

test("what an edit is refused for shows that the session is an older one", async () => {
  open();
  service.on("PUT business-info", () => problem(409, "KYC_NOT_EDITABLE"));
  const base = kycSessionOf();
  service.on("GET onboarding-status", () => json({ ...base, kyc: { ...base.kyc, status: "APPROVED" } }));
  expect(await application.actions.call("PUT", "business-info", {}, {})).toMatchObject({ code: "KYC_NOT_EDITABLE" });
  await vi.advanceTimersByTimeAsync(0);
  expect(application.state().session.kyc.status).toBe("APPROVED");
});

test("a draft that is refused because the application was sent elsewhere shows that it was", async () => {
  open();
  service.on("PUT draft", () => problem(409, "KYC_NOT_EDITABLE"));
  const base = kycSessionOf();
  service.on("GET onboarding-status", () => json({ ...base, kyc: { ...base.kyc, status: "SUBMITTED" } }));
  application.actions.drafts.keep({ step: "business-info", item: null }, { website: "mine" });
  await vi.advanceTimersByTimeAsync(draftPause);
  expect(application.state().session.kyc.status).toBe("SUBMITTED");
});
