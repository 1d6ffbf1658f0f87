"use client";

import type { UseFormReturn } from "react-hook-form";
import type { Outcome } from "@/components/forms/outcome";
import { SchemaForm } from "@/components/forms/schema-form";
import { useKyc } from "@/components/kyc/context";
import { FieldCard } from "@/components/kyc/field-card";
import { fillings } from "@/components/kyc/filled-in";
import { useStepRoot } from "@/components/kyc/focus";
import { FromMarketplace } from "@/components/kyc/from-marketplace";
import { KycFields } from "@/components/kyc/kyc-fields";
import { NumberFirst } from "@/components/kyc/number-first";
import { Asked, askedOf } from "@/components/kyc/requirements";
import { StepFrame } from "@/components/kyc/step-frame";
import { useDraft } from "@/components/kyc/use-draft";
import { useNext } from "@/components/kyc/use-next";
import { wording } from "@/components/kyc/wording";
import type { KycSession } from "@/lib/merchants/kyc/session/schema";
import { businessForm, businessParts } from "@/lib/terms/kyc/business-fields";
import { type BusinessInfo, businessInfoBody } from "@/lib/terms/kyc/schema";
import type { CompanyFound } from "@/lib/terms/lookups";

export default function Business() {
  const { session, call, update, go } = useKyc();
  const { prefilled } = session.business;
  const { next, label } = useNext("business-info");
  const root = useStepRoot();
  const { draft, version, began, seen } = useDraft("business-info", null, edited);

  async function send(input: BusinessInfo): Promise<Outcome> {
    const ifRevision = seen().revisions.businessInfo;
    const answer = await call<typeof session>("PUT", "business-info", input, { ifRevision });
    if ("refused" in answer) return answer;
    update(answer.body);
    go(next);
    return { done: true };
  }

  return (
    <div ref={root}>
      <StepFrame
        title="Tell us about your business"
        lead={
          prefilled.length > 0
            ? `${session.marketplace.name} filled in what it knows. Change what is not right.`
            : "It takes about two minutes. Every step is saved."
        }
      >
        <Asked step="business-info" />
        <SchemaForm
          key={version}
          draft={draft}
          schema={businessInfoBody}
          values={began.business.values}
          send={send}
          button={next === "review" ? "Save changes" : label}
          wording={wording}
        >
          {(form) => (
            <>
              <Registered form={form} />
              <Parts form={form} />
            </>
          )}
        </SchemaForm>
      </StepFrame>
    </div>
  );
}

const edited = { fields: businessForm, saved: ({ business }: KycSession) => business.values };

type Form = UseFormReturn<BusinessInfo>;

function Registered({ form }: { form: Form }) {
  return (
    <NumberFirst<CompanyFound, BusinessInfo>
      form={form}
      texts={edited}
      title="Is your business registered? Enter its CAC number"
      registers={[{ path: "company", label: "CAC number", hint: "RC, BN or IT, then the digits" }]}
      consent="I act for this business, and I agree that you check it with the register"
      fill={(found) => {
        const filled = fillings(Object.keys(businessForm), found);
        const { businessName: name, status } = found;
        const state = status === "INACTIVE" ? " The register lists it as inactive." : "";
        const said = `We filled in what the register has about ${name}.${state} Check it and add what is missing.`;
        return { name, said, filled };
      }}
    />
  );
}

function Parts({ form }: { form: Form }) {
  const { session } = useKyc();
  return businessParts.map(({ title, fields }) => (
    <FieldCard key={title} title={title}>
      <KycFields
        form={form}
        fields={fields}
        tell={(name, { hint }) => ({
          hint: askedOf(session, "business-info", name) ?? hint,
          // Hidden rather than removed once the value is changed, so that nothing moves.
          origin: session.business.prefilled.includes(name) && (
            <span className={form.getFieldState(name, form.formState).isDirty ? "invisible" : ""}>
              <FromMarketplace />
            </span>
          ),
        })}
      />
    </FieldCard>
  ));
}
