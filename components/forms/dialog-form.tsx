"use client";

import type { ComponentProps } from "react";
import type { FieldValues } from "react-hook-form";
import type { ButtonLook } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useLoaded } from "@/components/ui/use-loaded";
import type { ChangeForm } from "./change-form";

const load = () => import("./change-form");

/** A form in a window over the page, whose code is loaded before it opens. Once it is done, the window closes. */
export function DialogForm<Values extends FieldValues>(
  props: ComponentProps<typeof ChangeForm<Values>> & { trigger: string; look?: ButtonLook; title: string },
) {
  const { trigger, look, title, ...form } = props;
  const { module: kit, load: prepare } = useLoaded(load);
  return (
    <Dialog trigger={trigger} look={look} title={title} prepare={prepare}>
      {kit && <kit.ChangeForm {...form} />}
    </Dialog>
  );
}
