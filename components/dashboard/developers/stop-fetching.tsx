"use client";

import { ConfirmDialog } from "@/components/forms/confirm-dialog";
import { useChange } from "@/components/forms/use-change";

type Environment = "test" | "live";

type Props = {
  environment: Environment;
  stop: (environment: Environment, input: Record<string, never>) => Promise<unknown>;
};

/** Ends fetching for all merchants, after a question. */
export function StopFetching({ environment, stop }: Props) {
  const change = useChange();
  return (
    <ConfirmDialog
      trigger="Stop"
      look="quiet"
      title={`Stop fetching ${environment} figures?`}
      body={
        <p>
          Every permission that your merchants have given ends, and you leave the catalogue. Their connections, and what
          was fetched so far, stay. To begin again, each of them has to give the permission anew.
        </p>
      }
      confirm="Stop it"
      danger
      run={() => change(stop(environment, {}), "Nothing is fetched any more.")}
    />
  );
}
