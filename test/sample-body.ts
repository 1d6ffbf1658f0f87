import { z } from "zod";
import type { Route } from "@/lib/edge/http/route";

/** The sample's merchant, by its id at the marketplace. */
const anyShop = "seller-1042";

/**
 * The sample of an operation's body; undefined where it takes none. What it names is what is given: ids of the same kind,
 * and `ref` for the merchant.
 */
export function sampleBody({ declaration }: Route, named: Record<string, string> = {}): unknown {
  const { operationId, rawBody, body, documentedBody = body } = declaration;
  if (rawBody || !documentedBody) return undefined;
  const sample = z.globalRegistry.get(documentedBody)?.sample;
  if (sample === undefined) throw new Error(`The body of ${operationId} says no sample (.meta({ sample })).`);
  const ids = Object.values(named).filter((id) => kindOf(id));
  const names = (text: string) =>
    (text === anyShop ? named.ref : kindOf(text) && ids.find((id) => kindOf(id) === kindOf(text))) ?? text;
  return JSON.parse(JSON.stringify(sample), (_, value) => (typeof value === "string" ? names(value) : value));
}

const kindOf = (id: string) => /^([a-z]+)_\w{26}$/.exec(id)?.[1];
