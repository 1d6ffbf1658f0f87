"use client";

import { ConfirmDialog } from "@/components/forms/confirm-dialog";
import { useChange } from "@/components/forms/use-change";

type Environment = "test" | "live";

type Remove = {
  environment: Environment;
  origin: string;
  remove: (environment: Environment, input: { origin: string }) => Promise<unknown>;
};

export function RemoveOrigin({ environment, origin, remove }: Remove) {
  const change = useChange();
  return (
    <ConfirmDialog
      trigger="Remove"
      look="quiet"
      title={`Remove ${origin}?`}
      body={<p>The journey opens in no page of this origin any more. Journeys that are open stay so.</p>}
      confirm="Remove it"
      danger
      run={() => change(remove(environment, { origin }), `${origin} is removed.`)}
    />
  );
}
