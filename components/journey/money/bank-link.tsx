"use client";

import { useEffect, useRef } from "react";
import { reveal } from "@/components/forms/reveal";
import { useWork } from "@/components/forms/use-work";
import { useJourney } from "@/components/journey/context";
import { Button } from "@/components/ui/button";
import { Working } from "./working";

const linkLook =
  "inline-flex min-h-12 items-center justify-center rounded-(--radius-field) border border-transparent bg-brand px-5 py-2.5 text-center font-semibold text-white transition-colors hover:bg-brand/90 dark:bg-brand-soft dark:text-stone-950 dark:hover:bg-brand-soft/90";

export function BankLink(props: {
  url: string;
  label: string;
  /** Whether it comes up in place of what had the focus. */
  takesFocus?: boolean;
  onFollow: () => void;
}) {
  const { url, label, takesFocus = false, onFollow } = props;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (takesFocus && link.current) reveal(link.current);
  }, [takesFocus]);
  return (
    <a ref={link} href={url} target="_blank" rel="noopener noreferrer" onClick={onFollow} className={linkLook}>
      {label}
      <span className="sr-only"> (opens a new tab)</span>
      <svg aria-hidden="true" viewBox="0 0 16 16" className="ml-2 size-4 fill-none stroke-current stroke-2">
        <path d="M6 3H3v10h10v-3M9 2h5v5M14 2 7.5 8.5" />
      </svg>
    </a>
  );
}

/** What its holder has agreed to, and the bank has yet to confirm. */
export function Confirming({ lastFour }: { lastFour: string | undefined }) {
  const account = lastFour ? ` the account ending in ${lastFour}` : " that account";
  return (
    <Working>
      <p className="font-medium">You have agreed, and your bank is confirming it</p>
      <p>
        That can take a day. If its page asked you for a small transfer, make it from{account}: your bank confirms
        nothing before. You can close this page meanwhile.
      </p>
    </Working>
  );
}

export function AtBank() {
  const { refresh, session } = useJourney();
  const { busy, run } = useWork();
  return (
    <>
      <Working>
        <p className="font-medium">Waiting for your bank</p>
        <p>
          {session.environment === "live"
            ? "Once you have agreed there, your bank has to confirm it, which can take a day. You can close this page."
            : "As soon as you have agreed there, this page goes on by itself."}
        </p>
      </Working>
      <Button look="secondary" busy={busy} onClick={() => run(async () => void (await refresh()))}>
        I have agreed – check now
      </Button>
    </>
  );
}
