import { createHash, randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { Tenant } from "@/lib/kernel/actor";
import { registerDataSource } from "@/lib/sales/data-access/register-data-source";
import { sandboxActor } from "@/test/factories/kyc";
import { merchantRecord } from "@/test/factories/merchant-record";
import { plainServer } from "@/test/plain-server";
import { now } from "@/test/time";

type Behaviour = (asked: IncomingMessage, response: ServerResponse) => unknown;

/**
 * A marketplace's own servers, for the length of one test: OAuth with rotating refresh tokens, and the record of whichever
 * seller has allowed it. It remembers what it was asked; `instead` answers at a path in its place.
 */
export async function marketplaceStandIn(tenant: Tenant, more: { clientSecret?: string } = {}) {
  const { clientSecret = `secret-${randomBytes(6).toString("hex")}` } = more;
  const codes = new Map<string, { seller: string; challenge: string | null }>();
  const grants = new Map<string, { seller: string; access: string; refresh: string }>();
  const asked: { path: string; form: URLSearchParams; authorization: string | null }[] = [];
  const instead = new Map<string, Behaviour>();
  const state = { expiresIn: 3600 as number | undefined, refreshTokens: true, record: {} as object };
  let tokens = 0;

  function issue(seller: string) {
    tokens += 1;
    const grant = { seller, access: `access-${tokens}`, refresh: `refresh-${tokens}` };
    grants.set(seller, grant);
    return {
      access_token: grant.access,
      token_type: "Bearer",
      ...(state.expiresIn === undefined ? {} : { expires_in: state.expiresIn }),
      ...(state.refreshTokens ? { refresh_token: grant.refresh } : {}),
    };
  }

  function token(form: URLSearchParams) {
    if (form.get("grant_type") === "refresh_token") {
      const grant = [...grants.values()].find(({ refresh }) => refresh === form.get("refresh_token"));
      return grant ? issue(grant.seller) : null;
    }
    const code = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    return code && code.challenge === challenge && form.get("redirect_uri") ? issue(code.seller) : null;
  }

  const json = (response: ServerResponse, status: number, body: object) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

  const origin = await plainServer(async (request, response) => {
    const path = (request.url ?? "").split("?", 1)[0] ?? "";
    const form = new URLSearchParams(await text(request));
    const { authorization = null } = request.headers;
    asked.push({ path, form, authorization });
    const behaviour = instead.get(path);
    if (behaviour) return behaviour(request, response);
    const client = `service:${clientSecret}`;
    switch (path) {
      case "/.well-known/oauth-authorization-server":
        return json(response, 200, {
          issuer: origin,
          authorization_endpoint: `${origin}/authorize`,
          token_endpoint: `${origin}/token`,
          revocation_endpoint: `${origin}/revoke`,
          code_challenge_methods_supported: ["S256"],
          authorization_response_iss_parameter_supported: true,
        });
      case "/token": {
        if (basicOf(authorization) !== client) return json(response, 401, { error: "invalid_client" });
        const answer = token(form);
        return answer ? json(response, 200, answer) : json(response, 400, { error: "invalid_grant" });
      }
      case "/revoke":
        for (const [seller, grant] of grants) if (grant.refresh === form.get("token")) grants.delete(seller);
        return response.end();
      case "/sales": {
        const grant = [...grants.values()].find(({ access }) => authorization === `Bearer ${access}`);
        if (!grant) return response.writeHead(401, { "www-authenticate": "Bearer" }).end();
        const identity = { merchantId: grant.seller, businessName: `Shop of ${grant.seller}`, country: "NG" };
        return json(response, 200, { ...merchantRecord({}, now()), merchantIdentity: identity, ...state.record });
      }
      default:
        return response.writeHead(404).end();
    }
  });

  const source = { issuer: origin, clientId: "service", clientSecret, dataUrl: `${origin}/sales`, scopes: ["sales"] };
  await registerDataSource({ actor: sandboxActor(tenant), input: source, realNow: now() });

  return {
    origin,
    source,
    asked,
    instead,
    state,
    grants,
    /** How often a path was asked. */
    times: (path: string) => asked.filter((one) => one.path === path).length,
    /** What the marketplace sends back once this seller has allowed what is asked for at an address. */
    allow(authorizationUrl: string, seller: string): URLSearchParams {
      const { searchParams } = new URL(authorizationUrl);
      const code = `code-${randomBytes(8).toString("hex")}`;
      codes.set(code, { seller, challenge: searchParams.get("code_challenge") });
      return new URLSearchParams({ code, state: searchParams.get("state") ?? "", iss: origin });
    },
    /** The seller takes its permission back at the marketplace. */
    forget: (seller: string) => grants.delete(seller),
  };
}

/** Id and secret of a client, form-encoded as RFC 6749 has it (section 2.3.1). */
function basicOf(authorization: string | null): string {
  const [, encoded = ""] = (authorization ?? "").split(" ");
  return decodeURIComponent(Buffer.from(encoded, "base64").toString().replaceAll("+", " "));
}
