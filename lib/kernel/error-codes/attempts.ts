import type { ErrorRow } from "./error-row";

const again = "Send the request again after the seconds in Retry-After.";

export const attemptErrors = {
  IDEMPOTENCY_CONFLICT: {
    status: 409,
    title: "The idempotency key was already used for a different request",
    means: "The Idempotency-Key was used for a request with another body within the last 24 hours.",
    remedy: "Use a new key for a new request, and an old one only to repeat the same.",
  },
  IDEMPOTENCY_IN_PROGRESS: {
    status: 409,
    title: "The first request with this key is still running",
    means: "The first request with this Idempotency-Key is still running.",
    remedy: `${again} By then it has its answer.`,
    toMerchant: "This is being done already. Give it a moment, then try again.",
  },
  RATE_LIMITED: {
    status: 429,
    title: "Too many requests",
    means: "More requests came in a minute than the credential, or the address, is allowed.",
    remedy: `${again} RateLimit and RateLimit-Policy say how much is left.`,
  },
  INTERNAL_ERROR: {
    status: 500,
    title: "Something went wrong on our side",
    means: "The fault is ours. Some data may have been stored.",
    remedy:
      "Repeat it with the same Idempotency-Key, batchId or eventId, or read before you repeat. If it stays, tell support the requestId.",
    toMerchant: "Something went wrong on our side. What you typed is still here; try again in a moment.",
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    title: "The service is not available",
    means:
      "Something that the service needs, such as its database or a marketplace's server, cannot be used at the moment.",
    remedy: again,
    toMerchant: "We are not available at the moment. What you typed is still here; try again shortly.",
  },
} satisfies Record<string, ErrorRow>;
