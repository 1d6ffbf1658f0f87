/** What a message of another window is known by. */
export type Mail = { source: unknown; origin: string; data: unknown };

/**
 * Runs before anything else on the page and keeps the messages that come until the journey listens: the host may say who
 * its merchant is while the journey's scripts are still on their way. They are judged later, like every other one.
 */
export const inboxScript =
  '(w=>{const m=[],k=e=>{m.push(e)};w.addEventListener("message",k);w.journeyInbox=()=>{w.removeEventListener("message",k);delete w.journeyInbox;return m}})(self)';

/** The messages kept so far. From here on nothing keeps any more, and nothing of the inbox is left. */
export function takeInbox(window: object): readonly Mail[] {
  const { journeyInbox } = window as { journeyInbox?: () => readonly Mail[] };
  return journeyInbox?.() ?? [];
}
