import { type Flags, withFlags } from "@/lib/terms/scoring/account-flags";
import { modelVersion } from "@/lib/terms/scoring/constants";
import type { StoredResult } from "@/lib/terms/scoring/result";
import { score as score20261101, withFlags as withFlags20261101 } from "./models/2026-11-01.mjs";
import { rules20261122 } from "./rules";
import { score } from "./score";
import type { Subject } from "./subject";

/** Every model that stored scores were made with; older ones never change. */
const models = {
  [modelVersion]: { withFlags, score },
  "2026-11-22": { withFlags, score: (subject: Subject) => score({ ...subject, rules: rules20261122 }) },
  "2026-11-01": { withFlags: withFlags20261101, score: score20261101 },
};

/** `version`: to compute a stored score again, the one it names. @throws Error for a model that never existed */
export function scoreWith(version: string, subject: Omit<Subject, "sent">, flags: Flags | null): StoredResult {
  const model = Object.hasOwn(models, version) ? models[version as keyof typeof models] : undefined;
  if (!model) throw new Error(`There is no scoring model ${version}.`);
  const { record } = subject;
  return model.score({ ...subject, record: flags ? model.withFlags(record, flags) : record, sent: record });
}
