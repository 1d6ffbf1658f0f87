"use client";

import { LazyDialog } from "@/components/forms/lazy-dialog";
import type { Changing } from "./password-form";

const form = () => import("./password-form");

/** A button that changes one's own password. */
export function PasswordDialog(props: Changing) {
  return (
    <LazyDialog
      trigger="Change password"
      title="Change your password"
      from={form}
      content={(close) => ({ ...props, close })}
    />
  );
}
