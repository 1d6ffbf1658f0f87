import { beforeEach, describe, expect, test, vi } from "vitest";
import { channel, sealed } from "@/lib/surfaces/journey/protocol";
import { framedWindow, hostOrigin, place, tokenOf } from "@/test/journey-shell";
import { type HostLink, linkToHost } from "./host-link";
import { inboxScript } from "./inbox";

const init = (token = tokenOf()) => ({ type: "init", token, theme: {}, refresh: true }) as const;

let shownFor: string | null;
const heard = {
  init: vi.fn(),
  token: vi.fn(),
  tokenFailed: vi.fn(),
  refused: vi.fn(),
  merchantId: () => shownFor,
};
const nothingHeard = () => {
  for (const listener of [heard.init, heard.token, heard.tokenFailed, heard.refused]) {
    expect(listener).not.toHaveBeenCalled();
  }
};

let framed: ReturnType<typeof framedWindow>;
let link: HostLink;

beforeEach(() => {
  vi.clearAllMocks();
  shownFor = null;
  framed = framedWindow();
  link = linkToHost(place, heard);
  link.start(framed.window);
});

describe("before a valid init, nothing is received and nothing sent", () => {
  const good = { origin: hostOrigin, data: sealed(init()) };
  test.each<[string, () => Record<string, unknown>]>([
    ["another frame of the host", () => ({ source: {} })],
    ["the journey's own window", () => ({ source: framed.window })],
    ["no window at all", () => ({ source: null })],
    ["an origin that is not registered", () => ({ origin: "https://evil.example" })],
    ["the registered one by another scheme", () => ({ origin: "http://shop.example" })],
    ["the registered one on another port", () => ({ origin: "https://shop.example:8443" })],
    ["a subdomain of the registered one", () => ({ origin: "https://a.shop.example" })],
    ["one that begins like it", () => ({ origin: "https://shop.example.evil.example" })],
    ["a sandboxed frame", () => ({ origin: "null" })],
    ["an empty origin", () => ({ origin: "" })],
    ["another channel", () => ({ data: { ...init(), channel: "service-embed/2" } })],
    ["no channel", () => ({ data: init() })],
    ["no object", () => ({ data: JSON.stringify(sealed(init())) })],
    ["nothing", () => ({ data: null })],
    ["no token", () => ({ data: { channel, type: "init", theme: {}, refresh: true } })],
    ["a token that is no text", () => ({ data: { ...sealed(init()), token: 1 } })],
    ["no theme", () => ({ data: { channel, type: "init", token: tokenOf(), refresh: true } })],
    ["refresh that is no boolean", () => ({ data: { ...sealed(init()), refresh: "yes" } })],
    ["a type there is not", () => ({ data: { ...sealed(init()), type: "start" } })],
    ["a message of the journey itself", () => ({ data: sealed({ type: "ready" }) })],
    ["a token before the init", () => ({ data: sealed({ type: "token", token: tokenOf() }) })],
    ["a refusal before the init", () => ({ data: sealed({ type: "token-failed" }) })],
  ])("%s", (_, wrong) => {
    framed.deliver({ source: framed.parent, ...good, ...wrong() });
    link.post({ type: "ready" });
    nothingHeard();
    expect(framed.told).toEqual([]);
  });
});

test("a valid init is accepted, and from then on messages go to its origin", () => {
  const message = init();
  framed.say({ ...message, theme: { primary: "#123456", radius: "4px" } });
  expect(heard.init).toHaveBeenCalledExactlyOnceWith({
    token: message.token,
    theme: { primary: "#123456", radius: "4px" },
    refresh: true,
  });
  link.post({ type: "ready" });
  expect(framed.told).toEqual([{ message: { channel, type: "ready" }, origin: hostOrigin }]);
});

test("the first proper origin is the only one from then on, even beside another that is registered", () => {
  const other = "https://other-shop.example";
  link = linkToHost({ ...place, origins: [hostOrigin, other] }, heard);
  link.start(framed.window);
  framed.deliver({ source: framed.parent, origin: other, data: sealed(init()) });
  framed.say({ type: "token", token: tokenOf() });
  framed.say(init());
  expect(heard.token).not.toHaveBeenCalled();
  link.post({ type: "token-request" });
  expect(framed.told.at(-1)?.origin).toBe(other);
});

describe("a token that is not for this page is refused, whoever sends it", () => {
  test.each([
    ["none", "", "TOKEN_MISSING", "no token"],
    ["no token at all", "garbage", "TOKEN_INVALID", "no embed token"],
    ["of another marketplace", tokenOf({ marketplaceId: "mkt_two" }), "TOKEN_INVALID", "another marketplace"],
    ["of another environment", tokenOf({ environment: "live" }), "TOKEN_INVALID", "option `environment` says test"],
    ["of no environment", tokenOf({ environment: "prod" }), "TOKEN_INVALID", "no embed token"],
  ])("%s", (_, token, code, words) => {
    framed.say(init(token));
    expect(heard.refused).toHaveBeenCalledExactlyOnceWith(code, expect.stringContaining(words));
    expect(heard.init).not.toHaveBeenCalled();
    // The host that sent it can be told so, and may send another.
    framed.say(init());
    expect(heard.init).toHaveBeenCalledOnce();
    framed.say({ type: "token", token });
    expect(heard.refused).toHaveBeenCalledTimes(2);
    expect(heard.token).not.toHaveBeenCalled();
  });

  test("of another merchant than the one it is shown for", () => {
    shownFor = "mer_one";
    framed.say(init());
    framed.say({ type: "token", token: tokenOf({ sub: "mer_two" }) });
    framed.say(init(tokenOf({ sub: "mer_two" })));
    expect(heard.refused).toHaveBeenCalledTimes(2);
    expect(heard.refused).toHaveBeenLastCalledWith("TOKEN_INVALID", expect.stringContaining("another merchant"));
    expect(heard.init).toHaveBeenCalledOnce();
    expect(heard.token).not.toHaveBeenCalled();
  });
});

test("tokens, refusals and further inits of the same host are heard", () => {
  framed.say(init());
  framed.say({ type: "token", token: "x" });
  framed.say({ type: "token-failed" });
  framed.say(init());
  expect(heard.refused).toHaveBeenCalledOnce();
  expect(heard.tokenFailed).toHaveBeenCalledOnce();
  expect(heard.init).toHaveBeenCalledTimes(2);
});

test("after it has stopped it hears and says nothing", () => {
  framed.say(init());
  link.stop();
  framed.say(init());
  link.post({ type: "ready" });
  expect(heard.init).toHaveBeenCalledOnce();
  expect(framed.told).toEqual([]);
});

test("messages from before it listened are checked like the others, and the inbox is gone", () => {
  link.stop();
  new Function("self", inboxScript)(framed.window);
  framed.deliver({ source: {}, origin: hostOrigin, data: sealed(init()) });
  framed.say(init());
  expect(heard.init).not.toHaveBeenCalled();

  link.start(framed.window);
  expect(heard.init).toHaveBeenCalledOnce();
  expect("journeyInbox" in framed.window).toBe(false);
  framed.say(init());
  expect(heard.init).toHaveBeenCalledTimes(2);
});
