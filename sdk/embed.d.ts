/**
 * Embeds the financing application in a page of your marketplace.
 *
 * As a script, pinned by its integrity (see `/sdk/manifest.json`), which makes the global `ServiceEmbed`:
 *
 *     <script src="https://…/sdk/1.3.0/embed.js" integrity="sha384-…" crossorigin="anonymous"></script>
 *     <script>
 *       const journey = ServiceEmbed.ApplicationJourney({ token, container: "#financing" });
 *     </script>
 *
 * or as a module: `import { ApplicationJourney } from "https://…/sdk/1.3.0/embed.mjs"`. Loading either does nothing to the
 * page. The page's origin must be among the embedding origins registered for your marketplace and environment.
 */

/**
 * Opens the application in a frame at the end of `container`.
 * @returns at once, before anything has loaded; later errors go to `onError`.
 * @throws TypeError when `container`, `host` or `environment` is not valid.
 */
export declare function ApplicationJourney(options: ApplicationJourneyOptions): ApplicationJourneyHandle;

export declare const version: string;

export interface ApplicationJourneyOptions {
  /**
   * An embed token that your backend has just minted for this merchant (`POST …/merchants/{ref}/embed-tokens`).
   * With `fetchToken` it may be empty: then that is asked at once. Never put it into a URL, a log or storage; the SDK
   * does not either.
   */
  token: string;
  /** Where the frame goes: an element of the page, or its CSS selector. */
  container: string | HTMLElement;
  /** The environment the token was minted in: that of the secret key. Default: `"test"`. */
  environment?: Environment;
  /**
   * Origin of the hosted journey, such as `https://financing.example`. Required when you serve the SDK, or a bundle
   * that contains it, from an address of your own. Default: the one this SDK was built for.
   */
  host?: string;
  /** Light or dark follows the `color-scheme` of the container, or else the visitor's own choice. */
  theme?: Theme;
  /**
   * Asks your backend for a fresh token of the same merchant: called when `token` is empty, and when the one in use
   * has expired, so that nothing the merchant has typed is lost. Never called twice at a time, and once for a token
   * that is refused: if yours is refused at once too, `onError` gets one TOKEN_EXPIRED, and you are asked again when the
   * merchant wants it tried again. Reject when you cannot get one. Without it, an expired token ends the journey with `onError` TOKEN_EXPIRED.
   */
  fetchToken?: () => Promise<string>;
  /** The journey shows with a valid token. Called again when the frame reloads because it was moved in the page. */
  onReady?: () => void;
  /** The merchant has moved to another step. */
  onStepChange?: (change: { step: Step }) => void;
  /** The merchant has submitted the application. The journey stays open: funding and offer come next. */
  onCompleted?: (application: { merchantId?: string }) => void;
  /** Something the merchant cannot fix. `code` is for programs, `message` for your logs: an error may have no code. */
  onError?: (error: { code?: ErrorCode; message: string }) => void;
}

export interface ApplicationJourneyHandle {
  /** The frame, for instance to give it a class. The SDK sets its height, so that nothing scrolls inside. */
  readonly iframe: HTMLIFrameElement;
  /** Removes the frame and all listeners; no callback is called from then on. Safe to repeat. */
  destroy(): void;
}

export interface Theme {
  /** A hex colour, such as `#0a7d4f`, made lighter or darker where text on it would be hard to read. */
  primary?: string;
  /** Address of your logo, `https:` or `data:`, or relative to your page. */
  logo?: string;
  /** Radius of corners as a CSS length, such as `8px`. */
  radius?: string;
}

export type Environment = "test" | "live";

export type Step =
  | "business-info"
  | "directors"
  | "documents"
  | "review"
  | "status"
  | "funding"
  | "offer"
  | "payout-account"
  | "mandate"
  | "done";

export type ErrorCode =
  /** No token was given, or `fetchToken` had none. */
  | "TOKEN_MISSING"
  /** The token has expired and there is no fresh one. Mint one and open the journey again. */
  | "TOKEN_EXPIRED"
  /** The token is not one of this service's, or is for another environment or marketplace. */
  | "TOKEN_INVALID"
  /** The page cannot embed the journey: it has no origin, or one that is not registered. */
  | "ORIGIN_NOT_ALLOWED"
  /** The journey does not answer: not reachable, or the page's origin is not registered. */
  | "LOAD_FAILED"
  /** The service cannot be reached. The merchant can try again. */
  | "NETWORK"
  /** Too many requests. */
  | "RATE_LIMITED"
  /** A defect of the service. */
  | "INTERNAL";

declare global {
  /** Made by the script `embed.js`. */
  var ServiceEmbed: { ApplicationJourney: typeof ApplicationJourney; version: string };
}
