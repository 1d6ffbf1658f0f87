"use client";

import { LazyDialog } from "@/components/forms/lazy-dialog";
import type { Renewing } from "./renew-steps";

const steps = () => import("./renew-steps");

/** A button that replaces the recovery codes. */
export function RecoveryCodesDialog(props: Renewing) {
  const title = "New recovery codes";
  return <LazyDialog trigger={title} title={title} from={steps} content={(close) => ({ ...props, close })} />;
}
