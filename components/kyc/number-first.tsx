"use client";

import { type ReactNode, useId, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { controlLook } from "@/components/forms/field";
import type { Refusal } from "@/components/forms/outcome";
import { useWork } from "@/components/forms/use-work";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/touch-card";
import type { Difference } from "./compare";
import { Comparison, type Texts } from "./comparison";
import { useKyc } from "./context";
import { type Answered, type Filling, fillIn, parted, tellForm } from "./filled-in";

/** A register that can be asked for a number, by the last part of its operation's path. */
type Register = { path: "bvn" | "nin" | "company"; label: string; hint: string };

/** The number and the consent are no fields of the form around them, and are kept nowhere. */
export function NumberFirst<Found, Values extends FieldValues>(props: {
  form: UseFormReturn<Values>;
  texts: Texts;
  title: string;
  registers: readonly [Register, ...Register[]];
  first?: ReactNode;
  /** Whose number it is, for the consent. */
  consent: string;
  fill: (found: Found, number: string) => Answered;
}) {
  const { form, texts, title, registers, first, consent, fill } = props;
  const { call } = useKyc();
  const { busy, failure, run } = useWork();
  const [path, setPath] = useState(registers[0].path);
  const register = registers.find((one) => one.path === path) ?? registers[0];
  const [number, setNumber] = useState("");
  const [agreed, setAgreed] = useState(false);
  const [said, setSaid] = useState("");
  const [filled, setFilled] = useState<{ name: string; odd: readonly Difference[]; clear: () => void } | null>(null);
  const id = useId();
  // No field of the form around it.
  const apart = { form: `${id}-none`, autoComplete: "off" };
  const isReady = number.trim() !== "" && agreed;

  const ask = () =>
    run(async () => {
      // Nobody should take them for those of the number that was not found.
      setSaid(filled ? `The details of ${filled.name} are still in the form.` : "");
      if (!isReady) return { refused: "Enter the number and agree to the check.", fields: [] };
      const body = { number: number.trim(), consent: true };
      const answer = await call<Found>("POST", `lookups/${register.path}`, body);
      if ("refused" in answer) return plain(answer);
      filled?.clear();
      const now = fill(answer.body, body.number);
      const { fresh, odd } = parted(form.getValues(), now.filled);
      setFilled({ name: now.name, odd, clear: fillIn(form, fresh) });
      tellForm(document.getElementById(id));
      setSaid(odd.length > 0 ? `${now.said} Some of it differs from what was here: choose below.` : now.said);
    });

  function choose(values: Readonly<Record<string, string>>) {
    if (!filled) return;
    const taken = filled.odd.flatMap(({ name, there }): Filling[] => (values[name] === there ? [[name, there]] : []));
    const undo = fillIn(form, taken);
    tellForm(document.getElementById(id));
    const { clear: before } = filled;
    setFilled({
      ...filled,
      odd: [],
      clear: () => {
        undo();
        before();
      },
    });
    setSaid("Check it and add what is missing.");
  }

  function clear() {
    filled?.clear();
    tellForm(document.getElementById(id));
    setFilled(null);
    setSaid("");
  }

  return (
    // What is typed here is no part of the form around it, nor of its draft.
    <div onInput={(event) => event.stopPropagation()}>
      <Card title={title}>
        {first}
        {registers.length > 1 && (
          <div className="flex flex-wrap gap-x-6">
            {registers.map((one) => (
              <label key={one.path} className="flex min-h-12 items-center gap-3">
                <input
                  {...apart}
                  type="radio"
                  name={`${id}-register`}
                  checked={one.path === path}
                  onChange={() => setPath(one.path)}
                  className="size-5 accent-brand dark:accent-brand-soft"
                />
                {one.label}
              </label>
            ))}
          </div>
        )}
        <div className="flex flex-col gap-1.5">
          <label htmlFor={id} className="font-medium">
            Your {register.label}
          </label>
          <input
            {...apart}
            id={id}
            inputMode={register.path === "company" ? "text" : "numeric"}
            autoCapitalize="characters"
            spellCheck={false}
            value={number}
            aria-describedby={`${id}-hint`}
            onChange={(event) => setNumber(event.target.value)}
            className={controlLook}
          />
          <p id={`${id}-hint`} className="text-sm text-stone-600 dark:text-stone-400">
            {register.hint}
          </p>
        </div>
        <label className="flex min-h-12 items-center gap-3">
          <input
            {...apart}
            type="checkbox"
            checked={agreed}
            onChange={(event) => setAgreed(event.target.checked)}
            className="size-5 shrink-0 accent-brand dark:accent-brand-soft"
          />
          {consent}
        </label>
        <Alert message={failure} />
        <Button look="secondary" busy={busy} onClick={ask}>
          Fill it in for me
        </Button>
        <p role="status" className="text-pretty">
          {said}
        </p>
        {filled && filled.odd.length > 0 && (
          <Comparison
            key={filled.odd.map(({ there }) => there).join()}
            proposed={filled.odd}
            here={Object.fromEntries(filled.odd.map(({ name, here }) => [name, here]))}
            texts={{ ...texts, sides: { there: "In the register", here: "Here so far" } }}
            choose={choose}
          />
        )}
        {filled && failure && (
          <Button look="quiet" className="self-start" onClick={clear}>
            Clear them
          </Button>
        )}
      </Card>
    </div>
  );
}

const everything = "Please fill in the form below.";
const messages: Record<string, string> = {
  NOT_FOUND: `We cannot fill in anything for this number. ${everything}`,
  PHONE_NOT_VERIFIED: "Verify your phone number in your profile first, or fill in the form below.",
  SERVICE_UNAVAILABLE: `The register is not answering at the moment. ${everything}`,
  RATE_LIMITED: `You have reached today's limit. ${everything}`,
};

/** Whatever the register says, the merchant can go on. */
function plain(refusal: Refusal): Refusal {
  const [wrong] = refusal.fields;
  const told = wrong?.field === "number" ? `The number is not right: ${wrong.error.toLowerCase()}.` : undefined;
  return { ...refusal, refused: messages[refusal.code ?? ""] ?? told ?? refusal.refused };
}
