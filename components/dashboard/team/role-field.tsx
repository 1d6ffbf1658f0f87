"use client";

import type { FieldValues } from "react-hook-form";
import { z } from "zod";
import type { FieldProps } from "@/components/forms/field";
import { SelectField } from "@/components/forms/fields";
import { roleLabels } from "@/lib/terms/users/constants";

export type Role = keyof typeof roleLabels;

/** One of these roles, asked for in words that whoever has chosen none understands. */
export const chosenOf = (roles: readonly Role[]) => z.enum(roles, "Choose one");

const rights: Record<Role, string> = {
  OWNER: "May do everything, and make owners",
  ADMIN: "May also manage the team and ask to go live",
  DEVELOPER: "May change data, keys and webhooks",
  VIEWER: "Looks, changes nothing, sees no secret",
};

export function RoleField<Values extends FieldValues>(
  props: Pick<FieldProps<Values>, "form" | "name"> & { roles: readonly Role[] },
) {
  const { form, name, roles } = props;
  const chosen = roles.find((role) => role === form.watch(name));
  const options = roles.map((role) => [role, roleLabels[role]] as const);
  return <SelectField form={form} name={name} label="Role" hint={chosen && rights[chosen]} options={options} />;
}
