import { createCredential } from "@/components/calls/credential";
import { expired, notReached } from "@/components/calls/refusals";

/** A page's own credential. `mint`: a fresh access token; null: nobody is signed in. Rejects when no answer came. */
export function pageCredential(mint: () => Promise<string | null>) {
  const credential = createCredential(async () => {
    const token = await mint().catch(() => notReached);
    if (typeof token === "string") credential.take(token, true);
    else credential.fail(token ?? expired);
  }, notReached);
  // None yet, and one to be had: the first call asks for it.
  credential.take("", true);
  return credential;
}

export type MintToken = () => Promise<{ token: string } | { refused: string }>;

export function minted(mint: MintToken): () => Promise<string | null> {
  return async () => {
    const answer = await mint();
    return "token" in answer ? answer.token : null;
  };
}
