"use client";

import { useState } from "react";
import { TextField } from "@/components/forms/fields";
import { closing, isRefusal, type Outcome } from "@/components/forms/outcome";
import { SchemaForm } from "@/components/forms/schema-form";
import { useDone } from "@/components/forms/use-done";
import { tidyPhone } from "@/components/kyc/tidy";
import { Button } from "@/components/ui/button";
import { TextLink } from "@/components/ui/page";
import {
  type AskPhoneCodeInput,
  askPhoneCodeInput,
  type VerifyPhoneCodeInput,
  verifyPhoneCodeInput,
} from "@/lib/accounts/schema";

export type Proving = {
  ask: (typed: AskPhoneCodeInput) => Promise<unknown>;
  verify: (typed: VerifyPhoneCodeInput) => Promise<unknown>;
  /** Whether messages are kept in the sandbox's mailbox. */
  mailbox: boolean;
};

/** Proves a phone number: to whoever types the code that is sent there, it belongs. */
export default function PhoneSteps({ ask, verify, mailbox, close }: Proving & { close: () => void }) {
  const done = useDone();
  const [asked, setAsked] = useState<string | null>(null);
  async function sendCode(typed: AskPhoneCodeInput): Promise<Outcome> {
    const answer = await ask(typed);
    if (isRefusal(answer)) return answer;
    setAsked(typed.phoneNumber);
    return { done: true };
  }
  const take = async (typed: VerifyPhoneCodeInput) => done(await verify(typed), "Your phone number is verified.");
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
            tidy={tidyPhone}
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
      <SchemaForm
        schema={verifyPhoneCodeInput}
        values={{ phoneNumber: asked, code: "" }}
        send={(typed) => closing(close, take(typed))}
        button="Verify"
      >
        {(form) => (
          <TextField form={form} name="code" label="Code" inputMode="numeric" literal autoComplete="one-time-code" />
        )}
      </SchemaForm>
      <div>
        <Button look="quiet" onClick={() => setAsked(null)}>
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
