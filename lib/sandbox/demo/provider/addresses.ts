import { demoOrigin } from "@/lib/kernel/demo-origin";
import { demoScopes } from "@/lib/terms/demo-provider";

/** The issuer identifier. It has a path, as this origin can be the service's own, which is an issuer itself. */
export function demoIssuer(): string {
  return `${demoOrigin()}/demo`;
}

/** Where the demo marketplace answers with a seller's merchant data record. */
export function salesUrl(): string {
  return `${demoOrigin()}/api/sandbox/marketplace/sales`;
}

/** What the demo marketplace says of itself to OAuth's clients (RFC 8414, section 2). */
export function demoMetadata() {
  const endpoints = `${demoOrigin()}/api/sandbox/marketplace`;
  const authentication = ["client_secret_basic", "client_secret_post"];
  return {
    issuer: demoIssuer(),
    authorization_endpoint: `${demoIssuer()}/authorize`,
    token_endpoint: `${endpoints}/token`,
    revocation_endpoint: `${endpoints}/revoke`,
    scopes_supported: [...demoScopes],
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: authentication,
    revocation_endpoint_auth_methods_supported: authentication,
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
  };
}
