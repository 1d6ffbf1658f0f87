"use client";

import type { z } from "zod";
import { ConfirmDialog } from "@/components/forms/confirm-dialog";
import type { endMandateAsked } from "@/lib/surfaces/console/treasury/asked-schema";

type Asked = z.input<typeof endMandateAsked>;
type Props = { of: Asked; reference: string; send: (asked: Asked) => Promise<unknown> };

export function EndMandate({ of, reference, send }: Props) {
  return (
    <ConfirmDialog
      trigger="Say that it is ended"
      title="Ended at the bank"
      body={`You have ended ${reference} at the lender’s bank. It is on the list no more.`}
      confirm="It is ended"
      act={() => send(of)}
      said="Noted."
    />
  );
}
