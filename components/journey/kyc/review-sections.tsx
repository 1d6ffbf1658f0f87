"use client";

import type { ReactNode } from "react";
import { useJourney } from "@/components/journey/context";
import { dateText } from "@/components/journey/format";
import {
  businessFieldWords,
  businessTypeWords,
  directorFieldWords,
  documentTypeWords,
  kycStepWords,
  verificationWords,
} from "@/components/journey/labels";
import { Card, FromMarketplace } from "@/components/journey/step-frame";
import { Button } from "@/components/ui/button";
import type { EmbedSession } from "@/lib/embed/schema";
import type { KycStep } from "@/lib/kyc/constants";
import type { BusinessInfo } from "@/lib/kyc/schema";
import { nameOf, numberText, roleText } from "./director-card";
import type { ListedDirector } from "./director-list";
import { sizeText } from "./file-rules";
import { fromReview } from "./use-next";

/** Everything that was filled in, a section a step, each with the way back to it. */
export function ReviewSections() {
  const { session } = useJourney();
  const { directors, documents } = session;
  return (
    <>
      <Section step="business-info">
        <Values rows={businessRows(session)} />
      </Section>
      <Section step="directors">
        {directors.length === 0 && <p>Nobody yet.</p>}
        {directors.map((director) => (
          <div key={director.id} className="flex flex-col gap-2 border-t border-stone-300 pt-3 dark:border-stone-700">
            <div className="flex flex-wrap items-baseline justify-between gap-x-3">
              <h3 className="wrap-anywhere font-semibold">{nameOf(director)}</h3>
              {director.prefilled && <FromMarketplace name={session.marketplace.name} />}
            </div>
            <Values rows={directorRows(director)} />
          </div>
        ))}
      </Section>
      <Section step="documents">
        {documents.length === 0 && <p>None yet.</p>}
        <ul className="flex flex-col gap-2">
          {documents.map((document) => (
            <li key={document.id}>
              <div className="flex flex-wrap items-baseline justify-between gap-x-3">
                <p className="font-medium">{documentTypeWords[document.documentType]}</p>
                {document.prefilled && <FromMarketplace name={session.marketplace.name} />}
              </div>
              <p className="wrap-anywhere text-stone-700 tabular-nums dark:text-stone-300">
                {document.fileName}, {sizeText(Number(document.fileSize))}
              </p>
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}

function Section({ step, children }: { step: KycStep; children: ReactNode }) {
  const { session, go } = useJourney();
  const edit = session.kyc.canProceed && (
    <Button look="quiet" className="-my-3 -mr-3 px-3" onClick={() => go(step, fromReview)}>
      Edit<span className="sr-only"> {kycStepWords[step]}</span>
    </Button>
  );
  return (
    <Card title={kycStepWords[step]} aside={edit}>
      {children}
    </Card>
  );
}

type Row = { name: string; value: ReactNode; from?: string | undefined };

/** Names with their values: below one another on phones, side by side where there is room. */
function Values({ rows }: { rows: readonly Row[] }) {
  return (
    <dl className="flex flex-col gap-2">
      {rows.map(({ name, value, from }) => (
        <div key={name} className="grid gap-x-4 sm:grid-cols-[11rem_1fr]">
          <dt className="text-sm text-stone-600 sm:text-base dark:text-stone-400">{name}</dt>
          <dd className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="wrap-anywhere whitespace-pre-line tabular-nums">{value}</span>
            {from && <FromMarketplace name={from} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function businessRows({ business, marketplace }: EmbedSession): Row[] {
  const { values, prefilled } = business;
  const { businessType, dateOfIncorporation } = values;
  const said: Partial<Record<keyof BusinessInfo, string | undefined>> = {
    ...values,
    businessType: businessType && businessTypeWords[businessType],
    dateOfIncorporation: dateOfIncorporation && dateText(dateOfIncorporation),
  };
  const fields = Object.keys(businessFieldWords) as (keyof BusinessInfo)[];
  return fields.flatMap((field) => {
    const value = said[field];
    const from = prefilled.includes(field) ? marketplace.name : undefined;
    return value ? [{ name: businessFieldWords[field], value, from }] : [];
  });
}

function directorRows(director: ListedDirector): Row[] {
  const words = directorFieldWords;
  const role = roleText(director);
  return [
    ...(role ? [{ name: words.position, value: role }] : []),
    { name: words.dateOfBirth, value: dateText(director.dateOfBirth) },
    { name: words.nationality, value: director.nationality },
    {
      name: words.identityType,
      value: `${numberText(director)}\n${verificationWords[director.verificationStatus]}`,
    },
    { name: words.phoneNumber, value: director.phoneNumber },
    { name: words.email, value: director.email },
    { name: words.address, value: director.address },
  ];
}
