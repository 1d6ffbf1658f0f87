"use client";

import { ChangeForm } from "@/components/forms/change-form";
import { TextField } from "@/components/forms/fields";
import { type NewLenderTyped, newLenderTyped } from "@/lib/surfaces/console/parties/schema";
import { ProductFields, usualProduct } from "./product-fields";

type Props = { create: (typed: NewLenderTyped) => Promise<unknown> };

/** A new lender with its first product; it lends live once it has a rail. */
export default function LenderForm({ create }: Props) {
  return (
    <ChangeForm schema={newLenderTyped} values={usualProduct} act={create} said="The lender is added." button="Add it">
      {(form) => (
        <>
          <TextField form={form} name="name" label="Name" hint="As it stands in agreements and mails." />
          <TextField form={form} name="minimumPrincipal" label="Least that it lends, in naira" literal />
          <TextField form={form} name="maximumPrincipal" label="Most that it lends one merchant, in naira" literal />
          <TextField form={form} name="minimumDeduction" label="Least deduction of a sale, in naira" literal />
          <ProductFields form={form} />
        </>
      )}
    </ChangeForm>
  );
}
