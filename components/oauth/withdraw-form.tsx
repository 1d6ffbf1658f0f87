"use client";

import { type Outcome, unreachable } from "@/components/forms/outcome";
import { TwoButtons } from "@/components/forms/two-buttons";
import { useWork } from "@/components/forms/use-work";
import { Alert } from "@/components/ui/alert";

/** The last question before a consent is withdrawn. `userId` is who was asked: nobody else's session may answer. */
export function WithdrawForm(props: {
  userId: string;
  merchantId: string;
  back: string;
  withdraw: (input: { userId: string; merchantId: string }) => Promise<Outcome>;
}) {
  const { userId, merchantId, back, withdraw } = props;
  const work = useWork();
  return (
    <div className="flex flex-col gap-3">
      <Alert message={work.failure} />
      <TwoButtons
        labels={["Withdraw", "Keep sharing"]}
        className="sm:flex-1"
        work={work}
        choose={async (sure) => (sure ? withdraw({ userId, merchantId }).catch(() => unreachable) : { address: back })}
      />
    </div>
  );
}
