"use client";

import { LazyDialog } from "@/components/forms/lazy-dialog";
import { closing } from "@/components/forms/outcome";
import { useChange } from "@/components/forms/use-change";

type Environment = "test" | "live";

type Props = {
  environment: Environment;
  redirectUris: readonly string[];
  save: (environment: Environment, input: { redirectUris: string[] }) => Promise<unknown>;
};

const load = () => import("./redirects-form");

/** Edits where merchants are sent back to after they consented. */
export function EditRedirects({ environment, redirectUris, save }: Props) {
  const change = useChange();
  return (
    <LazyDialog
      trigger="Edit"
      title="Redirect URIs"
      from={load}
      content={(close) => ({
        redirectUris,
        send: (lines: string[]) =>
          closing(close, change(save(environment, { redirectUris: lines }), "The redirect URIs are saved.")),
      })}
    />
  );
}
