export type Mail = { source: unknown; origin: string; data: unknown };

/** Runs first on the page and keeps messages until the journey listens: they may arrive before its scripts. */
export const inboxScript =
  '(w=>{const m=[],k=e=>{m.push(e)};w.addEventListener("message",k);w.journeyInbox=()=>{w.removeEventListener("message",k);delete w.journeyInbox;return m}})(self)';

/** The messages kept so far. Removes the inbox. */
export function takeInbox(window: object): readonly Mail[] {
  const { journeyInbox } = window as { journeyInbox?: () => readonly Mail[] };
  return journeyInbox?.() ?? [];
}
