"use client";

import { type Outcome, unreachable } from "@/components/forms/outcome";
import { TwoButtons } from "@/components/forms/two-buttons";
import { useWork } from "@/components/forms/use-work";
import { Alert } from "@/components/ui/alert";

/** The two answers to a request. `userId` is who was shown it: nobody else's session may answer. */
export function ConsentForm(props: {
  userId: string;
  query: string;
  decide: (input: { userId: string; query: string; decision: "allow" | "deny" }) => Promise<Outcome>;
}) {
  const { userId, query, decide } = props;
  const work = useWork();
  return (
    <div className="flex flex-col gap-3">
      <Alert message={work.failure} />
      <TwoButtons
        labels={["Allow", "Cancel"]}
        className="sm:flex-1"
        work={work}
        choose={(allowed) => decide({ userId, query, decision: allowed ? "allow" : "deny" }).catch(() => unreachable)}
      />
    </div>
  );
}
