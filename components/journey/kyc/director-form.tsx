"use client";

import type { UseFormReturn } from "react-hook-form";
import { AreaField } from "@/components/forms/area-field";
import type { Outcome } from "@/components/forms/outcome";
import { SchemaForm } from "@/components/forms/schema-form";
import { SelectField } from "@/components/forms/select-field";
import { TextField } from "@/components/forms/text-field";
import { useJourney } from "@/components/journey/context";
import { directorFieldWords, identityTypeWords } from "@/components/journey/labels";
import { StepFrame } from "@/components/journey/step-frame";
import { Button } from "@/components/ui/button";
import { directorPositions } from "@/lib/kyc/constants";
import { type JourneyDirector, journeyDirector } from "@/lib/kyc/schema";
import { identityTypes } from "@/lib/providers/constants";
import { Asked } from "./asked";
import { nameOf } from "./director-card";
import { entryOf, errorsAt, type ListedDirector, saveList, withDirector } from "./director-list";
import { FieldCard } from "./field-card";
import { tidyLine, tidyNumber, tidyPhone } from "./tidy";
import { wording } from "./wording";

/** One director on a screen of its own; null: a new one. */
export function DirectorForm(props: {
  director: ListedDirector | null;
  saved: (name: string) => void;
  cancel: () => void;
}) {
  const { director, saved, cancel } = props;
  const { session, call, update } = useJourney();
  const name = director && nameOf(director);

  async function send(typed: JourneyDirector): Promise<Outcome> {
    if (director && typed.identityNumber === undefined && typed.identityType !== director.identityType) {
      const error = "Must not be empty";
      return { refused: error, fields: [{ field: "identityNumber", error }] };
    }
    let at = 0;
    const refusal = await saveList({ call, update }, (stored) => {
      const list = withDirector(stored, typed);
      at = list.at;
      return list.directors;
    });
    if (refusal) {
      const fields = errorsAt(refusal.fields, at);
      const gone = fields.some(({ field }) => field === "id");
      return gone
        ? { refused: `${name} has been removed from the list meanwhile.`, fields: [] }
        : { ...refusal, fields };
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
          : "As it stands on the proof of identity."
      }
    >
      <Asked step="directors" />
      <SchemaForm
        schema={journeyDirector}
        values={director ? entryOf(director) : {}}
        send={send}
        button="Save director"
        wording={wording}
      >
        {(form) => (
          <>
            <Person form={form} />
            <Identity form={form} director={director} latest={session.now.slice(0, 10)} />
            <Contact form={form} />
          </>
        )}
      </SchemaForm>
      <Button look="quiet" onClick={cancel}>
        Cancel
      </Button>
    </StepFrame>
  );
}

type Group = { form: UseFormReturn<JourneyDirector> };

function Person({ form }: Group) {
  const words = directorFieldWords;
  return (
    <FieldCard title="Name and role">
      <TextField form={form} name="firstName" label={words.firstName} autoComplete="given-name" />
      <TextField form={form} name="middleName" label={words.middleName} optional autoComplete="additional-name" />
      <TextField form={form} name="lastName" label={words.lastName} autoComplete="family-name" />
      <SelectField
        form={form}
        name="position"
        label={words.position}
        optional
        options={directorPositions.map((value) => ({ value, label: value }))}
        autoComplete="off"
      />
    </FieldCard>
  );
}

function Identity({ form, director, latest }: Group & { director: ListedDirector | null; latest: string }) {
  const words = directorFieldWords;
  const type = form.watch("identityType");
  const kept = director !== null && type === director.identityType;
  const digits = type === "BVN" || type === "NIN";
  return (
    <FieldCard title="Identity">
      <TextField
        form={form}
        name="dateOfBirth"
        label={words.dateOfBirth}
        type="date"
        max={latest}
        autoComplete="bday"
      />
      <TextField
        form={form}
        name="nationality"
        label={words.nationality}
        hint="For example: Nigerian"
        autoComplete="off"
      />
      <SelectField
        form={form}
        name="identityType"
        label={words.identityType}
        options={identityTypes.map((value) => ({ value, label: identityTypeWords[value] }))}
        autoComplete="off"
      />
      <TextField
        form={form}
        name="identityNumber"
        label={type ? `${identityTypeWords[type]} number` : words.identityNumber}
        {...(kept ? { optional: true, placeholder: director.identityNumber } : {})}
        hint={kept ? "Leave it empty to keep the one we have" : digits ? "11 digits" : "5 to 20 letters and digits"}
        {...(digits ? { inputMode: "numeric" } : {})}
        literal
        tidy={tidyNumber}
        autoComplete="off"
      />
    </FieldCard>
  );
}

function Contact({ form }: Group) {
  const words = directorFieldWords;
  return (
    <FieldCard title="Contact">
      <TextField
        form={form}
        name="phoneNumber"
        label={words.phoneNumber}
        type="tel"
        tidy={tidyPhone}
        autoComplete="tel"
      />
      <TextField
        form={form}
        name="email"
        label={words.email}
        type="email"
        tidy={tidyLine}
        literal
        autoComplete="email"
      />
      <AreaField form={form} name="address" label={words.address} autoComplete="street-address" />
    </FieldCard>
  );
}
