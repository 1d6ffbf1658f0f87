"use client";

import { createContext, use, useCallback, useState } from "react";

export type Uploads = {
  /** Counts an upload as under way until it has arrived, or not. */
  track: (arrived: Promise<boolean>) => Promise<void>;
};

const UploadsContext = createContext<Uploads | null>(null);
export const UploadsProvider = UploadsContext.Provider;

/** The uploads of the step. @throws Error outside of an `UploadsProvider` */
export function useUploads(): Uploads {
  const uploads = use(UploadsContext);
  if (!uploads) throw new Error("No step counts these uploads.");
  return uploads;
}

/** `pressed`: to go on as soon as nothing is under way any more. */
export type Waiting = { underWay: number; pressed: boolean };

/** What the end of an upload makes of the wish to go on: one that failed needs the merchant, so it is given up. */
export function afterUpload({ underWay, pressed }: Waiting, arrived: boolean): Waiting {
  return { underWay: underWay - 1, pressed: pressed && arrived };
}

export function useUploadCount() {
  const [waiting, setWaiting] = useState<Waiting>({ underWay: 0, pressed: false });
  const [uploads] = useState<Uploads>(() => ({
    async track(arrived) {
      setWaiting((now) => ({ ...now, underWay: now.underWay + 1 }));
      const done = await arrived;
      setWaiting((now) => afterUpload(now, done));
    },
  }));
  const press = useCallback((pressed: boolean) => setWaiting((now) => ({ ...now, pressed })), []);
  return { uploads, ...waiting, press };
}
