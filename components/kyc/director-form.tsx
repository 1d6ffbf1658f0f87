"use client";

import Link from "next/link";
import { useId, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { Outcome } from "@/components/forms/outcome";
import { SchemaForm } from "@/components/forms/schema-form";
import { Button, linkLook } from "@/components/ui/button";
import { checkConsent, lookUpConsent } from "@/lib/terms/kyc/consent";
import { directorForm, directorParts } from "@/lib/terms/kyc/director-fields";
import { type JourneyDirector, journeyDirector } from "@/lib/terms/kyc/schema";
import type { PersonFound } from "@/lib/terms/lookups";
import { identityTypeLabels } from "@/lib/terms/providers";
import { contactToTake } from "./contact";
import { useKyc } from "./context";
import { nameOf } from "./director-card";
import {
  changedElsewhere,
  entryOf,
  errorsAt,
  isEdited,
  type ListedDirector,
  saveList,
  withDirector,
} from "./director-list";
import { newItem } from "./drafts";
import { FieldCard } from "./field-card";
import { type Filling, fillings, tellForm } from "./filled-in";
import { KycFields } from "./kyc-fields";
import { NumberFirst } from "./number-first";
import { birthText, oddText } from "./register-odds";
import { Asked } from "./requirements";
import { StepFrame } from "./step-frame";
import { useDraft } from "./use-draft";
import { wording } from "./wording";

/** One director on a screen of its own; null: a new one. */
export function DirectorForm(props: {
  director: ListedDirector | null;
  saved: (name: string) => void;
  cancel: () => void;
}) {
  const { director, saved, cancel } = props;
  const { session, call, operations, update, drafts } = useKyc();
  const name = director && nameOf(director);
  const [registered, setRegistered] = useState<Registered | null>(null);
  const { draft, version, began, seen } = useDraft("directors", director?.id ?? newItem, {
    fields: directorForm,
    saved: ({ directors }) => (director ? directors.find(({ id }) => id === director.id) : {}),
  });
  const current = began.directors.find(({ id }) => id === director?.id) ?? director;

  async function send(typed: JourneyDirector): Promise<Outcome> {
    if (director && typed.identityNumber === undefined && typed.identityType !== director.identityType) {
      const error = "Is required";
      return { refused: error, fields: [{ field: "identityNumber", error }] };
    }
    let at = 0;
    const refusal = await saveList({ call, operations, update }, (stored) => {
      const ofThis = ({ id }: ListedDirector) => id === director?.id;
      const [now, known] = [stored.find(ofThis), seen().directors.find(ofThis) ?? current];
      if (now && known && isEdited(known, now)) return changedElsewhere;
      const list = withDirector(stored, typed);
      at = list.at;
      return list.directors;
    });
    if (refusal) {
      const fields = errorsAt(refusal.fields, at);
      const gone = fields.some(({ field }) => field === "id");
      return gone ? { refused: `${name} was removed in the meantime.`, fields: [] } : { ...refusal, fields };
    }
    saved(`${typed.firstName} ${typed.lastName}`);
    return { done: true };
  }

  return (
    <StepFrame
      title={name ?? "Add a director"}
      lead={
        director?.prefilled
          ? `Filled in from ${session.marketplace.name}. Change what is not right.`
          : "As on the ID document."
      }
    >
      <Asked step="directors" />
      <SchemaForm
        key={version}
        draft={draft}
        schema={journeyDirector}
        values={current ? entryOf(current) : {}}
        send={send}
        button="Save director"
        wording={wording}
      >
        {(form) => (
          <>
            {director === null && <Numbered form={form} onFound={setRegistered} />}
            <Person form={form} registered={registered} />
            <Identity form={form} director={director} registered={registered} today={session.now.slice(0, 10)} />
            <ContactCard form={form} isNew={director === null} />
          </>
        )}
      </SchemaForm>
      <Button
        look="quiet"
        onClick={() => {
          drafts.discard({ step: "directors", item: director?.id ?? newItem });
          cancel();
        }}
      >
        Cancel
      </Button>
    </StepFrame>
  );
}

type Form = UseFormReturn<JourneyDirector>;

type Registered = PersonFound & { identityNumber: string };

/** For whoever fills this in: of others nothing is told. */
function Numbered({ form, onFound }: { form: Form; onFound: (person: Registered) => void }) {
  const { own } = useKyc();
  const names = Object.keys(directorForm).filter((name) => name !== "phoneNumber");
  return (
    <NumberFirst<PersonFound, JourneyDirector>
      form={form}
      texts={{ fields: directorForm }}
      title="Is this you? Just enter your number"
      registers={[
        { path: "bvn", label: "BVN", hint: "11 digits" },
        { path: "nin", label: "NIN", hint: "11 digits" },
      ]}
      first={own && !own.phoneNumber && <UnverifiedNote />}
      consent={lookUpConsent.statement}
      fill={(found, number) => {
        onFound({ ...found, identityNumber: number });
        const filled: Filling[] = [...fillings(names, found), ["identityNumber", number]];
        const said = "We filled in what the register has about you. Check it and add what is missing.";
        return { name: `${found.firstName} ${found.lastName}`, said, filled };
      }}
    />
  );
}

/** In an account, whose number it is shows by the phone number alone. */
function UnverifiedNote() {
  return (
    <p>
      This needs a verified phone number.{" "}
      <Link href="/account/profile" className={linkLook}>
        Verify yours in your profile
      </Link>
      , or fill in the form below.
    </p>
  );
}

/** With what the register says otherwise. */
function Person({ form, registered }: { form: Form; registered: Registered | null }) {
  const { title, fields } = directorParts.person;
  const typed = form.watch();
  return (
    <FieldCard title={title}>
      <KycFields
        form={form}
        fields={fields}
        tell={(name) => (name === "firstName" || name === "lastName" ? oddText(name, typed, registered) : null) ?? {}}
      />
    </FieldCard>
  );
}

function Identity(props: {
  form: Form;
  director: ListedDirector | null;
  registered: Registered | null;
  today: string;
}) {
  const { form, director, registered, today } = props;
  const { title, fields } = directorParts.identity;
  const typed = form.watch();
  const type = typed.identityType;
  const kept = director !== null && type === director.identityType;
  const digits = type === "BVN" || type === "NIN";
  return (
    <FieldCard title={title}>
      <KycFields
        form={form}
        fields={fields}
        tell={(name) => {
          if (name === "dateOfBirth") {
            return birthText(typed.dateOfBirth, today) ?? oddText(name, typed, registered) ?? {};
          }
          if (name !== "identityNumber") return {};
          return {
            ...(type ? { label: `${identityTypeLabels[type]} number` } : {}),
            ...(kept ? { optional: true, placeholder: director.identityNumber } : {}),
            hint: kept ? "Leave it empty to keep the one we have" : digits ? "11 digits" : "5 to 20 letters and digits",
            ...(digits ? { inputMode: "numeric" } : {}),
          };
        }}
      />
      {digits && <Consent form={form} again={kept} />}
    </FieldCard>
  );
}

/** Nobody has to agree: a person compares the number then. Sent with the version of the text that was read. */
function Consent({ form, again }: { form: Form; again: boolean }) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <label className="flex min-h-12 items-center gap-3">
        <input
          type="checkbox"
          checked={form.watch("identityConsent") !== undefined}
          aria-describedby={`${id}-hint`}
          onChange={(event) =>
            form.setValue("identityConsent", event.target.checked ? checkConsent.version : undefined)
          }
          className="size-5 shrink-0 accent-brand dark:accent-brand-soft"
        />
        {checkConsent.statement}
      </label>
      <p id={`${id}-hint`} className="text-pretty text-sm text-stone-600 dark:text-stone-400">
        {checkConsent.hint} {again && "What was said of the number that we have still holds. "}
        <a href="/privacy" target="_blank" rel="noreferrer" className={linkLook}>
          Who compares it
        </a>
      </p>
    </div>
  );
}

function ContactCard({ form, isNew }: { form: Form; isNew: boolean }) {
  const { own, session } = useKyc();
  const { title, fields } = directorParts.contact;
  const known = isNew ? contactToTake(own, session) : null;
  const [taken, setTaken] = useState(false);
  return (
    <FieldCard title={title}>
      {known && (
        <div>
          <Button
            look="secondary"
            onClick={({ currentTarget }) => {
              for (const [name, value] of known.filled) {
                form.setValue(name, value, { shouldDirty: true, shouldValidate: true });
              }
              tellForm(currentTarget);
              setTaken(true);
            }}
          >
            {known.label}
          </Button>
        </div>
      )}
      <p role="status" className="empty:hidden">
        {taken && "We filled in what we know. Change what is not right."}
      </p>
      <KycFields form={form} fields={fields} />
    </FieldCard>
  );
}
