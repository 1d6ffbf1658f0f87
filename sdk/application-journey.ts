import {
  type HostMessage,
  type JourneyErrorCode,
  readClaims,
  readJourneyMessage,
  sealed,
} from "@/lib/surfaces/journey/protocol";
import type { ApplicationJourney, ApplicationJourneyHandle, ApplicationJourneyOptions } from "./embed";

/** The journey's origin when it differs from the script's; set by the build. */
declare const JOURNEY_ORIGIN: string;

/** How long the journey may take to answer once its frame has loaded; three times as long before. */
const patience = 20_000;

/** Whoever asks for a token so soon after the last, in milliseconds, was given one that is refused at once. */
const soon = 60_000;

/** @param loadedFrom the SDK's own address; without it, the option `host` is required. */
export function journeyFrom(loadedFrom: string | undefined): typeof ApplicationJourney {
  // Not an arrow function, so that `new` does no harm.
  return function open(options: ApplicationJourneyOptions): ApplicationJourneyHandle {
    const { environment = "test", fetchToken } = options;
    const { primary, logo, radius } = options.theme || {};
    const container = elementOf(options.container);
    const host = originOf(options.host || JOURNEY_ORIGIN, loadedFrom);
    if (environment !== "test" && environment !== "live") throw wrong('environment must be "test" or "live"');
    // As JSON: only that can be sent to another window.
    const theme = JSON.parse(JSON.stringify({ primary, radius, logo: absolute(logo) }));

    let token: string;
    let refusal = "";
    let asking = false;
    let asked = -soon;
    let told = false;
    let over = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const iframe = document.createElement("iframe");
    iframe.title = "Financing application";
    iframe.referrerPolicy = "no-referrer";
    iframe.loading = "eager";
    // Property by property: a strict content security policy forbids style attributes.
    Object.assign(iframe.style, { display: "block", width: "100%", height: "640px", border: "0" });
    // What stands below begins out of sight of the frame's top, and so cannot be seen to move when the journey comes.
    iframe.style.height = "max(640px, 100vh)";

    /** What a callback throws goes to the page's own error handling, and we go on. */
    function tell<A extends unknown[]>(callback: ((...args: A) => void) | undefined, ...args: A) {
      if (over || !callback) return;
      try {
        callback(...args);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }

    function fail(code: JourneyErrorCode, message: string) {
      tell(options.onError || unheard, { code, message });
    }

    /** There is no token that is accepted: said once, until another is asked for. */
    function expire(message: string) {
      if (!told) fail("TOKEN_EXPIRED", message + refusal);
      told = true;
    }

    /** An error before the journey opens, told after the caller has its handle. */
    function refuse(code: JourneyErrorCode, message: string) {
      iframe.remove();
      queueMicrotask(() => fail(code, message));
    }

    function loadFailed() {
      clearTimeout(timer);
      if (!iframe.isConnected) return;
      const listed = `${self.origin} is among the embedding origins (${environment}) of the marketplace`;
      const allowed = "the page's own policy allows the frame";
      fail("LOAD_FAILED", `The journey at ${host} does not answer. See that ${listed}, and that ${allowed}.`);
    }

    function expectAnswer(within: number) {
      clearTimeout(timer);
      timer = setTimeout(loadFailed, within);
    }

    function post(message: HostMessage) {
      iframe.contentWindow?.postMessage(sealed(message), host);
    }

    function loaded() {
      addEventListener("message", receive);
      expectAnswer(patience);
      told = false;
      post({ type: "init", token, theme, refresh: !!fetchToken });
    }

    function receive({ source, origin, data }: MessageEvent) {
      // Outside the page the frame has no window, and neither has a made-up event: they must not match.
      if (!iframe.isConnected) return letGo();
      if (source !== iframe.contentWindow || origin !== host) return;
      const message = readJourneyMessage(data);
      if (!message) return;
      clearTimeout(timer);
      if (message.type === "ready") tell(options.onReady);
      else if (message.type === "step-change") tell(options.onStepChange, { step: message.step });
      else if (message.type === "completed") tell(options.onCompleted, { merchantId: message.merchantId });
      else if (message.type === "error")
        message.code === "TOKEN_EXPIRED" ? expire(message.message) : fail(message.code, message.message);
      else if (message.type === "resize") iframe.style.height = `${Math.ceil(message.height)}px`;
      else renew(message.again);
    }

    /** A token from the page's own backend; without one, `refusal` says why. */
    async function ask(): Promise<string | undefined> {
      try {
        refusal = "";
        const fresh = await fetchToken?.();
        if (readClaims(fresh ?? "")) return fresh;
        refusal = fetchToken ? " fetchToken gave no token." : "";
      } catch (error) {
        refusal = ` fetchToken failed: ${error}`;
      }
    }

    /** Once for a token that is refused, however often the journey asks; `again`: the merchant wants it tried. */
    async function renew(again?: boolean) {
      if (asking) return;
      const vain = fetchToken && !again && performance.now() - asked < soon;
      asked = performance.now();
      if (vain) {
        refusal ||= " What fetchToken gave was refused at once.";
        post({ type: "token-failed" });
        return expire("There is no token that is accepted.");
      }
      asking = true;
      told &&= !fetchToken;
      const fresh = await ask();
      asking = false;
      asked = performance.now();
      token = fresh ?? token;
      post(fresh ? { type: "token", token } : { type: "token-failed" });
    }

    function begin(given: string) {
      const claims = readClaims(given);
      if (!claims) return refuse("TOKEN_INVALID", "What was given as token is no embed token.");
      const named = claims.environment;
      if (named !== environment) {
        return refuse(
          "TOKEN_INVALID",
          `The token is of the ${named} environment: set the option environment to "${named}".`,
        );
      }
      token = given;
      iframe.addEventListener("load", loaded);
      iframe.addEventListener("error", loadFailed);
      iframe.src = `${host}/embed/${claims.marketplaceId}?env=${environment}`;
      if (!iframe.isConnected) container.append(iframe);
      expectAnswer(3 * patience);
      removal.observe(iframe);
    }

    function letGo() {
      removeEventListener("message", receive);
      clearTimeout(timer);
    }

    // An element that leaves the page loses its size. If it comes back, it loads again, and we listen again.
    const removal = new ResizeObserver(() => iframe.isConnected || letGo());

    if (self.origin === "null") {
      refuse(
        "ORIGIN_NOT_ALLOWED",
        "This page has no origin of its own (a file, or a sandboxed frame), so nothing can be registered.",
      );
    } else if (options.token) {
      begin(options.token);
    } else {
      if (fetchToken) container.append(iframe);
      ask().then((fresh) => {
        if (over) return;
        if (fresh) begin(fresh);
        else refuse("TOKEN_MISSING", `The journey needs a token.${refusal}`);
      });
    }

    return {
      iframe,
      destroy() {
        over = true;
        letGo();
        removal.disconnect();
        iframe.removeEventListener("load", loaded);
        iframe.removeEventListener("error", loadFailed);
        iframe.remove();
      },
    };
  };
}

/** Without `onError`, the error goes to the page's own error handling. */
function unheard({ code, message }: { code: JourneyErrorCode; message: string }) {
  throw new Error(`ApplicationJourney: ${code}: ${message}`);
}

function wrong(what: string): TypeError {
  return new TypeError(`ApplicationJourney: ${what}.`);
}

function elementOf(container: string | HTMLElement): HTMLElement {
  let found: HTMLElement | null = null;
  try {
    found = typeof container === "string" ? document.querySelector<HTMLElement>(container) : container;
  } catch {
    // Not a valid selector.
  }
  if (found?.nodeType !== 1)
    throw wrong(`container must be an element, or the selector of one in the page; got ${container}`);
  return found;
}

/** The journey needs absolute addresses, and ignores what is not an address. */
function absolute(address: string | undefined): string | undefined {
  try {
    return address && new URL(address, document.baseURI).href;
  } catch {
    return address;
  }
}

function originOf(given: string, loadedFrom: string | undefined): string {
  try {
    const { href, origin } = new URL(given || new URL("/", loadedFrom).href);
    if (/^https?:/.test(href) && href === `${origin}/`) return origin;
  } catch {
    // Said below.
  }
  throw wrong(`host must be the origin of the journey, such as https://financing.example; got ${given || loadedFrom}`);
}
