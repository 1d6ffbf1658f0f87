"use client";

import type { ComponentType } from "react";
import type { ButtonLook } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useLoaded } from "@/components/ui/use-loaded";

type Module<Given> = () => Promise<{ default: ComponentType<Given> }>;
type Props<Given> = { trigger: string; look?: ButtonLook; title?: string; given: Given };

/** What it shows, such as a form with its schema, has a module of its own, loaded before the window opens. */
export function lazyDialog<Given extends object>(from: Module<Given>) {
  return (props: Props<Given>) => <LazyDialog {...props} from={from} />;
}

function LazyDialog<Given extends object>(props: Props<Given> & { from: Module<Given> }) {
  const { trigger, look, title = trigger, given, from } = props;
  const { module: content, load } = useLoaded(from);
  return (
    <Dialog trigger={trigger} look={look} title={title} prepare={load}>
      {content && <content.default {...given} />}
    </Dialog>
  );
}
