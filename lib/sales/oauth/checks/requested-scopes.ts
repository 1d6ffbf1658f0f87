import { OAuthError } from "@/lib/sales/oauth/error";
import { scopes as known, type Scope } from "@/lib/terms/oauth";

/**
 * RFC 6749, section 3.3: known scopes, each once, in the order of `scopes`. `offline_access` alone is none: it lasts, but
 * there is nothing that it gives access to.
 * @throws OAuthError invalid_scope
 */
export function requestedScopes(text: string, within: readonly Scope[] = known): Scope[] {
  const names = text.split(" ").filter(Boolean);
  const unknown = names.find((name) => !known.some((scope) => scope === name));
  if (unknown !== undefined) throw new OAuthError("invalid_scope", `The scopes are ${known.join(" ")}`);
  const beyond = names.find((name) => !within.some((scope) => scope === name));
  if (beyond !== undefined) throw new OAuthError("invalid_scope", `${beyond} is more than was granted`);
  if (names.length === 0) throw new OAuthError("invalid_scope", "scope is missing");
  if (names.every((name) => name === "offline_access")) {
    throw new OAuthError("invalid_scope", "offline_access alone gives access to nothing");
  }
  return known.filter((scope) => names.includes(scope));
}
