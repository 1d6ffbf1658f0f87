"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { dateText } from "@/components/ui/date-text";
import { Card } from "@/components/ui/touch-card";
import type { KycSession } from "@/lib/merchants/kyc/session/schema";
import { businessForm } from "@/lib/terms/kyc/business-fields";
import { type KycStep, kycPlaceLabels, verificationLabels } from "@/lib/terms/kyc/constants";
import { directorForm } from "@/lib/terms/kyc/director-fields";
import { documentKinds } from "@/lib/terms/kyc/document-kinds";
import { type KycField, valueLabel } from "@/lib/terms/kyc/field";
import type { BusinessInfo } from "@/lib/terms/kyc/schema";
import { entriesOf } from "@/lib/terms/table";
import { useKyc } from "./context";
import { nameOf, numberText, roleText } from "./director-card";
import type { ListedDirector } from "./director-list";
import { sizeText } from "./file-rules";
import { FromMarketplace } from "./from-marketplace";
import { fromReview } from "./use-next";

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
                <p className="font-medium">{documentKinds[document.documentType].name}</p>
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
      Edit<span className="sr-only"> {kycPlaceLabels[step]}</span>
    </Button>
  );
  return (
    <Card title={kycPlaceLabels[step]} aside={edit}>
      {children}
    </Card>
  );
}

type Row = { name: string; value: string; prefilled?: boolean };

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
  return entriesOf<Record<keyof BusinessInfo, KycField>>(businessForm).flatMap(([name, field]) => {
    const value = values[name];
    return value ? [{ name: field.label, value: shown(field, value), prefilled: prefilled.includes(name) }] : [];
  });
}

function directorRows(director: ListedDirector): Row[] {
  const texts: Partial<Record<keyof typeof directorForm, string>> = {
    ...{ firstName: "", middleName: "", lastName: "", identityNumber: "" },
    position: roleText(director),
    identityType: `${numberText(director)}\n${verificationLabels[director.verificationStatus]}`,
  };
  return entriesOf<Record<keyof typeof directorForm, KycField>>(directorForm).flatMap(([name, field]) => {
    const value = texts[name] ?? shown(field, director[name] ?? "");
    return value ? [{ name: field.label, value }] : [];
  });
}

function shown(field: KycField, value: string): string {
  return field.control === "date" && value ? dateText(value) : valueLabel(field, value);
}
