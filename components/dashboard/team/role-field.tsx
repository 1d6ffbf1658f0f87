"use client";

import type { FieldValues } from "react-hook-form";
import type { FieldProps } from "@/components/forms/field";
import { SelectField } from "@/components/forms/fields";
import { roleNames } from "@/lib/users/constants";

export type Role = keyof typeof roleNames;

/** What each role may do, in the fewest words. */
const rights: Record<Role, string> = {
  OWNER: "everything, owners included",
  ADMIN: "manages the team, goes live",
  DEVELOPER: "changes data, keys and webhooks",
  VIEWER: "looks, changes nothing, sees no secret",
};

/** A choice among roles, each with what it may do. */
export function RoleField<Values extends FieldValues>(
  props: Pick<FieldProps<Values>, "form" | "name"> & { roles: readonly Role[] },
) {
  const { form, name, roles } = props;
  const options = roles.map((role) => [role, `${roleNames[role]}: ${rights[role]}`] as const);
  return <SelectField form={form} name={name} label="Role" options={options} />;
}
