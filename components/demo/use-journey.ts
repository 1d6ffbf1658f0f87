"use client";

import { useEffect, useRef, useState } from "react";
import { type Refusal, unreachable } from "@/components/forms/outcome";
import { type Handle, loadedSdk, type SdkScript, showFrame } from "@/components/ui/embed-sdk";
import type { Theme } from "@/lib/surfaces/journey/protocol";
import type { Callback } from "./developer-panels";

export type GetToken = (input: { seller: string }) => Promise<{ token: string } | Refusal>;

/** Opens a seller's journey by the SDK alone, as a marketplace's page does, and keeps the callbacks. */
export function useJourneyFrame(options: { seller: string; script: SdkScript; getToken: GetToken }) {
  const { seller, script, getToken } = options;
  const container = useRef<HTMLDivElement>(null);
  const handle = useRef<Handle | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [callbacks, setCallbacks] = useState<readonly Callback[]>([]);

  useEffect(() => () => handle.current?.destroy(), []);

  function note(name: string, payload?: unknown) {
    setCallbacks((before) => [...before, { number: before.length + 1, name, payload: JSON.stringify(payload) }]);
  }

  async function freshToken(): Promise<string> {
    const minted = await getToken({ seller }).catch(() => unreachable);
    if ("refused" in minted) throw new Error(minted.refused);
    return minted.token;
  }

  function close() {
    handle.current?.destroy();
    handle.current = null;
    setOpen(false);
    setFailure(null);
  }

  /** @param pay the loan to be paid, to open at its payment */
  async function open(theme: Theme, pay?: string): Promise<undefined> {
    close();
    try {
      const sdk = await loadedSdk(script.src);
      if (!sdk) throw new Error(`The script at ${script.src} could not be loaded, or is not the one it should be.`);
      const token = await freshToken();
      if (!container.current) return;
      handle.current = sdk.ApplicationJourney({
        token,
        container: container.current,
        environment: "test",
        ...(script.host ? { host: script.host } : {}),
        theme,
        onReady: () => {
          setFailure(null);
          note("onReady");
        },
        onStepChange: (event) => note("onStepChange", event),
        onCompleted: (event) => note("onCompleted", event),
        onError: (error) => {
          setFailure(`${error.message} (${error.code})`);
          note("onError", error);
        },
        fetchToken: () => {
          note("fetchToken");
          return freshToken();
        },
      });
      if (pay) handle.current.iframe.src += `#pay=${pay}`;
      setOpen(true);
      showFrame(container.current);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    }
  }

  return { container, isOpen, failure, callbacks, open, close };
}
