"use client";

import { LazyDialog } from "@/components/forms/lazy-dialog";
import type { SetUp } from "./set-up-steps";

const steps = () => import("./set-up-steps");

/** A button that sets a second factor up, or moves it to another app. */
export function SetUpDialog(props: SetUp) {
  const title = props.on ? "Move to another app" : "Set up a second factor";
  return (
    <LazyDialog
      trigger={title}
      look={props.on ? "secondary" : "primary"}
      title={title}
      from={steps}
      content={(close) => ({ ...props, close })}
    />
  );
}
