"use client";

import { LazyDialog } from "@/components/forms/lazy-dialog";
import type { Inviting } from "./invite-form";

const form = () => import("./invite-form");

/** A button that invites somebody into the team. */
export function InviteDialog(props: Inviting) {
  const title = "Invite somebody";
  return (
    <LazyDialog trigger={title} look="primary" title={title} from={form} content={(close) => ({ ...props, close })} />
  );
}
