import { type Environment, environments } from "@/lib/kernel/actor";

export type Page =
  /** The hosted journey, with the origins that may frame it. */
  | { kind: "journey"; frameAncestors: readonly string[] }
  /** The sample marketplace and the dashboard: they load the SDK and frame the journey from where these are served. */
  | { kind: "host"; sdkUrl: string; embedUrl: string }
  /** A merchant's document, which a page of the console frames. */
  | { kind: "paper" }
  | { kind: "other" };

/** A journey with `asked` null names an environment that does not exist. */
export type Address =
  | { kind: "journey"; asked: { marketplaceId: string; environment: Environment } | null }
  | { kind: "host" | "paper" | "other" };

/** `/embed/{marketplaceId}?env=` is the journey, by default in the test environment. */
export function pageAt({ pathname, searchParams }: Pick<URL, "pathname" | "searchParams">): Address {
  const marketplaceId = /^\/embed\/([^/]+)\/?$/.exec(pathname)?.[1];
  if (marketplaceId !== undefined) {
    const [given = "test", ...more] = searchParams.getAll("env");
    const environment = environments.find((one) => one === given);
    return { kind: "journey", asked: environment && more.length === 0 ? { marketplaceId, environment } : null };
  }
  if (/^\/ops\/[^/]+\/kyc\/[^/]+\/documents\/[^/]+\/content\/?$/.test(pathname)) return { kind: "paper" };
  // All of the dashboard, whose pages follow one another in one document, which keeps the policy of the first.
  return { kind: /^\/(demo|dashboard)(\/|$)/.test(pathname) ? "host" : "other" };
}

/** It runs nothing, loads nothing, and is framed by our own pages alone. The browser's viewer of PDFs is an object. */
export const paperPolicy = join({
  "default-src": "'none'",
  "img-src": "data:",
  "style-src": "'unsafe-inline'",
  "object-src": "'self'",
  "frame-ancestors": "'self'",
});

export function pagePolicy(page: Page, nonce: string): string {
  const scripts = `'self' 'nonce-${nonce}' 'strict-dynamic'`;
  if (page.kind === "journey") {
    return join({
      "default-src": "'none'",
      "script-src": scripts,
      "style-src": `'self' 'nonce-${nonce}'`,
      // The marketplace's logo may be anywhere.
      "img-src": "'self' data: https:",
      "font-src": "'self'",
      "connect-src": "'self'",
      "object-src": "'none'",
      "base-uri": "'none'",
      "form-action": "'none'",
      "frame-src": "'none'",
      "frame-ancestors": page.frameAncestors.join(" ") || "'none'",
    });
  }
  if (page.kind === "paper") return paperPolicy;
  return join({
    "default-src": "'self'",
    // The host is for browsers without 'strict-dynamic'.
    "script-src": page.kind === "host" ? `${scripts} ${new URL(page.sdkUrl).origin}` : scripts,
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data:",
    ...(page.kind === "host" ? { "connect-src": "'self'", "frame-src": `'self' ${page.embedUrl}` } : {}),
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
  });
}

function join(directives: Record<string, string>): string {
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");
}
