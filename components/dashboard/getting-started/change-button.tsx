"use client";

import { type Refusal, unreachable } from "@/components/forms/outcome";
import { useChange } from "@/components/forms/use-change";
import { useWork } from "@/components/forms/use-work";
import { Alert } from "@/components/ui/alert";
import { Button, type ButtonLook } from "@/components/ui/button";

type Props = {
  environment: "test" | "live";
  change: (environment: "test" | "live", input: Record<string, never>) => Promise<object | Refusal>;
  label: string;
  look?: ButtonLook;
  /** Once it is done. */
  said: string;
};

/** Does something that needs nothing to be typed; the page then follows. */
export function ChangeButton({ environment, change, label, look = "primary", said }: Props) {
  const work = useWork();
  const follow = useChange();
  return (
    <>
      <Button
        look={look}
        busy={work.busy}
        onClick={() =>
          work.run(() =>
            follow(
              change(environment, {}).catch(() => unreachable),
              said,
            ),
          )
        }
      >
        {label}
      </Button>
      <Alert message={work.failure} />
    </>
  );
}
