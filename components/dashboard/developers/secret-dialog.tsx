"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button, type ButtonLook } from "@/components/ui/button";
import { Dialog, useClose } from "@/components/ui/dialog";
import { SecretOnce } from "@/components/ui/secret-once";

export type Made = { secret: string; after?: ReactNode };

type Question = {
  label: string;
  question: (show: (made: Made) => void) => ReactNode;
};

type Opener = { trigger: string; look?: ButtonLook; title: string; prepare?: () => Promise<boolean> };

/** A window in which a secret is made: first a question, then the secret, shown once. The page follows once it is closed. */
export function SecretDialog({ label, question, ...opener }: Question & Opener) {
  return (
    <Dialog {...opener}>
      <Steps label={label} question={question} />
    </Dialog>
  );
}

function Steps({ label, question }: Question) {
  const close = useClose();
  const [made, setMade] = useState<Made | null>(null);
  const router = useRouter();
  const isMade = useRef(false);
  // However the window is closed. Sooner, the page could take the secret away with the part it replaces.
  useEffect(
    () => () => {
      if (isMade.current) router.refresh();
    },
    [router],
  );
  if (!made)
    return question((now) => {
      isMade.current = true;
      setMade(now);
    });
  return (
    <>
      <SecretOnce label={label} secret={made.secret} />
      {made.after && <div className="text-sm text-pretty">{made.after}</div>}
      <Button look="secondary" onClick={close}>
        I have stored it
      </Button>
    </>
  );
}
