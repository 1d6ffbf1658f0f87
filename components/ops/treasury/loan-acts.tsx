"use client";

import type { z } from "zod";
import { DialogForm } from "@/components/forms/dialog-form";
import { AreaField, SelectField, TextField } from "@/components/forms/fields";
import type { closeOrderAsked, mandateAsked, nameAccountAsked } from "@/lib/surfaces/console/treasury/asked-schema";
import { closeOrderTyped, mandateTyped, nameAccountTyped } from "@/lib/surfaces/console/treasury/typed-schema";
import { forBoth, proposed } from "./proposed";

type Send<Asked extends z.ZodType> = (asked: z.input<Asked>) => Promise<unknown>;

/** The loan, and what names it as it is shown. */
type Shown = { loanId: string; seen: string };

type Closing = { on: Shown; order: string; isDebit: boolean; send: Send<typeof closeOrderAsked> };

export function CloseOrder({ on, order, isDebit, send }: Closing) {
  return (
    <DialogForm
      trigger="Close"
      title={`Close order ${order}`}
      schema={closeOrderTyped}
      button="Propose"
      act={(typed) => send({ ...typed, ...on, order })}
      said={proposed}
    >
      {(form) => (
        <>
          <SelectField
            form={form}
            name="outcome"
            label="What does the lender's account show?"
            options={[
              ["PAID", "It was carried out"],
              ["NOT_PAID", "It was not"],
            ]}
          />
          <TextField form={form} name="amount" label="Amount, in naira" hint="As the statement shows it." literal />
          <TextField
            form={form}
            name="bankReference"
            label="The bank's reference"
            hint="Of the line on the statement, where it was carried out."
            literal
            optional
          />
          {!isDebit && (
            <SelectField
              form={form}
              name="cause"
              label="Where not: because of what?"
              options={[
                ["ACCOUNT", "The account: another is needed"],
                ["OTHER", "Something else"],
              ]}
              optional
            />
          )}
          <AreaField form={form} name="reason" label="Why" hint={forBoth} />
        </>
      )}
    </DialogForm>
  );
}

export function NameAccount({ on, send }: { on: Shown; send: Send<typeof nameAccountAsked> }) {
  return (
    <DialogForm
      trigger="Say whose it is"
      look="primary"
      title="Whose account is it?"
      schema={nameAccountTyped}
      button="Propose"
      act={(typed) => send({ ...typed, ...on })}
      said={proposed}
    >
      {(form) => (
        <>
          <SelectField
            form={form}
            name="holder"
            label="What does online banking show?"
            options={[
              ["NAMED", "A name"],
              ["UNKNOWN", "The bank knows no such account"],
            ]}
          />
          <TextField form={form} name="accountName" label="The name, letter by letter" literal optional />
          <AreaField form={form} name="reason" label="Why" hint={forBoth} />
        </>
      )}
    </DialogForm>
  );
}

export function GiveMandate({ on, send }: { on: Shown; send: Send<typeof mandateAsked> }) {
  return (
    <DialogForm
      trigger="It is lodged"
      look="primary"
      title="A mandate on paper"
      schema={mandateTyped}
      button="Propose"
      act={(typed) => send({ ...typed, ...on })}
      said={proposed}
    >
      {(form) => (
        <>
          <TextField form={form} name="bankReference" label="What the lender's bank knows it by" literal />
          <AreaField form={form} name="reason" label="Why" hint={forBoth} />
        </>
      )}
    </DialogForm>
  );
}
