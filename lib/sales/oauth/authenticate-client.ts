import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { oauthClients } from "@/db/schema/oauth";
import { equalInConstantTime, sha256 } from "@/lib/kernel/crypto";
import type { RealTime } from "@/lib/kernel/time";
import { noteUse } from "@/lib/parties/marketplaces/note-use";
import { OAuthError } from "./error";
import { findClient, type OAuthClient } from "./queries";
import { requireLiveMarketplace } from "./request-checks";

type Presented = { id: string; secret: string };
type Body = { client_id?: string; client_secret?: string };

export type ClientCall<Input> = { authorization: string | null; input: Input; realNow: RealTime };

/** Authenticates a client by HTTP Basic or by its body, never by both (RFC 6749, section 2.3). */
export async function authenticateClient({ authorization, input, realNow }: ClientCall<Body>): Promise<OAuthClient> {
  const { id, secret } = presentedClient(authorization, input);
  const client = await findClient(id);
  const digest = sha256(secret);
  const which = client && secretOf(client, digest, realNow);
  if (!client || !which) throw new OAuthError("invalid_client", "The client or its secret is unknown");
  requireLiveMarketplace(client);
  touchClient(client.id, { which, digest }, realNow);
  return client;
}

/** Which of the client's secrets this is the digest of: for a day after a rotation it has two. */
function secretOf(client: OAuthClient, digest: string, realNow: RealTime): Sent["which"] | null {
  if (equalInConstantTime(digest, client.secretDigest)) return "current";
  const { previousSecretDigest: previous, previousSecretUntil: until } = client;
  return previous && until && until > realNow && equalInConstantTime(digest, previous) ? "previous" : null;
}

export function presentedClient(
  authorization: string | null,
  { client_id: id, client_secret: secret }: Body,
): Presented {
  if (authorization) {
    const basic = fromBasic(authorization);
    if (secret !== undefined || (id !== undefined && id !== basic.id)) {
      throw new OAuthError("invalid_request", "Send the client's credentials only once");
    }
    return basic;
  }
  if (!id || !secret) {
    throw new OAuthError("invalid_client", "Send client_id and client_secret as HTTP Basic or in the body");
  }
  return { id, secret };
}

/** RFC 6749, section 2.3.1: each part is form-encoded before they are joined. */
function fromBasic(authorization: string): Presented {
  const encoded = /^basic +([\w+/=-]+)$/i.exec(authorization.trim())?.[1];
  const text = Buffer.from(encoded ?? "", "base64").toString("utf8");
  const colon = text.indexOf(":");
  try {
    const [id, secret] = [text.slice(0, colon), text.slice(colon + 1)].map((part) =>
      decodeURIComponent(part.replaceAll("+", " ")),
    );
    if (colon > 0 && id && secret) return { id, secret };
  } catch {
    // Not percent-encoded, so none of ours.
  }
  throw new OAuthError("invalid_client", "Authorization must be Basic with client_id and client_secret");
}

type Sent = { which: "current" | "previous"; digest: string };

function touchClient(id: string, { which, digest }: Sent, realNow: RealTime): void {
  const used = which === "current" ? { lastUsedAt: realNow } : { previousLastUsedAt: realNow };
  // The same secret counts anew once it is the previous one.
  noteUse(`${which} ${digest}`, realNow, () => db().update(oauthClients).set(used).where(eq(oauthClients.id, id)));
}
