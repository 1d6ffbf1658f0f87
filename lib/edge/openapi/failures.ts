import { z } from "zod";
import type { Route } from "@/lib/edge/http/route";
import { type ErrorCode, errorCodes, errors } from "@/lib/kernel/error-codes";
import { everyAnswer, type Headers } from "./headers";
import type { Json } from "./schemas";

export const problemSchema = z
  .object({
    type: z.string().describe("Names the code; a reference to its explanation"),
    title: z.string().describe("What the code means"),
    status: z.int(),
    detail: z.string().describe("What happened this time, and what to do"),
    code: z.enum(errorCodes).describe("More may be added"),
    errors: z
      .array(z.object({ field: z.string().describe("Dot path into what was sent"), error: z.string() }))
      .optional()
      .describe("What is wrong with single fields"),
    requestId: z.string().describe("As in X-Request-Id"),
  })
  .meta({
    description: "What went wrong (RFC 9457).",
    examples: [
      {
        type: "/docs/errors#VALIDATION_FAILED",
        title: errors.VALIDATION_FAILED.title,
        status: errors.VALIDATION_FAILED.status,
        detail: "The body is not valid: see errors.",
        code: "VALIDATION_FAILED",
        errors: [{ field: "amountRequested", error: "Must be a number" }],
        requestId: "req_01k9zq6v5w8j3m4n7p2r6t9x1c",
      },
    ],
  });

export const oauthErrorSchema = z
  .object({
    error: z.string(),
    error_description: z.string(),
    code: z.literal("MARKETPLACE_NOT_LIVE").optional(),
  })
  .meta({
    description: "What went wrong, as OAuth clients expect it (RFC 6749, section 5.2).",
    examples: [{ error: "invalid_grant", error_description: "The code was used before" }],
  });

const anyOperation: readonly ErrorCode[] = [
  "METHOD_NOT_ALLOWED",
  "RATE_LIMITED",
  "INTERNAL_ERROR",
  "SERVICE_UNAVAILABLE",
];
const withBody: readonly ErrorCode[] = [
  "VALIDATION_FAILED",
  "MALFORMED_JSON",
  "BODY_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
];
const withIdempotency: readonly ErrorCode[] = ["IDEMPOTENCY_CONFLICT", "IDEMPOTENCY_IN_PROGRESS"];

/** Bearer tokens that we sign ourselves, and that say when they expire. All but those of the journey belong to a session. */
const signedHere: ReadonlySet<string> = new Set(["embedToken", "dashboardToken", "accountToken", "operatorToken"]);

/** Credentials that belong to one environment of a marketplace. */
const ofTenant: ReadonlySet<string> = new Set(["secretKey", "accessToken", "embedToken", "webhookSignature"]);

/** The codes of an operation: its own, and those that follow from what it takes. */
function codesOf(declaration: Route["declaration"]): ErrorCode[] {
  const { scheme, merchant = false } = declaration.auth;
  const codes = new Set<ErrorCode>([
    ...anyOperation,
    ...(scheme === "none" ? [] : (["UNAUTHENTICATED"] as const)),
    ...(ofTenant.has(scheme) || merchant ? (["MARKETPLACE_NOT_LIVE"] as const) : []),
    ...(signedHere.has(scheme) ? (["TOKEN_EXPIRED"] as const) : []),
    ...(signedHere.has(scheme) && scheme !== "embedToken" ? (["SESSION_ENDED"] as const) : []),
    ...(merchant ? (["NOT_CONNECTED", "NOT_FOUND", "VALIDATION_FAILED"] as const) : []),
    ...(scheme === "dashboardToken" ? (["SECOND_FACTOR_MISSING"] as const) : []),
    ...(scheme === "accessToken" ? (["INSUFFICIENT_SCOPE"] as const) : []),
    ...((declaration.documentedBody ?? declaration.body) ? withBody : []),
    ...(declaration.query || declaration.auth.environment ? (["VALIDATION_FAILED"] as const) : []),
    ...(declaration.idempotent ? withIdempotency : []),
    ...(declaration.errors ?? []),
  ]);
  // In the order of the list, whatever the order of the declaration: the same codes are the same answer.
  return errorCodes.filter((code) => codes.has(code));
}

const explaining: Record<string, readonly string[]> = {
  401: ["WWW-Authenticate"],
  405: ["Allow"],
  429: [...everyAnswer, "Retry-After"],
  "5XX": ["Retry-After"],
};

function headersOf(status: string, codes: readonly ErrorCode[]): string[] {
  const wait = codes.includes("IDEMPOTENCY_IN_PROGRESS") ? ["Retry-After"] : [];
  return [...wait, ...(explaining[status] ?? [])];
}

/** An answer that several operations may have: the name of the component, and what it says. */
type Failure = { name: string; part: { description: string; headers?: Json; content: Json } };

/** The failures of an operation, by status; those of the service itself as one, `5XX`. */
export function failuresOf({ declaration }: Route, headers: Headers): Map<string, Failure> {
  const byStatus = new Map<string, ErrorCode[]>();
  for (const code of codesOf(declaration)) {
    const status = errors[code].status < 500 ? String(errors[code].status) : "5XX";
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const failures = [...byStatus].map(([status, codes]) => [status, problemOf(status, codes, headers)] as const);
  if (!declaration.wireFormat) return new Map(failures);
  // The method is refused before the operation is asked.
  const spoken = [...new Set([...oauthStatuses, ...byStatus.keys()])].filter((status) => status !== "405");
  const own = spoken.map((status) => [status, oauthFailure(status, headers)] as const);
  return new Map([...failures.filter(([status]) => status === "405"), ...own]);
}

function problemOf(status: string, codes: readonly ErrorCode[], headers: Headers): Failure {
  return {
    name: status === "5XX" ? "ServerError" : nameOf(codes),
    part: {
      description: codes.map((code) => `\`${code}\`: ${errors[code].title}.`).join(" "),
      ...headers.of(headersOf(status, codes)),
      content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
    },
  };
}

/** For an operation that answers with nothing but redirects: readers want to know what else may come. */
export function anythingElse(): Json {
  const content = { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } };
  return { description: "Any other failure.", content };
}

/** Statuses that OAuth's own errors can have, besides those of problems. */
const oauthStatuses = ["400", "401", "403"];

function oauthFailure(status: string, headers: Headers): Failure {
  return {
    name: `OAuth${status}`,
    part: {
      description: oauthMeanings[status] ?? "The request is refused.",
      ...headers.of(headersOf(status, [])),
      content: { "application/json": { schema: { $ref: "#/components/schemas/OAuthError" } } },
    },
  };
}

const oauthMeanings: Record<string, string> = {
  400: "The request, the grant or the scope is not valid.",
  401: "The client is unknown, or did not authenticate.",
  403: "The marketplace is not live yet.",
  413: "The body is too large.",
  415: "The body is not a form.",
  429: "Too many requests.",
  "5XX": "Something went wrong on our side, or the service is not available.",
};

/** A name that tells one answer from the others, made of its codes. Hundreds of references repeat it. */
function nameOf(codes: readonly ErrorCode[]): string {
  const name = codes.map(pascal).join("Or");
  return shortNames[name] ?? name.replace(/(?<=.)OrIdempotencyConflictOrIdempotencyInProgress$/, "OrIdempotency");
}

const shortNames: Record<string, string> = {
  ValidationFailedOrMalformedJson: "BadRequest",
  MarketplaceNotLive: "NotLive",
  MarketplaceNotLiveOrInsufficientScope: "NotLiveOrScope",
  MarketplaceNotLiveOrTestKeyRequired: "NotLiveOrLiveKey",
  UnauthenticatedOrTokenExpired: "TokenExpired",
  IdempotencyConflictOrIdempotencyInProgress: "Idempotency",
  UnsupportedMediaType: "MediaType",
};

/** `NotFound` for NOT_FOUND. */
function pascal(code: string): string {
  return code.toLowerCase().replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
