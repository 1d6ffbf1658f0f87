import { z } from "zod";
import type { Environment } from "@/lib/kernel/actor";
import { parseOrigin } from "./origin";

/** Most origins that one environment may have. */
export const mostOrigins = 20;

/** Each origin canonical and once, in the order given. */
function originList(environment: Environment) {
  const origin = z.string("Must be a string").transform((text, context) => {
    const parsed = parseOrigin(text, environment);
    if ("origin" in parsed) return parsed.origin;
    context.addIssue({ code: "custom", message: parsed.error });
    return z.NEVER;
  });
  return z
    .array(origin, "Must be a list of origins")
    .transform((origins) => [...new Set(origins)])
    .refine((origins) => origins.length <= mostOrigins, `Must be at most ${mostOrigins} origins`);
}

/** Both lists, since both are replaced. */
export const originsBody = z
  .object({
    live: originList("live").describe(`https only; at most ${mostOrigins}`),
    test: originList("test").describe(`https or http; at most ${mostOrigins}`),
  })
  .meta({ sample: { live: [], test: ["https://shop.example.com"] } });
export type OriginsInput = z.output<typeof originsBody>;

export const originsAnswer = z
  .object({
    live: z.array(z.string()),
    test: z.array(z.string()),
    updatedAt: z.iso.datetime().nullable().describe("null before the first PUT"),
  })
  .meta({ id: "EmbeddingOrigins" });
export type OriginsAnswer = z.output<typeof originsAnswer>;
