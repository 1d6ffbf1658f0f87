"use client";

import { type ReactNode, useState } from "react";
import { isRefusal, type Refusal, unreachable } from "@/components/forms/outcome";
import { useWork } from "@/components/forms/use-work";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Moment } from "@/components/ui/moment";
import { type Made, SecretDialog } from "./secret-dialog";

type Rotated = { secret: string; previousValidUntil: string | null };

type Props = {
  /** What is rotated: "API secret". */
  name: string;
  first?: boolean;
  body: string;
  rotate: (input: { immediate: boolean }) => Promise<Rotated | Refusal>;
};

/** Makes a new secret in place of another, which holds for a day more or ends at once. */
export function RotateDialog(props: Props) {
  const { name, first = false } = props;
  return (
    <SecretDialog
      trigger={first ? `Make the ${name}` : "Rotate"}
      look={first ? "primary" : "secondary"}
      title={first ? `Make the ${name}` : `Rotate the ${name}`}
      label={`New ${name}`}
      question={(show) => <Question {...props} show={show} />}
    />
  );
}

function Question({ name, first, body, rotate, show }: Props & { show: (made: Made) => void }) {
  const [immediate, setImmediate] = useState(false);
  const work = useWork();
  const act = () =>
    work.run(async () => {
      const answer = await rotate({ immediate }).catch(() => unreachable);
      if (isRefusal(answer)) return answer;
      const { secret, previousValidUntil: until } = answer;
      show({
        secret,
        after: until ? (
          <p>
            The former one works until <Moment at={until} />.
          </p>
        ) : undefined,
      });
    });
  return (
    <>
      <p className="text-sm text-pretty">{body}</p>
      {!first && (
        <fieldset className="flex flex-col gap-3 text-sm">
          <legend className="mb-2 font-medium">The {name} in use now</legend>
          <Choice chosen={!immediate} choose={() => setImmediate(false)} label="Works for another 24 hours">
            Time to switch without a gap.
          </Choice>
          <Choice chosen={immediate} choose={() => setImmediate(true)} label="Ends now">
            For one that has leaked. Whoever still uses it is refused at once.
          </Choice>
        </fieldset>
      )}
      <Alert message={work.failure} />
      <Button look={immediate ? "danger" : "primary"} busy={work.busy} onClick={act}>
        {first ? "Make it" : "Rotate now"}
      </Button>
    </>
  );
}

type ChoiceProps = { chosen: boolean; choose: () => void; label: string; children: ReactNode };

function Choice({ chosen, choose, label, children }: ChoiceProps) {
  return (
    <label className="flex items-start gap-3 pointer-coarse:py-2">
      <input
        type="radio"
        name="former"
        checked={chosen}
        onChange={choose}
        className="mt-0.5 size-4 shrink-0 accent-(--color-accent)"
      />
      <span>
        <span className="font-medium">{label}</span>
        <span className="block text-muted">{children}</span>
      </span>
    </label>
  );
}
