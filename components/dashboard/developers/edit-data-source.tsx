"use client";

import { LazyDialog } from "@/components/forms/lazy-dialog";
import { closing } from "@/components/forms/outcome";
import { useChange } from "@/components/forms/use-change";
import type { DataSource, SaveDataSource } from "@/lib/terms/data-access/schema";

type Environment = "test" | "live";

type Props = {
  environment: Environment;
  source: DataSource | null;
  save: (environment: Environment, input: SaveDataSource) => Promise<unknown>;
};

const load = () => import("./data-source-form");

/** Registers where merchants' records are fetched, or edits it. */
export function EditDataSource({ environment, source, save }: Props) {
  const change = useChange();
  return (
    <LazyDialog
      trigger={source ? "Edit" : "Register"}
      title="Where we fetch"
      from={load}
      content={(close) => ({
        source,
        send: (input: SaveDataSource) => closing(close, change(save(environment, input), "It is saved.")),
      })}
    />
  );
}
