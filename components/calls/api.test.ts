import { beforeEach, describe, expect, test, vi } from "vitest";
import { fakeService, json, problem } from "@/test/journey-shell";
import { type Api, createApi } from "./api";
import { type Credential, createCredential } from "./credential";

let service: ReturnType<typeof fakeService>;
let credential: Credential;
let api: Api;
const ask = vi.fn();
const save = vi.fn();
const onEnd = vi.fn();

beforeEach(() => {
  vi.resetAllMocks();
  service = fakeService();
  credential = createCredential(ask);
  let keys = 0;
  const newKey = () => {
    keys += 1;
    return `key-${keys}`;
  };
  api = createApi({ root: "/api/v1/embed/", credential, transport: service.transport, newKey, save, onEnd });
  credential.take("first", true);
});

const keysSent = () => service.sent.map(({ headers }) => headers["idempotency-key"]);
const tokensSent = () => service.sent.map(({ headers }) => headers.authorization);
/** Expired for one token, fine for any other. */
const expiredFor = (used: string) => {
  service.on("GET session", ({ headers }) =>
    headers.authorization === `Bearer ${used}` ? problem(401, "TOKEN_EXPIRED") : json({ fine: true }),
  );
};

describe("a call", () => {
  test("carries the token as a bearer, and JSON", async () => {
    service.on("PUT business-info", () => json({ saved: true }));
    expect(await api.call("PUT", "business-info", { businessName: "Ada" })).toEqual({ body: { saved: true } });
    expect(service.sent).toEqual([
      {
        method: "PUT",
        address: "/api/v1/embed/business-info",
        headers: { authorization: "Bearer first", accept: "application/json", "content-type": "application/json" },
        body: '{"businessName":"Ada"}',
      },
    ]);
  });

  test("without a body has no type of one; without an answer's body, null", async () => {
    service.on("DELETE documents/doc_1", () => ({ status: 204, retryAfter: null, content: new Blob() }));
    expect(await api.call("DELETE", "documents/doc_1")).toEqual({ body: null });
    expect(service.sent[0]).not.toHaveProperty("body");
    expect(service.sent[0]?.headers).not.toHaveProperty("content-type");
  });
});

describe("a refusal with its message", () => {
  test.each<[string, () => ReturnType<typeof json>, { code: string; refused: RegExp; fields?: unknown[] }]>([
    ["no answer", () => null, { code: "NETWORK", refused: /cannot be reached/ }],
    [
      "too fast",
      () => problem(429, "RATE_LIMITED", { retryAfter: 12 }),
      { code: "RATE_LIMITED", refused: /in 12 seconds/ },
    ],
    [
      "too fast, without a time to wait",
      () => problem(429, "RATE_LIMITED"),
      { code: "RATE_LIMITED", refused: /in a moment/ },
    ],
    ["a fault of ours", () => problem(500, "INTERNAL_ERROR"), { code: "INTERNAL_ERROR", refused: /on our side/ }],
    [
      "a gateway's page",
      () => ({ status: 502, retryAfter: null, content: new Blob(["<html>"]) }),
      { code: "INTERNAL_ERROR", refused: /on our side/ },
    ],
    ["an answer of no shape", () => json([1], 418), { code: "HTTP_418", refused: /on our side/ }],
    ["a state", () => problem(409, "OFFER_EXPIRED"), { code: "OFFER_EXPIRED", refused: /offer has expired/ }],
    [
      "a code without words",
      () => problem(409, "PAYOUT_ACCOUNT_REFUSED"),
      { code: "PAYOUT_ACCOUNT_REFUSED", refused: /Detail of PAYOUT/ },
    ],
    [
      "wrong fields",
      () => problem(400, "VALIDATION_FAILED", { errors: [{ field: "a.0", error: "Must be so" }, { field: 1 }, null] }),
      { code: "VALIDATION_FAILED", refused: /Must be so/, fields: [{ field: "a.0", error: "Must be so" }] },
    ],
  ])("%s", async (_, answer, { code, refused, fields = [] }) => {
    service.on("PUT x", answer);
    expect(await api.call("PUT", "x", {})).toEqual({ code, refused: expect.stringMatching(refused), fields });
    expect(onEnd).not.toHaveBeenCalled();
  });
});

describe("a token that has expired", () => {
  test("is renewed once for all calls under way, and each is repeated", async () => {
    expiredFor("first");
    const calls = [api.call("GET", "session"), api.call("GET", "session")];
    await expect.poll(() => ask.mock.calls.length).toBe(1);
    credential.take("second");
    expect(await Promise.all(calls)).toEqual([{ body: { fine: true } }, { body: { fine: true } }]);
    expect(ask).toHaveBeenCalledOnce();
    expect(tokensSent()).toEqual(["Bearer first", "Bearer first", "Bearer second", "Bearer second"]);
    expect(onEnd).not.toHaveBeenCalled();
  });

  test("ends the session when the host has no other", async () => {
    expiredFor("first");
    ask.mockImplementation(() => credential.fail());
    const answer = await api.call("GET", "session");
    expect(answer).toMatchObject({ code: "TOKEN_EXPIRED", refused: expect.stringContaining("still here") });
    expect(onEnd).toHaveBeenCalledExactlyOnceWith(answer);
    expect(service.sent).toHaveLength(1);
  });

  test("is not renewed twice for the same call: a host may hand out the same one again", async () => {
    service.on("GET session", () => problem(401, "TOKEN_EXPIRED"));
    ask.mockImplementation(() => credential.take("first"));
    expect(await api.call("GET", "session")).toMatchObject({ code: "TOKEN_EXPIRED" });
    expect(ask).toHaveBeenCalledOnce();
    expect(service.sent).toHaveLength(2);
    expect(onEnd).toHaveBeenCalledOnce();
  });

  test("under an upload: it goes once more, with the headers it was given", async () => {
    const progress = vi.fn();
    const file = new Blob(["bytes"]);
    service.on("PUT uploads/fil_1", (request) => {
      request.progress?.(0.5);
      return request.headers.authorization === "Bearer first" ? problem(401, "TOKEN_EXPIRED") : json({});
    });
    ask.mockImplementation(() => credential.take("second"));
    expect(await api.upload(file, "fil_1", { "X-Upload-Token": "t" }, progress)).toEqual({ body: null });
    expect(service.sent.map(({ body, headers }) => [body, headers["X-Upload-Token"]])).toEqual([
      [file, "t"],
      [file, "t"],
    ]);
    expect(progress).toHaveBeenCalledWith(0.5);
  });
});

test("a token that is not accepted ends the session, without asking for another", async () => {
  service.on("GET session", () => problem(401, "UNAUTHENTICATED"));
  expect(await api.call("GET", "session")).toMatchObject({ code: "TOKEN_INVALID" });
  expect(ask).not.toHaveBeenCalled();
  expect(onEnd).toHaveBeenCalledOnce();
});

describe("the key of a POST", () => {
  const answers = (...given: ReturnType<typeof json>[]) => service.on("POST submit", () => given.shift() ?? null);

  test("is kept while the outcome is uncertain, and is a new one afterwards", async () => {
    answers(null, problem(500, "INTERNAL_ERROR"), problem(409, "IDEMPOTENCY_IN_PROGRESS"), json({}), json({}));
    for (let i = 0; i < 5; i++) await api.call("POST", "submit", { a: 1 });
    expect(keysSent()).toEqual(["key-1", "key-1", "key-1", "key-1", "key-2"]);
  });

  test("is the same after the token was renewed", async () => {
    answers(problem(401, "TOKEN_EXPIRED"), json({}));
    ask.mockImplementation(() => credential.take("second"));
    await api.call("POST", "submit", {});
    expect(keysSent()).toEqual(["key-1", "key-1"]);
  });

  test("belongs to one body: what was changed is another request", async () => {
    answers(null, json({}));
    await api.call("POST", "submit", { a: 1 });
    await api.call("POST", "submit", { a: 2 });
    expect(keysSent()).toEqual(["key-1", "key-2"]);
  });

  test("does not outlive a decided answer", async () => {
    answers(problem(400, "VALIDATION_FAILED"), json({}));
    await api.call("POST", "submit", {});
    await api.call("POST", "submit", {});
    expect(keysSent()).toEqual(["key-1", "key-2"]);
  });
});

describe("a download", () => {
  test("is saved under its name", async () => {
    const content = new Blob(["a,b"], { type: "text/csv" });
    service.on("GET loans/l/statement.csv", () => ({ status: 200, retryAfter: null, content }));
    expect(await api.download("loans/l/statement.csv", "statement.csv")).toEqual({ body: null });
    expect(save).toHaveBeenCalledExactlyOnceWith(content, "statement.csv");
  });

  test("that is refused saves nothing", async () => {
    expect(await api.download("loans/l/statement.csv", "statement.csv")).toMatchObject({ code: "NOT_FOUND" });
    expect(save).not.toHaveBeenCalled();
  });
});
