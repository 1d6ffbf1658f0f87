"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import type { DefaultValues, FieldValues, UseFormReturn } from "react-hook-form";
import type { z } from "zod";
import { Alert } from "@/components/ui/alert";
import type { Outcome } from "./outcome";

export type FormProps<Values extends FieldValues> = {
  schema: z.ZodType<Values, Values>;
  values?: DefaultValues<Values>;
  send: (values: Values) => Promise<Outcome>;
  button: string;
  children: (form: UseFormReturn<Values>) => ReactNode;
};

const load = () => import("./schema-form");

/** A step of a window that is a form: its code is loaded when it is shown, and then its first field has the focus. */
export function LazyForm<Values extends FieldValues>(props: FormProps<Values>) {
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof load>> | "failed" | null>(null);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    load().then(setLoaded, () => setLoaded("failed"));
  }, []);
  useEffect(() => {
    if (loaded) place.current?.querySelector<HTMLElement>("input,select,textarea")?.focus();
  }, [loaded]);
  if (loaded === "failed")
    return <Alert message="The form could not be loaded. Check your connection, then open it again." />;
  if (!loaded)
    return (
      <p role="status" className="text-sm text-muted">
        Loading…
      </p>
    );
  return (
    <div ref={place}>
      <loaded.SchemaForm {...props} />
    </div>
  );
}
