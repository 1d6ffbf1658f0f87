import type { UseFormReturn } from "react-hook-form";
import { SelectField, TextField } from "@/components/forms/fields";
import type { ProductTyped } from "@/lib/surfaces/console/parties/schema";
import { tenors } from "@/lib/terms/funding/constants";
import { lentTiers } from "@/lib/terms/lender-limits";

/** What a new product begins with. */
export const usualProduct = { defaultAfterDays: "90", recoversFromSales: "yes" } as const;

/** A row of a lender's table. @param fixed whether it is one that there is: tier and tenor stay */
export function ProductFields<Typed extends ProductTyped>(props: { form: UseFormReturn<Typed>; fixed?: boolean }) {
  // Every form with these fields has them under these names.
  const form = props.form as unknown as UseFormReturn<ProductTyped>;
  return (
    <>
      {!props.fixed && (
        <>
          <SelectField
            form={form}
            name="riskTier"
            label="Tier"
            options={lentTiers.map((tier) => [tier, `Tier ${tier}`])}
          />
          <SelectField
            form={form}
            name="tenorDays"
            label="Tenor"
            options={tenors.map((days) => [String(days), `${days} days`])}
          />
        </>
      )}
      <TextField
        form={form}
        name="lowestDeduction"
        label="Lowest deduction, % of a sale"
        literal
        hint="In steps of 0.5."
      />
      <TextField form={form} name="highestDeduction" label="Highest deduction, % of a sale" literal />
      <TextField
        form={form}
        name="ratePer30Days"
        label="Rate, % for 30 days"
        literal
        hint="Of the time that the money is expected to be out."
      />
      <TextField form={form} name="defaultAfterDays" label="Default after days past due" inputMode="numeric" literal />
      <SelectField
        form={form}
        name="recoversFromSales"
        label="Deductions after a write-off"
        options={[
          ["yes", "Go on, as recovery"],
          ["no", "End"],
        ]}
      />
    </>
  );
}
