"use client";

import type { UseFormReturn } from "react-hook-form";
import { AreaField, TextField } from "@/components/forms/fields";
import type { Outcome } from "@/components/forms/outcome";
import { SchemaForm } from "@/components/forms/schema-form";
import { ChoiceField, SuggestField } from "@/components/forms/search-fields";
import { useKyc } from "@/components/kyc/context";
import { FieldCard } from "@/components/kyc/field-card";
import { fillings } from "@/components/kyc/filled-in";
import { useStepRoot } from "@/components/kyc/focus";
import { FromMarketplace } from "@/components/kyc/from-marketplace";
import { businessFieldText } from "@/components/kyc/labels";
import { NumberFirst } from "@/components/kyc/number-first";
import { Asked, askedOf } from "@/components/kyc/requirements";
import { askBusinessCategories, askBusinessTypes } from "@/components/kyc/search-lists";
import { StepFrame } from "@/components/kyc/step-frame";
import { tidyLine, tidyPhone, tidyWebsite } from "@/components/kyc/tidy";
import { useDraft } from "@/components/kyc/use-draft";
import { useNext } from "@/components/kyc/use-next";
import { wording } from "@/components/kyc/wording";
import type { KycSession } from "@/lib/merchants/kyc/session/schema";
import { type BusinessInfo, businessInfoBody } from "@/lib/terms/kyc/schema";
import type { CompanyFound } from "@/lib/terms/lookups";
import { businessTypes } from "@/lib/terms/merchants/constants";
import { businessTypeTexts } from "@/lib/terms/reference";

/** The business: what it is, and how to reach it. */
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
              <About form={form} />
              <Reach form={form} />
            </>
          )}
        </SchemaForm>
      </StepFrame>
    </div>
  );
}

const kinds = businessTypes.map((value) => {
  const { name, description } = businessTypeTexts[value];
  return { value, label: name, note: description };
});
const kindText = (code: string) => kinds.find(({ value }) => value === code)?.label ?? code;

const edited = {
  labels: businessFieldText,
  shown: (name: string, value: string) => (name === "businessType" ? kindText(value) : value),
  saved: ({ business }: KycSession) => business.values,
};

type Form = UseFormReturn<BusinessInfo>;

/** The props of every field: its label, the reviewer's message or the hint, and where its value comes from. */
function useFields(form: Form) {
  const { session } = useKyc();
  return (name: keyof BusinessInfo, hint?: string) => {
    const changed = form.getFieldState(name, form.formState).isDirty;
    return {
      form,
      name,
      label: businessFieldText[name],
      hint: askedOf(session, "business-info", name) ?? hint,
      // Hidden rather than removed once the value is changed, so that nothing moves.
      origin: session.business.prefilled.includes(name) && (
        <span className={changed ? "invisible" : ""}>
          <FromMarketplace />
        </span>
      ),
    };
  };
}

function Registered({ form }: { form: Form }) {
  return (
    <NumberFirst<CompanyFound, BusinessInfo>
      form={form}
      texts={edited}
      title="Is your business registered? Enter its CAC number"
      registers={[{ path: "company", label: "CAC number", hint: "RC, BN or IT, then the digits" }]}
      consent="I act for this business, and I agree that you check it with the register"
      fill={(found) => {
        const filled = fillings(Object.keys(businessFieldText), found);
        const { businessName: name, status } = found;
        const state = status === "INACTIVE" ? " The register lists it as inactive." : "";
        const said = `We filled in what the register has about ${name}.${state} Check it and add what is missing.`;
        return { name, said, filled };
      }}
    />
  );
}

function About({ form }: { form: Form }) {
  const { session } = useKyc();
  const field = useFields(form);
  return (
    <FieldCard title="About the business">
      <TextField {...field("businessName")} autoComplete="organization" />
      <ChoiceField
        {...field("businessType")}
        options={kinds}
        ask={askBusinessTypes}
        placeholder="Choose one, or type what you call it"
      />
      <TextField {...field("registrationNumber", "As on your CAC certificate")} optional literal />
      <TextField {...field("taxNumber", "Your TIN")} optional literal />
      <TextField {...field("dateOfIncorporation")} optional type="date" max={session.now.slice(0, 10)} />
      <SuggestField
        {...field("businessCategory", "As you would say it: mama put, phone repair, shoes and bags")}
        optional
        ask={askBusinessCategories}
      />
    </FieldCard>
  );
}

function Reach({ form }: { form: Form }) {
  const field = useFields(form);
  return (
    <FieldCard title="Contact details">
      <AreaField {...field("operatingAddress", "Street, area, city")} autoComplete="street-address" />
      <AreaField {...field("registeredAddress", "If different")} optional />
      <TextField {...field("businessPhone")} optional type="tel" tidy={tidyPhone} autoComplete="tel" />
      <TextField {...field("businessEmail")} optional type="email" literal tidy={tidyLine} autoComplete="email" />
      <TextField
        {...field("website")}
        optional
        inputMode="url"
        literal
        tidy={tidyWebsite}
        placeholder="https://"
        autoComplete="url"
      />
    </FieldCard>
  );
}
