import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { browserTransport } from "./transport";

/** What of the browser's own a watched request needs, moved by the test. */
class FakeRequest {
  static latest: FakeRequest;
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  status = 0;
  response: Blob | null = null;
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  constructor() {
    FakeRequest.latest = this;
  }
  open() {}
  setRequestHeader() {}
  send() {}
  getResponseHeader() {
    return null;
  }
  abort() {
    this.onabort?.();
    this.onloadend?.();
  }
  answer(status: number) {
    Object.assign(this, { status, response: new Blob() });
    this.onload?.();
    this.onloadend?.();
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function upload() {
  const shares: number[] = [];
  const progress = (share: number) => void shares.push(share);
  const answer = browserTransport({
    method: "PUT",
    address: "/there",
    headers: {},
    body: new Blob(["file"]),
    progress,
  });
  return { answer, shares, request: FakeRequest.latest };
}

test("a slow upload goes on for as long as it moves", async () => {
  const { answer, shares, request } = upload();
  for (let loaded = 1; loaded <= 4; loaded++) {
    await vi.advanceTimersByTimeAsync(59_000);
    request.upload.onprogress?.({ loaded, total: 4 });
  }
  request.answer(204);
  expect(await answer).toMatchObject({ status: 204 });
  expect(shares).toEqual([0.25, 0.5, 0.75, 1]);
  expect(vi.getTimerCount()).toBe(0);
});

test("one that stalls is aborted, so that it can be retried", async () => {
  const { answer, request } = upload();
  request.upload.onprogress?.({ loaded: 1, total: 4 });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await answer).toBeNull();
});

test("a call that outlives its page is not given up with it", async () => {
  const fetched = vi.fn(async (_address: string, _how: RequestInit) => new Response("{}"));
  vi.stubGlobal("fetch", fetched);
  await browserTransport({ method: "PUT", address: "/draft", headers: {}, body: "{}", outlives: true });
  await browserTransport({ method: "GET", address: "/session", headers: {} });
  expect(fetched.mock.calls.map(([, { keepalive }]) => keepalive)).toEqual([true, false]);
});
