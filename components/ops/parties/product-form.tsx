"use client";

import { ChangeForm } from "@/components/forms/change-form";
import { type ProductTyped, productTyped } from "@/lib/surfaces/console/parties/schema";
import { ProductFields, usualProduct } from "./product-fields";

type Props = {
  lenderId: string;
  /** Null: a new one. */
  product: ProductTyped | null;
  save: (typed: ProductTyped & { lenderId: string }) => Promise<unknown>;
};

export default function ProductForm({ lenderId, product, save }: Props) {
  return (
    <ChangeForm
      schema={productTyped}
      values={product ?? usualProduct}
      act={(typed) => save({ ...typed, lenderId })}
      said="Saved. It holds from the next decision on."
      button="Save"
    >
      {(form) => (
        <>
          <p className="text-sm">Loans and open offers keep their terms.</p>
          <ProductFields form={form} fixed={product !== null} />
        </>
      )}
    </ChangeForm>
  );
}
