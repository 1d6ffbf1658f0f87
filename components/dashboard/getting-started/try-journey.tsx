"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { isRefusal, type Refusal, unreachable } from "@/components/forms/outcome";
import { useWork } from "@/components/forms/use-work";
import { Alert } from "@/components/ui/alert";
import { Button, type ButtonLook } from "@/components/ui/button";
import { type Handle, loadedSdk, type SdkScript, showFrame } from "@/components/ui/embed-sdk";

type Props = {
  environment: "test" | "live";
  seller: string;
  script: SdkScript;
  open: (input: { ref: string }) => Promise<{ token: string } | Refusal>;
  look: ButtonLook;
  children: ReactNode;
};

/** Opens a merchant's journey in this page by the SDK alone, as a marketplace's page does. */
export function TryJourney({ environment, seller, script, open, look, children }: Props) {
  const container = useRef<HTMLDivElement>(null);
  const handle = useRef<Handle | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const work = useWork();
  useEffect(() => () => handle.current?.destroy(), []);

  async function freshToken(): Promise<string> {
    const minted = await open({ ref: seller }).catch(() => unreachable);
    if (isRefusal(minted)) throw new Error(minted.refused);
    return minted.token;
  }

  async function begin(): Promise<undefined> {
    setFailure(null);
    try {
      const sdk = await loadedSdk(script.src);
      if (!sdk) throw new Error(`The script at ${script.src} could not be loaded.`);
      const token = await freshToken();
      if (!container.current) return;
      handle.current?.destroy();
      handle.current = sdk.ApplicationJourney({
        token,
        container: container.current,
        environment,
        ...(script.host ? { host: script.host } : {}),
        onError: ({ message, code }) => setFailure(`${message} (${code})`),
        fetchToken: freshToken,
      });
      setOpen(true);
      showFrame(container.current);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    }
  }

  return (
    <>
      <p>{children}</p>
      {!isOpen && (
        <Button look={look} busy={work.busy} onClick={() => work.run(begin)}>
          Open the journey
        </Button>
      )}
      <Alert message={failure ?? work.failure} />
      <div
        ref={container}
        id="journey"
        className={isOpen ? "w-full max-w-xl self-center overflow-hidden rounded-lg border border-edge" : ""}
      />
    </>
  );
}
