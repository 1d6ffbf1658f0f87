import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type JourneyMessage, sealed } from "@/lib/surfaces/journey/protocol";
import { journeyFrom } from "./application-journey";

/** How often the page is asked for a token, whatever the journey asks for: the SDK with a page and a frame that are none. */

const host = "https://financing.example";
const claims = { sub: "mer_1", marketplaceId: "mkt_1", environment: "test" };
const tokenOf = (name: string) => `${name}.${btoa(JSON.stringify(claims))}.x`;

let page: Window & EventTarget;
beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget() as typeof page;
  vi.stubGlobal("self", { origin: "https://market.example" });
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
  vi.stubGlobal(
    "ResizeObserver",
    class extends Object {
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Opens the journey with a token; `say` is what the frame says, `told` what it is told. */
function opened(fetchToken?: () => Promise<string>) {
  const told: unknown[] = [];
  const contentWindow = { postMessage: (message: { type: string }) => told.push(message.type) };
  const frame = { style: {}, isConnected: false, contentWindow, remove() {} };
  const iframe = Object.assign(new EventTarget(), frame);
  vi.stubGlobal("document", { createElement: () => iframe, baseURI: "https://market.example/" });
  const container = { nodeType: 1, append: () => (iframe.isConnected = true) } as unknown as HTMLElement;
  const onError = vi.fn();
  journeyFrom(undefined)({ token: tokenOf("first"), container, host, fetchToken, onError });
  iframe.dispatchEvent(new Event("load"));
  async function say(message: JourneyMessage) {
    const heard = { source: contentWindow, origin: host, data: sealed(message) };
    page.dispatchEvent(Object.assign(new Event("message"), heard));
    await vi.advanceTimersByTimeAsync(0);
  }
  return { say, told, onError };
}

const asks = { type: "token-request" } as const;
const ended = { type: "error", code: "TOKEN_EXPIRED", message: "The session has ended." } as const;

test("a fresh token that is refused at once: one call, one error, and none more however often the journey asks", async () => {
  const fetchToken = vi.fn(async () => tokenOf("fresh"));
  const { say, told, onError } = opened(fetchToken);
  for (let second = 0; second < 97; second += 1) {
    await say(asks);
    await vi.advanceTimersByTimeAsync(1_000);
  }
  await say(ended);
  expect(fetchToken).toHaveBeenCalledOnce();
  expect(told.slice(0, 4)).toEqual(["init", "token", "token-failed", "token-failed"]);
  const message = "There is no token that is accepted. What fetchToken gave was refused at once.";
  expect(onError.mock.calls).toEqual([[{ code: "TOKEN_EXPIRED", message }]]);

  await say({ ...asks, again: true });
  expect(fetchToken, "the merchant wants it").toHaveBeenCalledTimes(2);
  await say(ended);
  await say(ended);
  expect(onError.mock.calls.slice(1)).toEqual([[{ code: "TOKEN_EXPIRED", message: ended.message }]]);
  await vi.advanceTimersByTimeAsync(900_000);
  await say(asks);
  expect(fetchToken, "an ordinary expiry").toHaveBeenCalledTimes(3);
  expect(told.at(-1)).toBe("token");
  expect(onError).toHaveBeenCalledTimes(2);
});

test("a fetchToken that fails is called once as well, and the error says why", async () => {
  const fetchToken = vi.fn(() => Promise.reject(new Error("503")));
  const { say, told, onError } = opened(fetchToken);
  await say(asks);
  await say(ended);
  await say(asks);
  await say(ended);
  expect(fetchToken).toHaveBeenCalledOnce();
  expect(told).toEqual(["init", "token-failed", "token-failed"]);
  expect(onError.mock.calls).toEqual([
    [{ code: "TOKEN_EXPIRED", message: "The session has ended. fetchToken failed: Error: 503" }],
  ]);
});

test("without fetchToken the journey is told so each time, and the page once", async () => {
  const { say, told, onError } = opened();
  for (const message of [asks, ended, asks, ended]) await say(message);
  expect(told).toEqual(["init", "token-failed", "token-failed"]);
  expect(onError.mock.calls).toEqual([[{ code: "TOKEN_EXPIRED", message: ended.message }]]);
});
