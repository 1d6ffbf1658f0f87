"use client";

import { ConfirmDialog } from "@/components/forms/confirm-dialog";
import { useChange } from "@/components/forms/use-change";

type Environment = "test" | "live";

type Props = {
  environment: Environment;
  keyId: string;
  /** How the key is called in the question. */
  called: string;
  /** When it was last used, if at all. */
  used: string;
  revoke: (environment: Environment, input: { keyId: string }) => Promise<unknown>;
};

/** Ends a secret key, after a question. */
export function RevokeKey({ environment, keyId, called, used, revoke }: Props) {
  const change = useChange();
  return (
    <ConfirmDialog
      trigger="Revoke"
      look="quiet"
      title={`Revoke ${called}?`}
      body={
        <p>
          {used} Whatever still sends it is refused from now on, for good. Create another key first, if something needs
          one.
        </p>
      }
      confirm="Revoke it"
      danger
      run={() => change(revoke(environment, { keyId }), `${called} is revoked.`)}
    />
  );
}
