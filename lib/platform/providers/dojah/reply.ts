import { z } from "zod";
import { second } from "@/lib/kernel/calendar";
import { type Answer, askJson, type Silence } from "@/lib/platform/providers/asking/ask-json";
import type { BureauSilence } from "@/lib/terms/kyc/evidence";
import type { DojahAccess } from "./types";

const dojahUrl = "https://api.dojah.io";

/** It passes most questions on, to registers that take their time. One question has to end within a worker's lease. */
const answersWithin = 20 * second;

export type Entity = Readonly<Record<string, unknown>>;

/** What Dojah says of a number. NOT_FOUND: its register knows no such number. Nothing of it is kept or logged. */
export type Reply = { kind: "entity"; entity: Entity } | { kind: "notFound" } | { kind: "silence"; why: BureauSilence };

/** The numbers stand in the address, so neither is ever part of what is said of a failure. */
export async function say(access: DojahAccess, path: string, query: Readonly<Record<string, string>>): Promise<Reply> {
  const { appId, key, baseUrl = dojahUrl, within = answersWithin, patience } = access;
  const question = { method: "GET", path: `${path}?${new URLSearchParams(query)}` } as const;
  // The key as it is, without a scheme.
  const asked = () =>
    askJson({ provider: "dojah", baseUrl, headers: { appid: appId, authorization: key }, within }, question);
  return replyOf(await (patience ? patience(path)(asked) : asked()));
}

const silences: Partial<Record<Silence, BureauSilence>> = { NOT_ASKED: "NOT_ASKED", RATE_LIMITED: "RATE_LIMITED" };

/** As documented: 402 is an empty wallet, 424 a register that Dojah could not reach. */
const silentStatuses: Readonly<Record<number, BureauSilence>> = {
  401: "KEY_REFUSED",
  402: "NO_CREDIT",
  403: "KEY_REFUSED",
  424: "NO_ANSWER",
};

const envelope = z.looseObject({
  entity: z.record(z.string(), z.unknown()).optional().catch(undefined),
  error: z.string().optional().catch(undefined),
});

/** `{"error": "BVN not found"}`, as its pages have it: what is worded otherwise is no finding. */
const notFound = /^(bvn|nin|rc number|cac|company|business|record)\s+not\s+found[.!]?$/i;

function replyOf(answer: Answer): Reply {
  if (answer.kind === "nothing") return { kind: "silence", why: silences[answer.why] ?? "NO_ANSWER" };
  const { status } = answer;
  const { entity, error } = envelope.parse(answer.body);
  if (status < 300) return entity ? { kind: "entity", entity } : { kind: "silence", why: "UNCLEAR" };
  const why = silentStatuses[status];
  if (why) return { kind: "silence", why };
  if ((status === 400 || status === 404) && notFound.test(error?.trim() ?? "")) return { kind: "notFound" };
  return { kind: "silence", why: "UNCLEAR" };
}
