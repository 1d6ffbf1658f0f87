"use client";

import { ConfirmDialog } from "@/components/forms/confirm-dialog";
import { LazyDialog } from "@/components/forms/lazy-dialog";
import { closing } from "@/components/forms/outcome";
import { useChange } from "@/components/forms/use-change";

type Environment = "test" | "live";
type Edit = (environment: Environment, input: { origin: string }) => Promise<unknown>;

const load = () => import("./origin-form");

export function AddOrigin({ environment, add }: { environment: Environment; add: Edit }) {
  const change = useChange();
  const example = environment === "live" ? "https://shop.example" : "http://localhost:8080";
  return (
    <LazyDialog
      trigger="Add an origin"
      look="primary"
      title="Add an origin"
      from={load}
      content={(close) => ({
        example,
        send: (origin: string) =>
          closing(close, change(add(environment, { origin }), `${origin} may open the journey.`)),
      })}
    />
  );
}

type Remove = { environment: Environment; origin: string; remove: Edit };

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
