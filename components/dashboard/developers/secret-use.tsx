import { Facts } from "@/components/ui/facts";
import { Moment } from "@/components/ui/moment";
import { StatusBadge } from "@/components/ui/status-badge";
import type { ApiSecretFacts } from "@/lib/parties/marketplaces/schema";

export function SecretUse({ use, now }: { use: ApiSecretFacts; now: Date }) {
  const { rotatedAt, lastUsedAt, previousValidUntil, previousLastUsedAt } = use;
  const usedAt = (at: string | null) => (at ? <Moment at={at} relative={now} /> : "Not yet");
  return (
    <Facts
      items={[
        ["Made", <Moment key="made" at={rotatedAt} />],
        ["Last used", usedAt(lastUsedAt)],
        [
          "Former one",
          previousValidUntil && (
            <span key="former" className="flex flex-wrap items-center gap-2">
              <StatusBadge tone="warning">Still works</StatusBadge>
              <span>
                until <Moment at={previousValidUntil} />, last used{" "}
                {previousLastUsedAt ? <Moment at={previousLastUsedAt} relative={now} /> : "never"}
              </span>
            </span>
          ),
        ],
      ]}
    />
  );
}
