"use client";

import { useState } from "react";
import { ChangeForm } from "@/components/forms/change-form";
import { TextField } from "@/components/forms/fields";
import { isRefusal, type Outcome } from "@/components/forms/outcome";
import { SchemaForm } from "@/components/forms/schema-form";
import { normalizePhone } from "@/components/kyc/normalize";
import { Button } from "@/components/ui/button";
import { TextLink } from "@/components/ui/page";
import {
  type AskPhoneCodeInput,
  askPhoneCodeInput,
  type VerifyPhoneCodeInput,
  verifyPhoneCodeInput,
} from "@/lib/parties/people/account-schema";
import { forgetCode, rememberCode, rememberedNumber } from "./asked-code";

export type Proving = {
  account: string;
  ask: (typed: AskPhoneCodeInput) => Promise<unknown>;
  verify: (typed: VerifyPhoneCodeInput) => Promise<unknown>;
  /** Whether messages are kept in the sandbox's mailbox. */
  mailbox: boolean;
};

export default function PhoneSteps({ account, ask, verify, mailbox }: Proving) {
  // Whoever looks for the message in another app may come back to a page that was loaded anew.
  const [asked, setAsked] = useState(() => rememberedNumber(account));
  async function sendCode(typed: AskPhoneCodeInput): Promise<Outcome> {
    const answer = await ask(typed);
    if (isRefusal(answer)) return answer;
    rememberCode(account, typed.phoneNumber);
    setAsked(typed.phoneNumber);
    return { done: true };
  }
  async function take(typed: VerifyPhoneCodeInput) {
    const answer = await verify(typed);
    if (!isRefusal(answer)) forgetCode(account);
    return answer;
  }
  function startOver() {
    forgetCode(account);
    setAsked(null);
  }
  if (asked === null) {
    return (
      <SchemaForm
        schema={askPhoneCodeInput}
        values={{ phoneNumber: "" }}
        send={sendCode}
        button="Send me a code"
        wording={() => "Enter it as you dial it, or with the country code: +2348012345678"}
      >
        {(form) => (
          <TextField
            form={form}
            name="phoneNumber"
            label="Phone number"
            type="tel"
            normalize={normalizePhone}
            autoComplete="tel"
          />
        )}
      </SchemaForm>
    );
  }
  return (
    <div key="code" ref={focusFirst} className="flex flex-col gap-4">
      <p className="text-pretty">
        We sent a 6-digit code to <strong className="whitespace-nowrap">{asked}</strong>. It works for five minutes.{" "}
        {mailbox && (
          <>
            In this sandbox it is in{" "}
            <TextLink href={`/dev/mailbox?to=${encodeURIComponent(asked)}`}>the mailbox</TextLink>.
          </>
        )}
      </p>
      <ChangeForm
        schema={verifyPhoneCodeInput}
        values={{ phoneNumber: asked, code: "" }}
        act={take}
        said="Your phone number is verified."
        button="Verify"
      >
        {(form) => (
          <TextField form={form} name="code" label="Code" inputMode="numeric" literal autoComplete="one-time-code" />
        )}
      </ChangeForm>
      <div>
        <Button look="quiet" onClick={startOver}>
          Get a new code or change number
        </Button>
      </div>
    </div>
  );
}

/** The field of the step before is gone, and the focus with it. */
function focusFirst(place: HTMLElement | null) {
  place?.querySelector("input")?.focus();
}
