import type { RealTime } from "@/lib/kernel/time";
import type { ApiSecretFacts } from "./schema";

type Use = {
  rotatedAt: RealTime;
  lastUsedAt: RealTime | null;
  previousSecretUntil: RealTime | null;
  previousLastUsedAt: RealTime | null;
};

/** A secret's use, as answers tell it; nothing of a previous one whose time is over. */
export function serializeSecretUse(use: Use, realNow: RealTime): ApiSecretFacts {
  const until = use.previousSecretUntil && use.previousSecretUntil > realNow ? use.previousSecretUntil : null;
  return {
    rotatedAt: use.rotatedAt.toISOString(),
    lastUsedAt: use.lastUsedAt?.toISOString() ?? null,
    previousValidUntil: until?.toISOString() ?? null,
    previousLastUsedAt: (until && use.previousLastUsedAt?.toISOString()) ?? null,
  };
}
