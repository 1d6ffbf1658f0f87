const kept = "dashboard-keys";

/** Whether single keys do something: whoever dictates, or presses keys by accident, can switch them off. */
export function keysAreOn(): boolean {
  try {
    return localStorage.getItem(kept) !== "off";
  } catch {
    return true;
  }
}

export function switchKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(kept);
    else localStorage.setItem(kept, "off");
  } catch {
    // A browser that keeps nothing for this page: the keys stay as they are.
  }
}

/** Whether what is pressed there is typed. */
export function typesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches("input:not([type=checkbox],[type=radio]),textarea,select");
}

/** What `j` and `k` go through on a page: the rows of a list, or what is looked at one by one. */
export const rows = "main tbody th a, main [data-row] button";
