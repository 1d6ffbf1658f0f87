"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { dateText } from "@/components/ui/date-text";
import { Card } from "@/components/ui/touch-card";
import type { KycSession } from "@/lib/merchants/kyc/session/schema";
import type { KycStep } from "@/lib/terms/kyc/constants";
import type { BusinessInfo } from "@/lib/terms/kyc/schema";
import { businessTypeTexts } from "@/lib/terms/reference";
import { useKyc } from "./context";
import { nameOf, numberText, roleText } from "./director-card";
import type { ListedDirector } from "./director-list";
import { sizeText } from "./file-rules";
import { FromMarketplace } from "./from-marketplace";
import { businessFieldText, directorFieldText, documentTypeText, kycStepText, verificationText } from "./labels";
import { fromReview } from "./use-next";

/** Everything that was filled in: a section for each step, with a button to edit it. */
export function ReviewSections() {
  const { session } = useKyc();
  const { business, directors, documents } = session;
  return (
    <>
      <Section step="business-info">
        <Values rows={businessRows(business)} />
      </Section>
      <Section step="directors">
        {directors.length === 0 && <p>Nobody yet.</p>}
        {directors.map((director) => (
          <div key={director.id} className="flex flex-col gap-2 border-t border-stone-300 pt-3 dark:border-stone-700">
            <div className="flex flex-wrap items-baseline justify-between gap-x-3">
              <h3 className="wrap-anywhere font-semibold">{nameOf(director)}</h3>
              {director.prefilled && <FromMarketplace />}
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
                <p className="font-medium">{documentTypeText[document.documentType]}</p>
                {document.prefilled && <FromMarketplace />}
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
  const { session, go } = useKyc();
  const edit = session.kyc.canProceed && (
    <Button look="quiet" className="-my-3 -mr-3 px-3" onClick={() => go(step, fromReview)}>
      Edit<span className="sr-only"> {kycStepText[step]}</span>
    </Button>
  );
  return (
    <Card title={kycStepText[step]} aside={edit}>
      {children}
    </Card>
  );
}

type Row = { name: string; value: string; prefilled?: boolean };

/** Names with their values: below one another on phones, side by side where there is room. */
function Values({ rows }: { rows: readonly Row[] }) {
  return (
    <dl className="flex flex-col gap-2">
      {rows.map(({ name, value, prefilled }) => (
        <div key={name} className="grid gap-x-4 sm:grid-cols-[11rem_1fr]">
          <dt className="text-sm text-stone-600 sm:text-base dark:text-stone-400">{name}</dt>
          <dd className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="wrap-anywhere whitespace-pre-line tabular-nums">{value}</span>
            {prefilled && <FromMarketplace />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function businessRows({ values, prefilled }: KycSession["business"]): Row[] {
  const { businessType, dateOfIncorporation } = values;
  const texts: Partial<Record<keyof BusinessInfo, string>> = {
    ...values,
    businessType: businessType && businessTypeTexts[businessType].name,
    dateOfIncorporation: dateOfIncorporation && dateText(dateOfIncorporation),
  };
  return (Object.keys(businessFieldText) as (keyof BusinessInfo)[]).flatMap((field) => {
    const value = texts[field];
    return value ? [{ name: businessFieldText[field], value, prefilled: prefilled.includes(field) }] : [];
  });
}

function directorRows(director: ListedDirector): Row[] {
  const { dateOfBirth, verificationStatus } = director;
  const texts = {
    ...director,
    position: roleText(director),
    dateOfBirth: dateText(dateOfBirth),
    identityType: `${numberText(director)}\n${verificationText[verificationStatus]}`,
  };
  const fields = ["position", "dateOfBirth", "nationality", "identityType", "phoneNumber", "email", "address"] as const;
  const rows = fields.map((field) => ({ name: directorFieldText[field], value: texts[field] }));
  return rows.filter(({ value }) => value !== "");
}
