import type { RealTime } from "@/lib/kernel/time";
import type { ApiSecretFacts } from "./schema";

type Use = {
  rotatedAt: RealTime;
  lastUsedAt: RealTime | null;
  previousSecretUntil: RealTime | null;
  previousLastUsedAt: RealTime | null;
};

export function serializeSecretUse(use: Use, realNow: RealTime): ApiSecretFacts {
  const until = use.previousSecretUntil && use.previousSecretUntil > realNow ? use.previousSecretUntil : null;
  return {
    rotatedAt: use.rotatedAt.toISOString(),
    lastUsedAt: use.lastUsedAt?.toISOString() ?? null,
    previousValidUntil: until?.toISOString() ?? null,
    previousLastUsedAt: (until && use.previousLastUsedAt?.toISOString()) ?? null,
  };
}
