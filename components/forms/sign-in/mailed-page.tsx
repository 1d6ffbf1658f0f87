"use client";

import { type ReactNode, useEffect, useState } from "react";
import { type Refusal, unreachable } from "@/components/forms/outcome";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Frame } from "@/components/ui/frame";
import type { MailedToken } from "@/lib/parties/people/schema";
import { useMailed } from "./use-mailed";

/** Says what a token is about; null once it works no longer. */
export type OpenMailed<About> = (input: MailedToken) => Promise<{ about: About | null } | Refusal>;

/** What it is about is asked once the page has read the token. Opening it changes nothing: link scanners do, too. */
export function MailedPage<About>(props: {
  title: string;
  open: OpenMailed<About>;
  gone: ReactNode;
  children: (about: About, token: string) => ReactNode;
}) {
  const { title, open, gone, children } = props;
  const token = useMailed("token");
  const [opened, setOpened] = useState<Awaited<ReturnType<typeof open>>>();
  useEffect(() => {
    let current = token !== null;
    const answer = token ? open({ token }).catch(() => unreachable) : Promise.resolve({ about: null });
    answer.then((it) => current && setOpened(it));
    return () => {
      current = false;
    };
  }, [token, open]);

  if (token && opened && "about" in opened && opened.about !== null) return children(opened.about, token);
  if (opened && "about" in opened) return gone;
  return (
    <Frame title={title} test={false}>
      {opened ? (
        <>
          <Alert message={opened.refused} />
          <Button onClick={() => window.location.reload()}>Try again</Button>
        </>
      ) : (
        <p role="status">Opening your link…</p>
      )}
      <noscript>
        <p>This link needs JavaScript. Allow it for this page, then reload.</p>
      </noscript>
    </Frame>
  );
}
