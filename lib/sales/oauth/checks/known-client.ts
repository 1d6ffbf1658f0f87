import { OAuthError } from "@/lib/sales/oauth/error";
import { findClient, type OAuthClient } from "@/lib/sales/oauth/queries";

/** RFC 6749, section 4.1.1: `client_id`, once, of a known client. @throws OAuthError to be shown to the person only. */
export async function knownClient(parameters: URLSearchParams): Promise<OAuthClient> {
  const ids = parameters.getAll("client_id");
  const client = ids.length === 1 ? await findClient(ids[0] ?? "") : undefined;
  if (!client) throw new OAuthError("invalid_request", "The link does not name a marketplace that we know.");
  return client;
}
