"use client";

import type { ComponentProps } from "react";
import type { FieldValues } from "react-hook-form";
import { SchemaForm } from "./schema-form";
import { useChange } from "./use-change";

type Changing<Values extends FieldValues> = Omit<ComponentProps<typeof SchemaForm<Values>>, "send"> & {
  act: (values: Values) => Promise<unknown>;
  /** Once it is done. */
  said: string | ((values: Values, answer: unknown) => string);
};

/** A form whose action changes something: the window around it closes, a toast says so, and the page follows. */
export function ChangeForm<Values extends FieldValues>({ act, said, ...form }: Changing<Values>) {
  const change = useChange();
  const saidOf = (values: Values) => (typeof said === "string" ? said : (answer: unknown) => said(values, answer));
  return <SchemaForm {...form} send={(values) => change(act(values), saidOf(values))} />;
}
