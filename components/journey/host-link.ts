import type { HostMessage, JourneyMessage, Theme } from "@/lib/surfaces/journey/protocol";
import { readClaims, readHostMessage, sealed } from "@/lib/surfaces/journey/protocol";
import { type Mail, takeInbox } from "./inbox";

/** The marketplace that the page is for; tokens of others are refused. */
export type Place = { marketplaceId: string; environment: "test" | "live"; origins: readonly string[] };

export type LinkWindow = {
  parent: { postMessage(message: unknown, origin: string): void };
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
  removeEventListener(type: "message", listener: (event: MessageEvent) => void): void;
};

export type Heard = {
  init: (message: { token: string; theme: Theme; refresh: boolean }) => void;
  token: (token: string) => void;
  tokenFailed: () => void;
  /** The host sent a token that is useless here. */
  refused: (code: "TOKEN_MISSING" | "TOKEN_INVALID", message: string) => void;
  /** Whom the journey is shown for, once it is: no other merchant's token is taken then. */
  merchantId: () => string | null;
};

export type HostLink = ReturnType<typeof linkToHost>;

/** Hears only the framing window on a registered origin, after the first valid `init` on that one; ignores all else. */
export function linkToHost({ marketplaceId, environment, origins }: Place, heard: Heard) {
  let window: LinkWindow | null = null;
  let host: string | null = null;

  function receive(mail: Mail) {
    if (!window || mail.source !== window.parent) return;
    const message = readHostMessage(mail.data);
    if (!message) return;
    if (host === null) {
      if (message.type !== "init" || !origins.includes(mail.origin)) return;
      host = mail.origin;
    } else if (mail.origin !== host) return;
    hear(message);
  }

  function hear(message: HostMessage) {
    if (message.type === "token-failed") return heard.tokenFailed();
    const fault = faultOf(message.token);
    if (fault) return heard.refused(message.token === "" ? "TOKEN_MISSING" : "TOKEN_INVALID", fault);
    if (message.type === "token") return heard.token(message.token);
    const { token, theme, refresh } = message;
    heard.init({ token, theme, refresh });
  }

  /** Why a token cannot be for this page, as far as it can be read. */
  function faultOf(token: string): string | null {
    if (token === "") return "There is no token. Mint one on your server and hand it to the journey.";
    const claims = readClaims(token);
    if (!claims) return "That is no embed token.";
    if (claims.environment !== environment) {
      return `The token is of the ${claims.environment} environment, while the option \`environment\` says ${environment}.`;
    }
    if (claims.marketplaceId !== marketplaceId) return "The token is of another marketplace than the journey.";
    const shown = heard.merchantId();
    if (shown !== null && claims.merchantId !== shown) return "The token is of another merchant than the one before.";
    return null;
  }

  return {
    start(given: LinkWindow) {
      window = given;
      window.addEventListener("message", receive);
      for (const mail of takeInbox(window)) receive(mail);
    },
    stop() {
      window?.removeEventListener("message", receive);
      window = null;
    },
    /** Tells the host; nothing is sent before it is known who that is. */
    post(message: JourneyMessage) {
      if (host !== null) window?.parent.postMessage(sealed(message), host);
    },
  };
}
