/**
 * The messages between the SDK on a marketplace's page and the hosted journey in its frame (postMessage). Both sides
 * read with the functions below and ignore what they return null for. No imports: the SDK is built from this file.
 */

/** Marks a message as ours, with the protocol's version. */
export const channel = "service-embed/1";

/** In the order in which a merchant meets them. */
export const journeySteps = [
  "business-info",
  "directors",
  "documents",
  "review",
  "status",
  "funding",
  "offer",
  "payout-account",
  "mandate",
  "done",
] as const;
export type JourneyStep = (typeof journeySteps)[number];

/** What `onError` can name (docs/embedding.md#errors). */
export const journeyErrorCodes = [
  "TOKEN_MISSING",
  "TOKEN_EXPIRED",
  "TOKEN_INVALID",
  "ORIGIN_NOT_ALLOWED",
  "LOAD_FAILED",
  "NETWORK",
  "RATE_LIMITED",
  "INTERNAL",
] as const;
export type JourneyErrorCode = (typeof journeyErrorCodes)[number];

/** A hex colour, the address of a picture, a corner radius in CSS. */
export type Theme = { primary?: string; logo?: string; radius?: string };

/** From the host's page to the frame. `refresh`: the host can fetch a fresh token. */
export type HostMessage =
  | { type: "init"; token: string; theme: Theme; refresh: boolean }
  | { type: "token"; token: string }
  | { type: "token-failed" };

/** From the frame to the host's page. `again`: the merchant wants it tried once more; SDKs before 1.3.0 do not read it. */
export type JourneyMessage =
  | { type: "ready" }
  | { type: "step-change"; step: JourneyStep }
  | { type: "completed"; merchantId: string }
  | { type: "error"; code: JourneyErrorCode; message: string }
  | { type: "resize"; height: number }
  | { type: "token-request"; again?: boolean };

/** Where a token belongs. Unverified. */
export type TokenClaims = { merchantId: string; marketplaceId: string; environment: "test" | "live" };

type Fields = Record<string, unknown>;

export function sealed<M extends HostMessage | JourneyMessage>(message: M): M & { channel: string } {
  return { channel, ...message };
}

export function readHostMessage(data: unknown): HostMessage | null {
  const given = ours(data);
  if (!given) return null;
  const { type, token, theme, refresh } = given;
  if (type === "token-failed") return { type };
  if (typeof token !== "string") return null;
  if (type === "token") return { type, token };
  if (type !== "init" || typeof refresh !== "boolean" || !isObject(theme)) return null;
  const { primary, logo, radius } = theme;
  return { type, token, refresh, theme: { ...text({ primary }), ...text({ logo }), ...text({ radius }) } };
}

export function readJourneyMessage(data: unknown): JourneyMessage | null {
  const given = ours(data);
  if (!given) return null;
  const { type, step, merchantId, code, message, height, again } = given;
  if (type === "ready") return { type };
  if (type === "token-request") return again === true ? { type, again } : { type };
  if (type === "step-change" && isOneOf(journeySteps, step)) return { type, step };
  if (type === "completed" && typeof merchantId === "string") return { type, merchantId };
  if (type === "resize" && typeof height === "number" && height >= 0 && height < 1e5) return { type, height };
  if (type === "error" && isOneOf(journeyErrorCodes, code) && typeof message === "string")
    return { type, code, message };
  return null;
}

/** An embed token's claims; null when it is not one. Only the service can tell whether it is genuine. */
export function readClaims(token: string): TokenClaims | null {
  try {
    const part = (token.split(".")[1] ?? "").replace(/-/g, "+").replace(/_/g, "/");
    const { sub, marketplaceId, environment }: Fields = JSON.parse(atob(part));
    const plain = typeof sub === "string" && typeof marketplaceId === "string" && /^\w+$/.test(marketplaceId);
    if (!plain || (environment !== "test" && environment !== "live")) return null;
    return { merchantId: sub, marketplaceId, environment };
  } catch {
    return null;
  }
}

function ours(data: unknown): Fields | null {
  return isObject(data) && data.channel === channel ? data : null;
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}

function isOneOf<T extends string>(values: readonly T[], value: unknown): value is T {
  return values.some((one) => one === value);
}

function text<K extends keyof Theme>(given: Record<K, unknown>): Partial<Record<K, string>> {
  const [[name, value] = ["", undefined]] = Object.entries(given);
  return (typeof value === "string" ? { [name]: value } : {}) as Partial<Record<K, string>>;
}
