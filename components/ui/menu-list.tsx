"use client";

import { Menu } from "@base-ui/react/menu";
import type { RefObject } from "react";

export type MenuItem = { label: string } & (
  | { href: string; onSelect?: never }
  | { href?: never; onSelect: () => void }
);

type Props = {
  items: readonly MenuItem[];
  opener: RefObject<HTMLElement | null>;
  /** Where it stands in the document: in the landmark of its button, as all content does. */
  place: RefObject<HTMLElement | null>;
  onClose: () => void;
};

const itemLook =
  "flex min-h-(--control) cursor-pointer items-center rounded-md px-3 text-sm outline-none data-highlighted:bg-sunken";

export default function MenuList({ items, opener, place, onClose }: Props) {
  return (
    <Menu.Root open onOpenChange={(open) => open || onClose()}>
      <Menu.Portal container={place}>
        <Menu.Positioner anchor={opener} align="end" sideOffset={6} className="compact z-40">
          <Menu.Popup
            finalFocus={opener}
            className="min-w-44 rounded-lg border border-line bg-surface p-1 text-ink shadow-lg outline-none"
          >
            {items.map((item) =>
              item.href === undefined ? (
                <Menu.Item key={item.label} onClick={item.onSelect} className={itemLook}>
                  {item.label}
                </Menu.Item>
              ) : (
                <Menu.LinkItem key={item.label} href={item.href} className={itemLook}>
                  {item.label}
                </Menu.LinkItem>
              ),
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
