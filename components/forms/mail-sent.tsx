"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { TextLink } from "@/components/ui/page";
import { type Outcome, unreachable } from "./outcome";
import { useWork } from "./use-work";

export function MailSent(props: {
  email: string;
  again: () => Promise<Outcome>;
  /** Whether mail is kept in the sandbox's mailbox. */
  mailbox: boolean;
  children: ReactNode;
}) {
  const { email, again, mailbox, children } = props;
  const { busy, failure, run } = useWork();
  const [repeated, setRepeated] = useState(false);
  // The button that had the focus is gone.
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  async function repeat(): Promise<Outcome> {
    setRepeated(false);
    const outcome = await again().catch(() => unreachable);
    if ("done" in outcome) setRepeated(true);
    return outcome;
  }
  return (
    <section className="flex flex-col gap-4">
      <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
        Check your e-mail
      </h2>
      <p>
        We sent an e-mail to <strong>{email}</strong>. {children}
      </p>
      {mailbox && (
        <p>
          In this sandbox it is in{" "}
          <TextLink href={`/dev/mailbox?to=${encodeURIComponent(email.toLowerCase())}`}>the mailbox</TextLink>.
        </p>
      )}
      <p role="status" className="text-stone-700 dark:text-stone-300">
        {repeated ? "We sent it again. We send three an hour at most." : "Can't find it? Check your spam folder."}
      </p>
      <Alert message={failure} />
      <div>
        <Button look="secondary" busy={busy} onClick={() => run(repeat)}>
          Send again
        </Button>
      </div>
    </section>
  );
}
